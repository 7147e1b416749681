// Our side of `npm run bench -- robust`: one request a line of JSON on stdin, one answer a line on stdout.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createEmbedded } from '../../src/engine/linalg/core/embedded';
import { crossValidate, grid, objectives, prepare } from './draws.mjs';
import { quantileObjective, tubeObjective } from './objectives.mjs';
import { followPath, kernelOf } from './paths.mjs';
import { prepareRows } from './rows.mjs';

let core;
let rows;
let folder;
let drawn;

const OPERATIONS = {
  start({ threads }) {
    core = createEmbedded({ threads });
    core.scope(() => core.allocate(1));
    return {};
  },

  prepareDraw(request) {
    drawn = prepare(request);
    return grid;
  },

  draw: (request) => crossValidate(drawn, request, core),

  drawObjectives: (request) => ({ pairs: objectives(drawn, request, core) }),

  rows(request) {
    folder = request.folder;
    rows = prepareRows(request.data, request.n, folder);
    return { n: request.n, d: rows.x.columns };
  },

  path(request) {
    const { points: _, ...found } = followPath(rows, request, core);
    return { ...found, megabytes: process.resourceUsage().maxRSS / 1024 };
  },

  /** Objectives of our points and of the peer's in its file, at each cost. */
  quantileObjectives(request) {
    const { points } = followPath(rows, { ...request, keep: true }, core);
    const k = kernelOf(rows, request.lengthScale, core);
    const at = (alpha, cost) => quantileObjective(k, rows.y, alpha, cost, request.tau);
    const theirs = numbers('kqr.bin');
    return { ours: [at(points[request.judged].alpha, request.cost)], peer: [at(theirs, request.cost)] };
  },

  tubeObjectives(request) {
    const { points } = followPath(rows, { ...request, keep: true }, core);
    const k = kernelOf(rows, request.lengthScale, core);
    const at = (alpha, intercept, cost) => tubeObjective(k, rows.y, alpha, intercept, cost, request.epsilon);
    const theirs = numbers('svr.bin');
    const n = rows.y.length;
    return {
      ours: request.costs.map((cost, l) => at(points[l].alpha, points[l].intercept, cost)),
      peer: request.costs.map((cost, l) => {
        const from = l * (n + 1);
        return at(theirs.subarray(from, from + n), theirs[from + n], cost);
      }),
    };
  },
};

function numbers(name) {
  const bytes = readFileSync(join(folder, name));
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = OPERATIONS[JSON.parse(line).operation](JSON.parse(line));
  } catch (error) {
    answer = { error: error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
core?.dispose();

// Our side of `npm run bench -- spectral`: one request a line of JSON on stdin, one answer a line on stdout.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { divide } from '../../src/engine/data/folds';
import { quietWith } from '../../src/engine/linalg/linalg';
import { cvGrid } from '../../src/engine/search/gridCv';
import { decomposeAt } from '../../src/engine/search/searchProblem';
import { serveTrials } from '../../src/engine/search/trialThread';
import { indexOfLeast } from '../../src/engine/spectrum/indexOfLeast';
import { leaveOneOutPath } from '../../src/engine/spectrum/leaveOneOut';
import { openCore } from '../harness/openCore.mjs';
import { fillNormal } from '../linalg/inputs.mjs';

let core;
/** The last decomposition, which `path` starts from. */
let kept;

async function serve() {
  for await (const line of createInterface({ input: process.stdin })) {
    let answer;
    try {
      answer = OPERATIONS[JSON.parse(line).operation](JSON.parse(line));
    } catch (error) {
      answer = { error: error.stack };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  process.exit(0);
}

const OPERATIONS = {
  start(request) {
    const opened = openCore(request);
    core = opened?.core;
    return { library: opened?.library };
  },

  grid({ data, scales, ridges, folds }) {
    const { problem, n, d } = readTable(data);
    const of = divide(n, folds, 1).of;
    const lengthScales = logSpaced(0.3, 30, scales);
    // KernelRidge's alpha is the total ridge.
    const alphas = logSpaced(1e-3, 10, ridges);
    const lambdas = Float64Array.from(alphas, (alpha) => alpha / n);
    const pool = { file: fileURLToPath(import.meta.url) };
    const started = performance.now();
    const grid = cvGrid(
      problem,
      lengthScales.map((s) => [s]),
      lambdas,
      { of, count: folds },
      quietWith(core),
      pool,
    );
    const seconds = (performance.now() - started) / 1000;
    const scores = grid.flatMap((errors) => [...errors]);
    const at = indexOfLeast(scores);
    const [lengthScale, lambda] = [Math.floor(at / ridges), at % ridges];
    const best = { best: [lengthScale, lambda], bestScale: lengthScales[lengthScale], bestRidge: alphas[lambda] };
    return { seconds, n, d, foldOf: [...of], scores, ...best };
  },

  path({ n, d, lambdas }) {
    if (kept?.key !== `${n} ${d}`) {
      const { problem, scale } = normalRows(n, d);
      kept = { key: `${n} ${d}`, problem, basis: decomposeAt(problem, [scale / 4], 0, quietWith(core)).basis };
    }
    const grid = Float64Array.from(logSpaced(1e-10, 1, lambdas));
    /** @type {import('../../src/engine/contract/filter').FilterSpec} */
    const filter = { kind: 'zones', k: 0, r: n, lambda: 1 };
    const started = performance.now();
    const errors = leaveOneOutPath(kept.basis, kept.problem.y[0], filter, 'lambda', grid, quietWith(core));
    return { seconds: (performance.now() - started) / 1000, sample: [...errors] };
  },

  basis({ n, d }) {
    const { problem, scale } = normalRows(n, d);
    const started = performance.now();
    const { basis } = decomposeAt(problem, [scale], 0, quietWith(core));
    const seconds = (performance.now() - started) / 1000;
    return { seconds, rank: basis.mu.length, sample: [...basis.mu.subarray(0, 100)] };
  },
};

function logSpaced(low, high, count) {
  return Array.from({ length: count }, (_, i) => low * (high / low) ** (i / (count - 1)));
}

/**
 * Columns standardised, the target (the last column) centred; rows of the file that are not all numbers are passed over.
 * @returns {{ n: number, d: number, problem: import('../../src/engine/search/searchProblem').SearchProblem }}
 */
function readTable(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number)).filter((row) => row.every(Number.isFinite));
  const n = rows.length;
  const d = rows[0].length - 1;
  const values = new Float64Array(n * d);
  for (let c = 0; c < d; c++) {
    const mean = rows.reduce((sum, row) => sum + row[c], 0) / n;
    const deviation = Math.sqrt(rows.reduce((sum, row) => sum + (row[c] - mean) ** 2, 0) / n);
    rows.forEach((row, i) => {
      values[c * n + i] = (row[c] - mean) / deviation;
    });
  }
  const mean = rows.reduce((sum, row) => sum + row[d], 0) / n;
  const y = Float64Array.from(rows, (row) => row[d] - mean);
  return { n, d, problem: { x: { rows: n, columns: d, values }, y: [y], template: { kind: 'gaussian' } } };
}

/** Standard normal rows, their median distance (Wilson and Hilferty), and a target that is a smooth function of them plus noise. */
/** @returns {{ scale: number, problem: import('../../src/engine/search/searchProblem').SearchProblem }} */
function normalRows(n, d) {
  const values = new Float64Array(n * d);
  fillNormal(values, 11);
  const noise = new Float64Array(n);
  fillNormal(noise, 21);
  const y = noise.map((v, i) => Math.sin(2 * values[i]) + 0.1 * v);
  const scale = Math.sqrt(2 * d * (1 - 2 / (9 * d)) ** 3);
  return { scale, problem: { x: { rows: n, columns: d, values }, y: [y], template: { kind: 'gaussian' } } };
}

// Workers of the grid run this file too.
if (!serveTrials()) await serve();

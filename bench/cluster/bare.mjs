// A fit in steps, by processes of this machine that take the next part in turn.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Seconds of some work. */
export async function timed(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/**
 * A step, held to a core or to none.
 * @param {{ node: string, cli: string }} program
 * @param {string[]} words
 * @param {number} [core]
 */
export async function step({ node, cli }, words, core) {
  const held = core === undefined ? [] : ['taskset', '-c', String(core)];
  const [first, ...rest] = [...held, node, cli, 'cluster', ...words, '--quiet'];
  const child = spawn(first, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const status = await new Promise((done) => child.on('close', done));
  if (status !== 0) throw new Error(`cluster ${words.join(' ')}: ${said}`);
}

export const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * The steps after the plan. With one process it has all cores, with several each has one.
 * @param {{ node: string, cli: string, peak: () => number }} program
 */
export async function fitBare(program, { folder, plan, parts }, processes) {
  const at = (name) => join(folder, name);
  const all = (name) => Array.from({ length: parts }, (_, i) => at(`${name}-${i + 1}`));
  const visit = (name, ...words) =>
    timed(async () => {
      let next = 1;
      const worker = async (_, w) => {
        while (next <= parts) {
          const part = next++;
          const core = processes === 1 ? undefined : w % availableParallelism();
          await step(program, ['map', plan, `${part}`, ...words, '--out', at(`${name}-${part}`)], core);
        }
      };
      await Promise.all(Array.from({ length: processes }, worker));
    });
  program.peak();
  const sums = await visit('sums');
  const first = program.peak();
  const solve = await timed(() => step(program, ['solve', plan, ...all('sums'), '--out', at('solution')]));
  // The peak of solve does not count, as it is no map.
  program.peak();
  const errors = await visit('errors', '--solution', at('solution'));
  const peak = Math.max(first, program.peak());
  const finish = await timed(() =>
    step(program, ['finish', plan, at('solution'), ...all('errors'), '--save', at('model')]),
  );
  const moved = [...all('sums'), ...all('errors')].reduce((sum, path) => sum + statSync(path).size, 0);
  return { visits: [sums, errors], rest: solve + finish, peak, moved, solution: hashOf(at('solution')) };
}

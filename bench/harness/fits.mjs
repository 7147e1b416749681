// The parts shared by the benchmarks of fits of public data sets: each fit in a new process, a line of the table for
// each.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drawSized } from '../answer/regimes.mjs';
import { SETS } from '../answer/sets.mjs';
import { bundleOurs } from './sideBySide.mjs';
import { tableHead, tableLine } from './table.mjs';

const DRAWN = /^drawn (\d+) × (\d+)$/;

/** Says what is wrong with the options, and ends. */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

/**
 * Prints the rows that `rowsOf` makes of each fit, [data set, method], whose name has the word `only`. `entry` is bundled as the program of a
 * process; `rowsOf` gets what starts it with a request and returns what it printed.
 * @param {{ benchmark: string, entry: import('esbuild').BuildOptions, fits: readonly (readonly [string, string])[] }} bench
 * @param {{ data: string, only: string, json: boolean }} options
 */
export async function benchFits({ benchmark, entry, fits }, { data, only, json }, rowsOf) {
  const chosen = fits.filter(([name, method]) => `${name}, ${method}`.includes(only));
  if (data === '' && !chosen.every(([name]) => DRAWN.test(name))) refuse('--data FOLDER says where the data sets are');
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    const program = join(folder, 'ours.mjs');
    await bundleOurs(entry, program);
    if (!json) console.log(tableHead(benchmark).join('\n'));
    for (const [name, method] of chosen) {
      const fit = `${name}, ${method}`;
      const table = tableOf(name, data, folder);
      const run = (more) => {
        const request = JSON.stringify({ ...table, method, ...more });
        const { stdout, stderr, status } = spawnSync(process.execPath, [program, request], { encoding: 'utf8' });
        if (status !== 0) throw new Error(`${fit}: ${stderr.split('\n').slice(0, 5).join(' ')}`);
        return JSON.parse(stdout);
      };
      try {
        for (const row of rowsOf(run)) {
          const named = { fit, ...row, runtime: `node ${process.versions.node}` };
          console.log(json ? JSON.stringify(named) : tableLine(benchmark, named));
        }
      } catch (error) {
        console.error(error.message);
        process.exitCode = 1;
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The path of a file, and its target: a data set below `data`, or "drawn ROWS × COLUMNS", which is written into
 * `folder`.
 */
function tableOf(name, data, folder) {
  const size = DRAWN.exec(name);
  if (size) {
    const path = join(folder, 'drawn.csv');
    writeFileSync(path, drawSized(Number(size[1]), Number(size[2])));
    return { path, target: 'y', task: 'regress' };
  }
  const { file, target, task } = SETS[name];
  return { path: resolve(data, String(file)), target, task };
}

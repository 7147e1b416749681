// What the benchmarks of fits of public data sets share: each fit in a new process, a line of the table for each.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SETS } from '../answer/sets.mjs';
import { bundleOurs } from './sideBySide.mjs';
import { tableHead, tableLine } from './table.mjs';

/** Says what is wrong with the options, and ends. */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

/**
 * Prints the rows that `rowsOf` makes of each fit, [data set, method], whose name has the word `only`. `entry` is bundled as the program of a
 * process; `rowsOf` gets what starts it with a request and returns what it printed.
 * @param {{ benchmark: string, entry: import('esbuild').BuildOptions, plugins?: import('esbuild').Plugin[], fits: readonly (readonly [string, string])[] }} bench
 * @param {{ data: string, only: string, json: boolean }} options
 */
export async function benchFits({ benchmark, entry, plugins = [], fits }, { data, only, json }, rowsOf) {
  if (data === '') refuse('--data FOLDER says where the data sets are');
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    const program = join(folder, 'ours.mjs');
    await bundleOurs(entry, program, plugins);
    if (!json) console.log(tableHead(benchmark).join('\n'));
    for (const [name, method] of fits) {
      const fit = `${name}, ${method}`;
      if (!fit.includes(only)) continue;
      const { file, target, task } = SETS[name];
      const run = (more) => {
        const request = JSON.stringify({ path: resolve(data, file), target, task, method, ...more });
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

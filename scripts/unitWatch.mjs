import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { context } from 'esbuild';

/**
 * Bundles tests again after every change, and runs those whose bundle is another than before. A run that is still going on is ended first, and
 * its tests run again with the next.
 * @param {import('esbuild').BuildOptions} bundling
 * @param {(files: string[]) => string[]} nodeTest node's arguments for running bundles
 */
export async function watchTests(bundling, nodeTest) {
  /** @type {Map<string, string>} path → hash of the bundle that ran to its end */
  const ran = new Map();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let running;

  /** @param {import('esbuild').OutputFile[]} files */
  const run = (files) => {
    running?.removeAllListeners().kill();
    const changed = files.filter(({ path, hash }) => ran.get(path) !== hash);
    if (changed.length === 0) return;
    for (const { path, contents } of changed) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, contents);
    }
    const began = performance.now();
    running = spawn(process.execPath, nodeTest(changed.map(({ path }) => path)), {
      cwd: bundling.absWorkingDir,
      stdio: 'inherit',
    }).once('exit', (code) => {
      for (const { path, hash } of changed) ran.set(path, hash);
      const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
      console.log(`\n${code === 0 ? 'Passed' : 'FAILED'} in ${took}. Waiting for a change; Ctrl+C ends.`);
    });
  };

  /** @type {import('esbuild').Plugin} */
  const afterwards = {
    name: 'run tests',
    setup: (build) =>
      build.onEnd(({ errors, outputFiles }) => (errors.length > 0 ? undefined : run(outputFiles ?? []))),
  };
  const watched = await context({ ...bundling, write: false, plugins: [...(bundling.plugins ?? []), afterwards] });
  await watched.watch();
}

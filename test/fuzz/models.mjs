// node test/fuzz/models.mjs [--cases N] [--seed S]
// Tampers with stored models and runs and prints how each case ended, and every case that ended wrongly.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { sourcePlugins } from '../../scripts/sourcePlugins.mjs';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
/** Said after as many. */
const ROUND = 10_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const outfile = join(root, 'out/fuzz/models.mjs');
rmSync(outfile, { force: true });
await build({
  absWorkingDir: root,
  stdin: {
    contents: "export * from './test/engine/model/fuzz/fuzz'; export * from './test/engine/model/fuzz/subjects';",
    resolveDir: root,
  },
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  define: { KERNELSCOPE_VERSION: '"0.0.0"' },
  plugins: sourcePlugins,
  logLevel: 'warning',
});

const { fuzz, openWorld } = await import(pathToFileURL(outfile).href);
const world = await openWorld();
const total = {};
let wrong = 0;
for (let done = 0; done < cases; done += ROUND) {
  const { flaws, ends } = await fuzz(world, Math.min(ROUND, cases - done), seed + done);
  for (const [name, count] of Object.entries(ends)) total[name] = (total[name] ?? 0) + count;
  wrong += flaws.length;
  for (const flaw of flaws) console.log(`seed ${seed + done}, ${flaw}`);
  console.log(`${Math.min(cases, done + ROUND)} cases, ${wrong} wrong: ${JSON.stringify(total)}`);
}
world.close();
process.exitCode = wrong > 0 ? 1 : 0;

// Runs to look at in the results panel: of a file, made by the figures' tests, or fitted here and now.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { coreWasmPlugin } from './coreWasm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * `name` is a stored run's path; "example", "example:METHOD", "example:classes" (three), "example:classes2", "example:targets",
 * "example:one" or "large"; or "fit:FILE:TARGET[,TARGET]:METHOD[:NAME=VALUE …]". `moves` are filters to look at: every slider at and near
 * its ends.
 */
export async function packedRun(name) {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
  const from = (path) => JSON.stringify(join(root, path));
  const source = `
    import { quietContext } from ${from('src/engine/contract/context.ts')};
    import { pack, unpack } from ${from('src/engine/contract/pack.ts')};
    import { Engine } from ${from('src/engine/engine.ts')};
    import { moveFilter } from ${from('src/engine/figures/moveFilter.ts')};
    import { createEmbedded } from ${from('src/engine/linalg/core/embedded.ts')};
    import { exampleRun } from ${from('test/engine/figures/exampleRun.ts')};
    import { largeRun } from ${from('test/engine/figures/largeRun.ts')};
    const sized = { n: 240, holdout: 80 };
    const MADE = {
      example: () => exampleRun(sized),
      large: () => largeRun(5000, 500),
      'example:classes': () => exampleRun({ ...sized, classes: 3 }),
      'example:classes2': () => exampleRun({ ...sized, classes: 2 }),
      'example:targets': () => exampleRun({ ...sized, more: true }),
      'example:one': () => exampleRun({ ...sized, features: 1 }),
    };
    async function fitted([path, targets, method, ...settings]) {
      const linalg = createEmbedded({ threads: 2 });
      const engine = new Engine({ memory: 4e9, linearAlgebra: () => ({ linalg, notes: [] }) });
      const [target, ...moreTargets] = targets.split(',');
      const number = (text) => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
      const set = (text) => [text.slice(0, text.indexOf('=')), number(text.slice(text.indexOf('=') + 1))];
      const holdout = { kind: 'fraction', fraction: 0.2 };
      const design = { target, moreTargets, missing: 'impute', standardise: true, holdout, seed: 0 };
      const source = { kind: 'path', path };
      const parameters = Object.fromEntries(settings.map(set));
      return engine.handlers.fit({ source, read: {}, design, method, parameters }, quietContext);
    }
    export async function made(name, stored) {
      const run = stored
        ? unpack(stored)
        : name.startsWith('fit:')
          ? await fitted(name.slice(4).split(':'))
          : (MADE[name] ?? (() => exampleRun({ ...sized, method: name.slice(8) })))();
      const moves = run.paths.flatMap(({ axis, values }) =>
        [0, 0.3, 0.7, 1].map((part) =>
          moveFilter(run.axes, run.filter, axis, values[Math.round(part * (values.length - 1))])));
      return { bytes: stored ?? pack(run), moves };
    }`;
  const outfile = join(folder, 'example.mjs');
  await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    define: { KERNELSCOPE_VERSION: '"panel"' },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [coreWasmPlugin],
    logLevel: 'warning',
  });
  const { made } = await import(pathToFileURL(outfile).href);
  const own = name === 'large' || name.startsWith('example') || name.startsWith('fit:');
  const run = await made(name, own ? undefined : new Uint8Array(readFileSync(name)));
  rmSync(folder, { recursive: true });
  return run;
}

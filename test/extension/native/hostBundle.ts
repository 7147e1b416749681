import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** dist/engine.js as it would be built now, with what the process for native libraries loads beside it, in a folder of their own. */
export function buildHost(): { readonly enginePath: string; readonly nativePath: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-host-'));
  const built = spawnSync(
    process.execPath,
    ['esbuild.mjs', `--to=${folder}`, 'engine', 'cells', 'huber', 'features', 'uses', 'cluster', 'native'],
    {
      encoding: 'utf8',
    },
  );
  if (built.status !== 0) throw new Error(`the engine could not be built: ${built.stderr}`);
  return {
    enginePath: join(folder, 'engine.js'),
    nativePath: join(folder, 'native.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A fit of `rows` rows and two columns, without a search: nearly all of its time is one decomposition. */
export function request(rows: number) {
  const line = (i: number) => {
    const [a, b] = [Math.sin(i * 12.9898) * 3, Math.cos(i * 78.233) * 2];
    return `${a},${b},${Math.sin(a) * b + 0.05 * Math.sin(i * 31.4)}`;
  };
  const text = `a,b,y\n${Array.from({ length: rows }, (_, i) => line(i + 1)).join('\n')}\n`;
  return {
    source: { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(text) },
    read: {},
    design: {
      target: 'y',
      missing: 'impute',
      standardise: true,
      holdout: { kind: 'fraction', fraction: 0.2 },
      seed: 0,
    },
    method: 'krr',
    // A rough kernel: the matrix of a smooth one has a low-rank factor, and no library decomposes it.
    parameters: { kernel: 'laplace', lengthScale: 0.8, lambda: 1e-4, folds: 0 },
  } as const;
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** dist/nativeHost.js and dist/worker.js as they would be built now, koffi beside them, in a folder of their own. */
export function buildHost(): { readonly hostPath: string; readonly workerPath: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-host-'));
  const built = spawnSync(process.execPath, ['esbuild.mjs', `--to=${folder}`, 'nativeHost', 'worker'], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`nativeHost could not be built: ${built.stderr}`);
  return {
    hostPath: join(folder, 'nativeHost.js'),
    workerPath: join(folder, 'worker.js'),
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

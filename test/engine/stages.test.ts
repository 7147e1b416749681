import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import type { FitRequest } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import type { LinearAlgebra } from '../../src/engine/linalg/linalg';
import { core, machine } from './testCore';

/** Operations of a call by its arguments. */
const OPERATIONS: Readonly<Record<string, (...args: readonly number[]) => number>> = {
  gemm: (_a, _b, m, n, k) => 2 * m * n * k,
  syrk: (_a, n, k) => n * n * k,
  gemv: (_a, m, n) => 2 * m * n,
  cholesky: (_a, n) => n ** 3 / 3,
  solveLower: (_a, n, _b, _c, columns) => n * n * columns,
  solveLowerRight: (_a, n, _b, _c, rows) => n * n * rows,
  symmetricEigen: (_a, n) => 5 * n ** 3,
  symmetricEigenvalues: (_a, n) => 1.7 * n ** 3,
  kernelMatrix: (_f, _x, n, _z, m, d) => n * m * (2 * d + 15),
};

/** A core that counts its operations. */
function counting(): { readonly linalg: LinearAlgebra; readonly done: () => number } {
  let done = 0;
  const linalg = new Proxy(core, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      const cost = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[String(name)] : undefined;
      if (cost === undefined || typeof own !== 'function') return own;
      return (...args: readonly number[]) => {
        done += cost(...args);
        return Reflect.apply(own, target, args);
      };
    },
  });
  return { linalg, done: () => done };
}

function table(rows: number, columns: number): Uint8Array {
  const random = new Random(3);
  const head = [...Array.from({ length: columns }, (_, c) => `x${c}`), 'y'].join(',');
  const lines = Array.from({ length: rows }, () => {
    const x = Array.from({ length: columns }, () => random.normal());
    return [...x, Math.sin(2 * x[0]) + x[1] + 0.3 * random.normal()].join(',');
  });
  return new TextEncoder().encode(`${head}\n${lines.join('\n')}\n`);
}

const requestOf = (bytes: Uint8Array, method: string): FitRequest => ({
  source: { kind: 'bytes', name: 'made.csv', bytes },
  read: {},
  design: {
    target: method.endsWith('pca') ? '' : 'y',
    missing: 'impute',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.2 },
    seed: 0,
  },
  method,
  parameters: {},
});

/** The reported fractions with the operations done by each, and the operations in all. */
async function traced(request: FitRequest) {
  const { linalg, done } = counting();
  const engine = new Engine({ ...machine(4e9), linearAlgebra: () => ({ linalg, notes: () => [] }) });
  const told: { readonly share: number; readonly at: number; readonly stage: string }[] = [];
  await engine.handlers.fit(request, {
    ...quietContext,
    progress: (share, stage) => void told.push({ share, at: done(), stage }),
  });
  return { told, all: done() };
}

const ROWS = 400;
/** The fewer the rows, the larger is the part of the projection, one stage, in the work for components. */
const ROWS_OF_COMPONENTS = 700;
for (const [method, columns] of [
  ['krr', 3],
  ['krr', 60],
  ['huber', 3],
  ['quantile', 3],
  ['nystrom-ridge', 3],
  ['rf-ridge', 3],
  ['ekpca', 3],
  ['tkrr', 3],
  ['ny-kpca', 3],
] as const)
  test(`progress of ${method} on ${columns} columns stays below 1, and no long stretch of work goes by without a word`, async () => {
    const { told, all } = await traced(
      requestOf(table(method.endsWith('pca') ? ROWS_OF_COMPONENTS : ROWS, columns), method),
    );
    told.forEach(({ share, stage }, i) => {
      assert.ok(
        share < 1 && share >= (told[i - 1]?.share ?? 0),
        `${stage}: ${share} after ${told[i - 1]?.stage}: ${told[i - 1]?.share}`,
      );
    });
    const ends = [...told.map(({ at }) => at), all];
    ends.forEach((at, i) => {
      const gone = (at - (ends[i - 1] ?? 0)) / all;
      assert.ok(gone < 0.2, `${Math.round(100 * gone)} % of the work after "${told[i - 1]?.stage}"`);
    });
  });

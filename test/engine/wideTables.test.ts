// Work that a fit does for each pair of columns is what makes a wide table take minutes: operations are counted, as no clock is sharp enough.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import type { FitRequest } from '../../src/engine/contract/run';
import { Engine } from '../../src/engine/engine';
import type { LinearAlgebra } from '../../src/engine/linalg/linalg';
import { normals } from './madeRows';
import { core, machine } from './testCore';

const ROWS = 30;
const WIDTHS = [120, 480] as const;
/** The factor by which the operations may grow more than the columns. */
const SLACK = 1.2;

let operations = 0;
const counted: LinearAlgebra = new Proxy(core, {
  get(target, name) {
    const value: unknown = Reflect.get(target, name, target);
    if (typeof value !== 'function') return value;
    if (name !== 'kernelMatrix') return value.bind(target);
    return (...given: Parameters<LinearAlgebra['kernelMatrix']>) => {
      operations += given[2] * given[4] * given[5];
      return target.kernelMatrix(...given);
    };
  },
});
const engine = new Engine({ ...machine(4e9), linearAlgebra: () => ({ linalg: counted, notes: () => [] }) });

/** Numbers, every fifth column a category of three levels, and a target of the first two. */
function csv(columns: number): string {
  const next = normals(columns);
  const names = Array.from({ length: columns }, (_, c) => `c${c}`);
  const line = () => {
    const x = names.map((_, c) => (c % 5 === 4 ? `l${Math.floor(3 * Math.abs(Math.sin(7 * next())))}` : next()));
    return [...x, Number(x[0]) + Math.sin(2 * Number(x[1])) + 0.2 * next()].join();
  };
  return [[...names, 'y'].join(), ...Array.from({ length: ROWS }, line)].join('\n');
}

async function operationsOf(method: string, columns: number, parameters: FitRequest['parameters']): Promise<number> {
  operations = 0;
  await engine.handlers.fit(
    {
      method,
      source: { kind: 'bytes', name: `${columns}.csv`, bytes: new TextEncoder().encode(csv(columns)) },
      read: {},
      design: {
        target: 'y',
        missing: 'drop',
        standardise: true,
        seed: 0,
        holdout: { kind: 'fraction', fraction: 0.4 },
      },
      parameters,
    },
    quietContext,
  );
  return operations;
}

for (const [method, kernel] of [
  ['krr', 'gaussian'],
  ['krr', 'linear'],
  ['krr', 'laplace(columns=[1]) + matern32'],
  ['huber', 'gaussian'],
  ['krr', 'auto'],
] as const)
  test(`kernel values times columns grow as the columns do: ${method}, ${kernel}`, async () => {
    const [few, many] = [
      await operationsOf(method, WIDTHS[0], { kernel, lengthScaleRule: 'median' }),
      await operationsOf(method, WIDTHS[1], { kernel, lengthScaleRule: 'median' }),
    ];
    assert.ok(many <= (SLACK * few * WIDTHS[1]) / WIDTHS[0], `${few} operations, then ${many}`);
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, quietContext } from '../../src/engine/contract/context';
import type { FileSource } from '../../src/engine/contract/data';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { FitRequest } from '../../src/engine/contract/run';
import { Engine } from '../../src/engine/engine';
import { machine } from './testCore';

const rows = Array.from({ length: 1000 }, (_, i) => `${Math.sin(i)},${'abcd'[i % 4]},${i % 7}`);
const source: FileSource = {
  kind: 'bytes',
  name: 'a.csv',
  bytes: new TextEncoder().encode(`a,b,y\n${rows.join('\n')}\n`),
};
const request: FitRequest = {
  method: 'krr',
  source,
  read: {},
  parameters: { lengthScale: 1, lambda: 0.1, folds: 0 },
  design: {
    target: 'y',
    missing: 'impute',
    standardise: true,
    seed: 0,
    holdout: { kind: 'fraction', fraction: 0.2 },
    maxRows: 100,
  },
};
const refused = (sentence: RegExp, proposedRows: number) => (error: unknown) => {
  assert.ok(error instanceof KernelscopeError);
  assert.equal(error.failure.code, 'memory/too-large');
  assert.match(error.message, sentence);
  assert.equal(error.failure.data?.proposedRows, proposedRows);
  return true;
};

test('rows that would not fit once their columns are encoded are refused before they are made', async () => {
  const all = { ...request, design: { ...request.design, maxRows: 1000 } };
  // One number, and a column for each of four levels and for gaps.
  for (const ask of ['estimate', 'fit', 'propose'] as const)
    await assert.rejects(
      async () => new Engine(machine(44_000)).handlers[ask](all, quietContext),
      refused(
        /^Preparing 1,000 rows takes about 1 MB of memory, more than the 1 MB available\. Use at most 500 rows, fewer columns, or provide more memory\.$/,
        500,
      ),
    );
});

test('predictions are refused where all of them would not fit', async () => {
  const { model } = await new Engine(machine(4e9)).handlers.fit(request, quietContext);
  const predict = (memory: number) => new Engine(machine(memory)).handlers.predict({ model, source }, quietContext);
  assert.equal((await predict(4e9)).rows.length, 1000);
  await assert.rejects(predict(28_000), refused(/^Predicting 1,000 rows takes about 1 MB of memory/, 500));
});

test('kernels are compared on a sample where the fit of all rows is refused', async () => {
  const many = Array.from({ length: 3000 }, (_, i) => `${Math.sin(i)},${i % 7}`).join('\n');
  const large: FitRequest = {
    ...request,
    source: { kind: 'bytes', name: 'b.csv', bytes: new TextEncoder().encode(`a,y\n${many}\n`) },
    parameters: {},
    design: { ...request.design, maxRows: 3000 },
  };
  const engine = new Engine(machine(3e8));
  await assert.rejects(
    async () => engine.handlers.fit(large, quietContext),
    refused(/^Fitting 2,400 rows takes/, 1900),
  );
  // Far enough that the race has begun.
  let begun = false;
  const context = {
    ...quietContext,
    progress: (_: number, stage: string) => {
      begun ||= stage.startsWith('kernel');
    },
    check: () => {
      if (begun) throw cancelledError();
    },
  };
  await assert.rejects(async () => engine.handlers.compare(large, context), /cancelled|stopped/i);
  assert.ok(begun);
});

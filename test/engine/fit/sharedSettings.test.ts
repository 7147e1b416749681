// Rows of the same settings that are partly held out flatter every fit: each method says so, whether it measures by how
// much or not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import { fittedRun } from '../fittedRun';
import { machine } from '../testCore';

const engine = new Engine(machine(4e9));

/** Rows in cells that each have a deviation of their own, `size` rows a cell. */
function bytesOf(size: number) {
  const random = new Random(3);
  const lines = Array.from({ length: 100 / size }, () => {
    const [a, b, c, base] = [random.normal(), random.normal(), random.normal(), random.normal()];
    return Array.from({ length: size }, () => [a, b, c, a + b / 2 + base + 0.2 * random.normal()].join());
  }).flat();
  return new TextEncoder().encode(['a,b,c,y', ...lines].join('\n'));
}

/** Rows of columns with few values, each drawn by itself. */
function byChance() {
  const random = new Random(4);
  const lines = Array.from({ length: 200 }, () => {
    const [a, b, c] = [random.below(6), random.below(5), random.normal()];
    return [a, b, c, a + b / 2 + c + 0.2 * random.normal()].join();
  });
  return new TextEncoder().encode(['a,b,c,y', ...lines].join('\n'));
}

async function calloutsOf(method: string, bytes: Uint8Array<ArrayBuffer>) {
  const request = {
    method,
    source: { kind: 'bytes', name: 'cells.csv', bytes },
    read: {},
    design: {
      target: 'y',
      features: ['a', 'b', 'c'],
      missing: 'impute',
      standardise: true,
      seed: 0,
      holdout: { kind: 'fraction', fraction: 0.2 },
    },
    parameters: { kernel: 'gaussian', lengthScale: 1 },
  } as const;
  const { callouts = [] } = fittedRun(await engine.handlers.fit(request, quietContext));
  return callouts.filter(({ kind }) => kind === 'settings');
}

for (const method of [
  'krr',
  'huber',
  'tukey',
  'ksgd',
  'kcd',
  'kl-inf',
  'kl1',
  'svr',
  'quantile',
  'rf-ridge',
  'nystrom-ridge',
])
  test(`${method} says that held-out rows share the settings of training rows, and only where they do`, async () => {
    const [callout] = await calloutsOf(method, bytesOf(4));
    assert.match(
      callout?.text.map(({ text }) => text).join('') ?? '',
      /^80 training rows share 25 settings of .* new setting/,
    );
    assert.deepEqual(callout.act?.change.kind, 'settings');
    assert.deepEqual(await calloutsOf(method, bytesOf(1)), []);
    assert.deepEqual(await calloutsOf(method, byChance()), []);
  });

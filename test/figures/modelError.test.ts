// The error that a model carries, to wherever it predicts, is the one that its fit reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import type { RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { performance } from '../../src/figures/fit/keyNumbers';
import { deriveView } from '../../src/figures/view/view';
import { fittedRun } from '../engine/fittedRun';
import { machine } from '../engine/testCore';

const engine = new Engine(machine(4e9));

/** A fit of so many rows of a line with noise, or of noise alone, of which a fraction is held out. */
async function fitted(rows: number, fraction: number, seed: number, parameters = {}): Promise<RunResult> {
  const random = new Random(seed);
  const lines = Array.from({ length: rows }, () => {
    const x = 4 * random.uniform();
    return [x, random.normal(), (seed % 2) * 2 * x + random.normal()].join();
  });
  const run = await engine.handlers.fit(
    {
      method: 'krr',
      source: { kind: 'bytes', name: 'few.csv', bytes: new TextEncoder().encode(['a,b,y', ...lines].join('\n')) },
      read: {},
      design: { target: 'y', missing: 'impute', standardise: true, seed: 0, holdout: { kind: 'fraction', fraction } },
      parameters,
    },
    quietContext,
  );
  return fittedRun(run);
}

test('a model carries the error that its fit tells, with what choosing on the same rows took off it', async () => {
  let lowered = 0;
  for (let seed = 0; seed < 6; seed++)
    for (const [fraction, parameters] of [
      [0, {}],
      [0, { kernel: 'gaussian' }],
      [0.3, {}],
    ] as const) {
      const run = await fitted(8 + 6 * seed, fraction, seed, parameters);
      const told = performance(deriveView(run));
      const [carried] = run.model.quality?.errors ?? [];
      assert.equal(carried.heldOut, told.heldOut);
      assert.ok(Math.abs((carried.rmse ?? 0) / told.rmse - 1) < 1e-9, `${seed}: ${carried.rmse} beside ${told.rmse}`);
      assert.ok(Math.abs((carried.r2 ?? Number.NaN) - told.r2) < 1e-9, `${seed}: ${carried.r2} beside ${told.r2}`);
      if (!told.heldOut && (run.metrics.optimism ?? 1) > 1.1) lowered++;
    }
  assert.ok(lowered >= 3, `in ${lowered} fits leave-one-out errors alone say too little`);
});

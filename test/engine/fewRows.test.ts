import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import type { HoldoutRule } from '../../src/engine/contract/data';
import { isComponents, type RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { quietWith } from '../../src/engine/linalg/linalg';
import { predictModel } from '../../src/engine/model/predict';
import { overviewOf } from '../../src/figures/fit/overview';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { encoded } from '../claims/outcomes';
import { core, machine } from './testCore';

const BY_DEFAULT: HoldoutRule = { kind: 'fraction', fraction: 0.2, byDefault: true };
const NOISE = 0.3;
const truth = (v: number) => 2 * v;

/** Points of a calibration, the answer of an instrument to `rows` amounts. */
async function calibrated(rows: number, seed: number, holdout: HoldoutRule = BY_DEFAULT): Promise<RunResult> {
  const random = new Random(seed);
  const lines = Array.from({ length: rows }, () => {
    const amount = random.normal();
    return `${amount.toFixed(4)},${(truth(amount) + NOISE * random.normal()).toFixed(4)}`;
  });
  const run = await new Engine(machine(4e9)).handlers.fit(
    {
      method: 'krr',
      source: {
        kind: 'bytes',
        name: 'made.csv',
        bytes: new TextEncoder().encode(`amount,answer\n${lines.join('\n')}\n`),
      },
      read: {},
      design: { target: 'answer', missing: 'impute', standardise: true, seed: 0, holdout },
      parameters: {},
    },
    quietContext,
  );
  if (isComponents(run)) throw new Error('a fit is no run of components');
  return run;
}

const ROWS = [8, 12, 18, 30, 44];

test('of a few rows the default fit is hardly further from new ones than the straight line that they lie about', async () => {
  const fresh = Array.from({ length: 200 }, (_, i) => [(i - 99.5) / 70]);
  for (const rows of ROWS) {
    const errors: number[] = [];
    for (const seed of [1, 2, 3, 4]) {
      const { model } = await calibrated(rows, 10 * rows + seed);
      const [{ predicted }] = predictModel(model, encoded(model, fresh), quietWith(core));
      errors.push(Math.sqrt(predicted.reduce((sum, v, i) => sum + (v - truth(fresh[i][0])) ** 2, 0) / fresh.length));
    }
    const [, , middle] = errors.sort((a, b) => a - b);
    // Two coefficients of a line are off by noise · √(2/n) together.
    assert.ok(middle < 2.5 * NOISE * Math.sqrt(2 / rows), `${rows}: ${errors}`);
  }
});

test('no rows are held out where fewer than ten would be, unless a person asks for it; a race and leave-one-out tell instead', async () => {
  for (const rows of [...ROWS, 47, 48]) {
    const run = await calibrated(rows, rows);
    assert.deepEqual([run.data.train, run.data.holdout], rows < 48 ? [rows, 0] : [38, 10]);
    assert.ok(run.race?.chosen, `${rows} rows are raced`);
    const { lead, than } = overviewOf(deriveView(run));
    if (rows < 48) assert.match(plainText([...lead, ...(than ?? [])]), /when each row is left out in turn/);
    assert.equal(/too few to rely on/.test(plainText(than ?? [])), rows < 20);
  }
  const asked = await calibrated(30, 1, { kind: 'fraction', fraction: 0.2 });
  assert.equal(asked.data.holdout, 6);
});

test('a handful of held-out rows carries no interval, no share explained and no finding of what is closer', async () => {
  for (const rows of [10, 14, 25, 40]) {
    const run = await calibrated(rows, rows, { kind: 'fraction', fraction: 0.2 });
    assert.ok(run.metrics.holdout?.r2Interval.every(Number.isNaN));
    const view = deriveView(run);
    const { lead, than, numbers } = overviewOf(view);
    assert.doesNotMatch(plainText([...lead, ...(than ?? [])]), /xplains|R²|is closer|is better|NaN|–/);
    assert.doesNotMatch(numbers.map(({ note }) => note).join('|'), /NaN|^;|\|;/);
    assert.deepEqual(run.callouts ?? [], []);
  }
});

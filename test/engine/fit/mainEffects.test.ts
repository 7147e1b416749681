import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { isComponents, type RunResult } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import { liveVariance, predictLive } from '../../../src/engine/spectrum/livePrediction';
import { machine } from '../testCore';

const engine = new Engine(machine(4e9));

/** y = 2·sin(2a) + b + 0·c and, where `joint`, a·c; noise of 0.3; columns uniform on [−2, 2]. */
function madeTable(seed: number, joint: boolean): string {
  const random = new Random(seed);
  const lines = ['a,b,c,y'];
  for (let i = 0; i < 160; i++) {
    const [a, b, c] = [0, 0, 0].map(() => 4 * random.uniform() - 2);
    lines.push([a, b, c, 2 * Math.sin(2 * a) + b + (joint ? a * c : 0) + 0.3 * random.normal()].join());
  }
  return lines.join('\n');
}

const SUM =
  '0.5*gaussian(lengthScale=1.5) + matern32(columns=1, lengthScale=0.8) + matern32(columns=2, lengthScale=2) + 0.1*laplace(columns=3, lengthScale=2)';

async function fitted(csv: string, kernel: string): Promise<RunResult> {
  const run = await engine.handlers.fit(
    {
      method: 'krr',
      source: { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(csv) },
      read: {},
      design: {
        target: 'y',
        features: ['a', 'b', 'c'],
        missing: 'drop',
        standardise: true,
        seed: 0,
        holdout: { kind: 'fraction', fraction: 0 },
      },
      parameters: { kernel },
    },
    quietContext,
  );
  if (isComponents(run)) throw new Error('a fit is no run of components');
  return run;
}

const effectOf = (run: RunResult, column: string) => {
  const item = run.live.partial.find((one) => one.column === column);
  assert.ok(item?.share !== undefined, column);
  return { ...item, share: item.share };
};

test('shares of columns by themselves are those of an additive target, and together carry what only they do', async () => {
  for (const kernel of [SUM, 'gaussian(lengthScale=1.2)']) {
    const run = await fitted(madeTable(1, false), kernel);
    // Variances of 2·sin(2a), b and nothing: 2 − sin(8)/2·…, and 4/3.
    const a = 2 - Math.sin(8) / 4;
    const whole = a + 4 / 3;
    const shares = ['a', 'b', 'c'].map((column) => effectOf(run, column).share);
    assert.ok(Math.abs(shares[0] - a / whole) < 0.12, `${shares}`);
    assert.ok(Math.abs(shares[1] - 4 / 3 / whole) < 0.12, `${shares}`);
    assert.ok(Math.abs(shares[2]) < 0.05, `${shares}`);
    const joint = await fitted(madeTable(1, true), kernel);
    const alone = ['a', 'b', 'c'].reduce((sum, column) => sum + effectOf(joint, column).share, 0);
    assert.ok(alone < 0.85 && alone < shares[0] + shares[1] + shares[2] - 0.1, `${alone}`);
  }
});

test('the 95 % interval of an average prediction holds the truth', async () => {
  let [held, all] = [0, 0];
  for (let seed = 2; seed < 14; seed++) {
    const run = await fitted(madeTable(seed, false), SUM);
    for (const [column, truth] of [
      ['a', (v: number) => 2 * Math.sin(2 * v)],
      ['b', (v: number) => v],
    ] as const) {
      const { grid, predictor } = effectOf(run, column);
      const average = predictLive(predictor, run.spectrum, run.filter);
      const half = liveVariance(predictor, run.spectrum, run.noise.sigma2, run.filter).map((v) => 1.96 * Math.sqrt(v));
      // The other columns' effects are averaged over the rows at hand.
      const middle = average.reduce((sum, v, j) => sum + (v - truth(grid[j])) / average.length, 0);
      grid.forEach((v, j) => {
        if (Math.abs(v) > 1.8) return;
        all++;
        if (Math.abs(average[j] - truth(v) - middle) <= half[j]) held++;
      });
    }
  }
  assert.ok(held / all > 0.9, `${held} of ${all}`);
});

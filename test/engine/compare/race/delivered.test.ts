import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Parameters } from '../../../../src/engine/contract/method';
import { isComponents, type RunResult } from '../../../../src/engine/contract/run';
import { Random } from '../../../../src/engine/data/random';
import { Engine } from '../../../../src/engine/engine';
import { machine, withoutEffects } from '../../testCore';

const engine = new Engine(machine(4e9));
const KERNELS = ['gaussian', 'matern52'];

/** A smooth column, two that act together, and a category: y = sin 2a + b·c + [g = x], of standard deviation 1.3, and noise of 0.3. */
function madeTable(n: number, seed: number): string {
  const random = new Random(seed);
  const lines = ['a,b,c,g,y'];
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [random.normal(), random.normal(), random.normal()];
    const g = 'xyzw'[Math.floor(4 * random.uniform())];
    const y = Math.sin(2 * a) + b * c + (g === 'x' ? 1 : 0) + 0.3 * random.normal();
    lines.push(`${a},${b},${c},${g},${y}`);
  }
  return lines.join('\n');
}

async function fitted(csv: string, method: string, parameters: Parameters, streamed = false): Promise<RunResult> {
  const run = await engine.handlers.fit(
    {
      method,
      source: { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(csv) },
      read: {},
      design: {
        target: 'y',
        features: ['a', 'b', 'c', 'g'],
        missing: 'drop',
        standardise: true,
        seed: 0,
        holdout: { kind: 'last', fraction: 0.3 },
      },
      parameters: { compare: false, ...parameters },
      ...(streamed && { streamed }),
    },
    withoutEffects,
  );
  if (isComponents(run)) throw new Error('a fit is no run of components');
  return run;
}

const rmse = ({ metrics }: RunResult) => metrics.holdout?.rmse ?? Number.NaN;

for (const [method, count, both] of [
  ['rf-ridge', { features: 80 }, true],
  ['nystrom-ridge', { landmarks: 60 }, false],
] as const)
  test(`${method} with few of them takes a kernel that suits as few${both ? ', in memory and visited' : ''}`, async () => {
    const csv = madeTable(400, 5);
    const byHand: number[] = [];
    for (const kernel of KERNELS)
      byHand.push(rmse(await fitted(csv, method, { ...count, kernel, lengthScaleRule: 'ard' })));
    for (const streamed of both ? [false, true] : [false]) {
      const run = await fitted(csv, method, count, streamed);

      assert.ok(rmse(run) <= 1.05 * Math.min(...byHand), `${rmse(run)} beside ${byHand.join(', ')}`);
      assert.equal(run.race?.judgedWith?.count, Object.values(count)[0]);
    }
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fitted, type World } from './fits';

const DRAWS = 4;
const FEW_DRAWS = 8;

const world = (noise: World['noise']): World => ({
  names: ['a', 'b', 'c', 'd'],
  rows: 250,
  target: ([a, b, c]) => Math.sin(2 * a) + (b * b) / 2 + c / 2,
  column: (random) => 4 * random.uniform() - 2,
  noise,
});

const WORLDS: Readonly<Record<string, World>> = {
  'grows along a column': world(([a]) => 0.1 + 0.6 * Math.abs(a)),
  'is large beyond a step': world(([, , c]) => (c > 1 ? 1 : 0.15)),
  'is even': world(() => 0.4),
};

for (const [name, made] of Object.entries(WORLDS))
  test(`95 % intervals of the default answer hold new rows, also the noisiest: noise that ${name}`, async () => {
    let [all, noisiest] = [0, 0];
    for (let seed = 1; seed <= DRAWS; seed++) {
      const fitted = new Fitted(made, seed);
      const { held, noise } = fitted.intervals(await fitted.run());
      const order = [...noise.keys()].sort((i, j) => noise[j] - noise[i]);
      const share = (rows: readonly number[]) => rows.filter((i) => held[i]).length / rows.length / DRAWS;
      all += share(order);
      noisiest += share(order.slice(0, order.length / 4));
    }
    // One draw scatters by 0.02, and by 0.05 in the noisiest quarter.
    assert.ok(Math.abs(all - 0.95) < 0.02, `${all}`);
    assert.ok(noisiest > 0.92 - 0.05 / Math.sqrt(DRAWS), `${noisiest}`);
  });

for (const method of ['cutoff', 'ckrr-hard', 'three-zone', 'tkrr', 'kgd', 'kgf'])
  test(`95 % intervals of ${method} hold most new rows also where few rows let it fit every one closely`, async () => {
    const shares: number[] = [];
    for (let seed = 1; seed <= FEW_DRAWS; seed++) {
      const fitted = new Fitted({ ...WORLDS['is even'], rows: 38 }, seed);
      const { held } = fitted.intervals(await fitted.run({}, method));
      shares.push(held.filter(Boolean).length / held.length);
    }
    const mean = shares.reduce((sum, share) => sum + share / FEW_DRAWS, 0);
    // With so few rows one draw scatters by 0.07, and the kernel was chosen among nine on them too.
    assert.ok(mean > 0.88, `${mean}`);
    assert.ok(Math.min(...shares) > 0.6, `${shares}`);
  });

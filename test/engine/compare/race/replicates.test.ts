import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitWinner, raceOf } from '../../../../src/engine/compare/race/racedFit';
import { quietContext } from '../../../../src/engine/contract/context';
import type { Design, DesignOptions } from '../../../../src/engine/contract/data';
import { Random } from '../../../../src/engine/data/random';
import { readTable } from '../../../../src/engine/data/readTable';
import { krr } from '../../../../src/engine/methods/krr';
import { designed } from '../../data/designed';
import { normals } from '../../madeRows';
import { fitContext } from '../../testCore';

async function designOf(header: string, lines: readonly string[], options: Partial<DesignOptions> = {}) {
  const bytes = new TextEncoder().encode([header, ...lines].join('\n'));
  const table = await readTable({ kind: 'bytes', name: 'made.csv', bytes }, {}, quietContext);
  return designed(table, { holdout: { kind: 'fraction', fraction: 0.25 }, ...options });
}

/** The default fit: the race of kernels, and its winner on all rows. */
function defaultFit(design: Design) {
  const context = { ...fitContext };
  const outcome = raceOf(krr, design, {}, context, { pool: { workers: 0 } });
  assert.ok(outcome?.race.chosen);
  return { ...fitWinner(krr, design, {}, outcome, context), race: outcome.race };
}

/** The mean target of the training rows in the cell of each held-out row: the best that can be had of a table of cells. */
function cellMeans({ train, holdout }: Design): Float64Array {
  const keyOf = ({ rows, columns, values }: Design['train']['x'], i: number) =>
    Array.from({ length: columns }, (_, c) => values[c * rows + i].toFixed(9)).join(' ');
  const cells = new Map<string, number[]>();
  train.y.forEach((v, i) => {
    const key = keyOf(train.x, i);
    cells.set(key, [...(cells.get(key) ?? []), v]);
  });
  const meanOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  return Float64Array.from(holdout?.y ?? [], (_, i) => {
    assert.ok(holdout);
    return meanOf(cells.get(keyOf(holdout.x, i)) ?? [...train.y]);
  });
}

const squares = (y: ArrayLike<number>, predicted: (i: number) => number) =>
  Array.from(y).reduce((sum, v, i) => sum + (v - predicted(i)) ** 2, 0);

test('a factorial table with an interaction is predicted as well as by the means of its cells', async () => {
  for (const [a, b, replicates, spread] of [
    [2, 2, 75, 5],
    [2, 2, 20, 1],
    [3, 3, 40, 3],
    [3, 4, 15, 2],
    [3, 4, 15, 0.7],
    [4, 6, 10, 2],
  ]) {
    const next = normals(10 * a + b);
    // Rows and columns have no effect of their own where the cells of a row and of a column add up to nothing.
    const cell = Array.from({ length: a * b }, (_, c) =>
      a === 2 ? spread * ((Math.floor(c / b) + c) % 2 === 0 ? 1 : -1) : spread * next(),
    );
    const lines = Array.from({ length: a * b * replicates }, (_, i) => {
      const c = i % (a * b);
      return `u${Math.floor(c / b)},v${c % b},${(cell[c] + next()).toFixed(4)}`;
    });
    const design = await designOf('u,v,y', lines);
    const { holdout, race } = defaultFit(design);
    assert.ok(holdout && design.holdout);
    const { y } = design.holdout;
    const mean = design.train.y.reduce((sum, v) => sum + v, 0) / design.train.y.length;
    const total = squares(y, () => mean);
    const means = cellMeans(design);
    const [ours, best] = [holdout.predicted, means].map((values) => 1 - squares(y, (i) => values[i]) / total);
    assert.ok(ours > best - 0.02, `${a}×${b}, ${spread}: ${ours} and ${best}`);
    assert.equal(race.folds, 10);
  }
});

test('a table of two classes by one or two categories is classified as well as by the commoner class of each cell', async () => {
  for (const [seed, chances] of [
    [[0.75, 0.2]],
    [[0.97, 0.9, 0.5, 0.35, 0.15, 0.1]],
    [[0.95, 0.05, 0.9, 0.1, 0.95, 0.05, 0.9, 0.1, 0.95, 0.05, 0.9, 0.1]],
  ].map(([values], at) => [at + 1, values] as const)) {
    const random = new Random(seed);
    const lines = Array.from({ length: 700 }, () => {
      const cell = random.below(chances.length);
      return `s${cell % 2},p${cell >> 1},${random.uniform() < chances[cell] ? 'yes' : 'no'}`;
    });
    const design = await designOf('s,p,y', lines, { features: chances.length === 2 ? ['s'] : ['s', 'p'] });
    const { classes, race } = defaultFit(design);
    assert.ok(classes?.heldOut && design.holdout);
    const means = cellMeans(design);
    const right = design.holdout.y.filter((code, i) => Number(means[i] > 0.5) === code).length / means.length;
    assert.ok(classes.accuracy > right - 0.02, `${classes.accuracy} and ${right}`);
    // The folds' estimate of the error on new rows agrees with new rows.
    const error = race.lanes.find(({ id }) => id === race.chosen)?.error;
    assert.ok(error && error.interval[0] <= 1 - right && 1 - right <= error.interval[1], `${error?.interval}`);
  }
});

test('a file whose rows stand there twice finds nothing in noise', async () => {
  for (const seed of [1, 2, 3]) {
    const next = normals(seed);
    const half = Array.from({ length: 120 }, () => `${next().toFixed(6)},${next().toFixed(6)}`);
    const numbers = half.map((line) => `${line},${next().toFixed(6)}`);
    const design = await designOf('a,b,y', [...numbers, ...numbers]);
    const { holdout, race } = defaultFit(design);
    assert.ok(holdout && design.holdout);
    const { y } = design.holdout;
    const r2 = 1 - squares(y, (i) => holdout.predicted[i]) / squares(y, () => 0);
    assert.ok(r2 < 0.1, `${r2}`);
    const [mean, chosen] = ['mean', race.chosen].map((id) => race.lanes.find((lane) => lane.id === id)?.error?.value);
    assert.ok(Number(chosen) > 0.93 * Number(mean), `${chosen} and ${mean}`);
    const words = half.map((line) => `${line},${next() > 0 ? 'p' : 'q'}`);
    const { race: ofClasses } = defaultFit(await designOf('a,b,y', [...words, ...words]));
    const wrong = ofClasses.lanes.find(({ id }) => id === ofClasses.chosen)?.error?.value;
    assert.ok(Number(wrong) > 0.35, `${wrong}`);
  }
});

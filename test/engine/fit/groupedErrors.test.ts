// The rows of a group that is held out may be missed alike: intervals of errors, and of differences between runs,
// account for how few rows they then count for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import { wilson } from '../../../src/engine/statistics/classes';
import { rightAlike, rowsPerGroupError } from '../../../src/engine/statistics/designEffect';
import { missesNominal } from '../../../src/engine/statistics/intervals';
import { rootInterval } from '../../../src/engine/statistics/meanInterval';
import { rankRows, rocArea } from '../../../src/engine/statistics/ranking';
import { comparedRun } from '../../../src/figures/compare/comparedRun';
import { comparisonOf } from '../../../src/figures/compare/comparison';
import { reliabilityFigure } from '../../../src/figures/fit/reliability';
import { coverageLanes } from '../../../src/figures/lanes/coverage';
import { deriveView } from '../../../src/figures/view/view';
import { fittedRun } from '../fittedRun';
import { machine } from '../testCore';

const DRAWS = 400;
const SIZE = 8;

/** Errors of rows in groups; `alike` is the fraction of their variance, 1, that rows of a group have in common. */
function errorsOf(groups: number, alike: number, random: Random) {
  const shared = Array.from({ length: groups }, () => Math.sqrt(alike) * random.normal());
  const unit = Int32Array.from({ length: groups * SIZE }, (_, i) => Math.floor(i / SIZE));
  return { unit, errors: Float64Array.from(unit, (g) => shared[g] + Math.sqrt(1 - alike) * random.normal()) };
}

test('intervals of the error of rows in groups hold the truth as often as they say, however alike a group is missed', () => {
  for (const groups of [5, 10, 25])
    for (const alike of [0, 0.3, 0.9]) {
      const random = new Random(70 + groups);
      let [held, plain] = [0, 0];
      for (let draw = 0; draw < DRAWS; draw++) {
        const { unit, errors } = errorsOf(groups, alike, random);
        const squares = errors.map((error) => error * error);
        const inside = ([low, high]: readonly [number, number]) => Number(low <= 1 && high >= 1);
        held += inside(rootInterval(squares, rowsPerGroupError(errors, unit)));
        plain += inside(rootInterval(squares));
      }
      assert.ok(held >= 0.89 * DRAWS, `${groups} groups, ${alike} alike: ${held} of ${DRAWS}`);
      if (alike === 0.9) assert.ok(plain < 0.8 * DRAWS, `rows alone: ${plain}`);
    }
});

test('intervals of the accuracy of rows in groups hold the truth as often as they say, however alike a group is', () => {
  for (const groups of [5, 10, 25])
    for (const spread of [0, 1, 2]) {
      const random = new Random(30 + groups);
      const shareOf = () => 1 / (1 + Math.exp(-1 - spread * random.normal()));
      const truth = Array.from({ length: 40_000 }, shareOf).reduce((sum, share) => sum + share, 0) / 40_000;
      let [held, plain] = [0, 0];
      for (let draw = 0; draw < DRAWS; draw++) {
        const shares = Array.from({ length: groups }, shareOf);
        const unit = Int32Array.from({ length: groups * SIZE }, (_, i) => Math.floor(i / SIZE));
        const right = Float64Array.from(unit, (g) => Number(random.uniform() < shares[g]));
        const sum = right.reduce((all, one) => all + one, 0);
        const inside = (rows: number) => {
          const [low, high] = wilson(sum / rows, right.length / rows);
          return Number(low <= truth && high >= truth);
        };
        held += inside(rightAlike({ kind: 'together', unit, heldOut: unit }, right));
        plain += inside(1);
      }
      assert.ok(held >= 0.9 * DRAWS, `${groups} groups, spread ${spread}: ${held} of ${DRAWS}`);
      if (spread === 2) assert.ok(plain < 0.75 * DRAWS, `rows alone: ${plain}`);
    }
});

test('of some rows of the groups only the groups and rows that are among them count', () => {
  const unit = Int32Array.from({ length: 40 }, (_, i) => Math.floor(i / 10));
  const right = unit.map((g) => g % 2);
  const division = { kind: 'together', unit, heldOut: unit } as const;
  const some = Uint32Array.from(unit.keys()).filter((i) => i % 10 < 3);
  const of = (rows: Uint32Array) => Float64Array.from(rows, (i) => right[i]);
  assert.equal(
    rightAlike(division, of(some), some),
    rightAlike({ ...division, heldOut: unit.filter((_, i) => i % 10 < 3) }, of(some)),
  );
  assert.ok(rightAlike(division, of(some), some) < rightAlike(division, Float64Array.from(right)));
});

const engine = new Engine(machine(4e9));

/** A quarter of the groups of the column p is held out. */
const BY_GROUP = {
  missing: 'impute',
  standardise: true,
  seed: 0,
  holdout: { kind: 'fraction', fraction: 0.25 },
  splitBy: { kind: 'group', column: 'p' },
} as const;

test('a fit of classes on groups says of how many rows its accuracy is', async () => {
  const random = new Random(5);
  const lines = Array.from({ length: 24 }, (_, p) => {
    const base = 2 * random.normal();
    return Array.from({ length: SIZE }, () => {
      const a = random.normal();
      return `P${p},${a},${a / 2 + base + random.normal() > 0 ? 'yes' : 'no'}`;
    });
  }).flat();
  const source = {
    kind: 'bytes',
    name: 'groups.csv',
    bytes: new TextEncoder().encode(['p,a,c', ...lines].join('\n')),
  } as const;
  const design = { ...BY_GROUP, target: 'c', features: ['a'] };
  const parameters = { kernel: 'gaussian', lengthScale: 1, lambda: 0.01 };
  const { classes } = fittedRun(
    await engine.handlers.fit({ method: 'krr', source, read: {}, design, parameters }, quietContext),
  );
  assert.ok(classes);
  const { designEffect = 1, accuracy, accuracyInterval, confusion } = classes;
  const rows = confusion.reduce((sum, each) => sum + each, 0);
  assert.ok(designEffect > 2, `${designEffect} rows a group say as much as one`);
  assert.deepEqual(accuracyInterval, wilson(accuracy * rows, rows, designEffect));
  const [, yes] = classes.probability?.levels ?? [];
  assert.ok(yes);
  const width = ([low, high]: readonly [number, number]) => high - low;
  const { recall, rows: of } = yes;
  assert.ok(recall && width(recall.interval) > 1.3 * width(wilson(recall.value * of, of)), 'recall');
  const taken = confusion[1] + confusion[3];
  assert.ok(yes.precision && width(yes.precision.interval) > 1.3 * width(wilson(confusion[3], taken)), 'precision');
  const { observed, scores } = classes.probability ?? {};
  const ranked = rankRows(scores?.[0] ?? [], (i) => observed?.[i] === 1);
  // The scores know nothing of what a group shares, so that its rows are ranked as if each stood for itself.
  assert.deepEqual(yes.rocArea?.interval, rocArea(ranked).interval);
  assert.ok(width(rocArea(ranked, undefined, 4).interval) > 1.5 * width(rocArea(ranked).interval));
});

test('rows of about one probability count as many as say something where whole groups are held out', async () => {
  const fits = 12;
  let [off, byRows] = [0, 0];
  for (let seed = 1; seed <= fits; seed++) {
    const random = new Random(seed);
    const lines = Array.from({ length: 32 }, (_, p) => {
      const base = 2 * random.normal();
      return Array.from({ length: 20 }, () => {
        const a = random.normal();
        return `P${p},${a},${1 / (1 + Math.exp(-2 * a - base)) > random.uniform() ? 'yes' : 'no'}`;
      });
    }).flat();
    const bytes = new TextEncoder().encode(['p,a,c', ...lines].join('\n'));
    const source = { kind: 'bytes', name: 'groups.csv', bytes } as const;
    const design = { ...BY_GROUP, target: 'c', features: ['a'] };
    const parameters = { kernel: 'gaussian', lengthScale: 1, lambda: 0.01, folds: 0 };
    const run = fittedRun(
      await engine.handlers.fit({ method: 'krr', source, read: {}, design, parameters }, quietContext),
    );
    const says = (of: typeof run) =>
      !/^No group/.test(
        reliabilityFigure(deriveView(of))
          ?.sentence.map(({ text }) => text)
          .join('') ?? 'No group',
      );
    const { unit: _, ...probability } = run.classes?.probability ?? {};
    off += Number(says(run));
    byRows += Number(says({ ...run, classes: { ...run.classes, probability } } as typeof run));
  }
  // Averaged over groups the probabilities are right.
  assert.ok(off <= 1, `${off} of ${fits} said to be off`);
  assert.ok(byRows > 2, `rows alone: ${byRows}`);
});

test('whether intervals miss is judged by as many rows as are inside or outside by themselves', async () => {
  const random = new Random(8);
  // The rows of every fifth group are far noisier than those of the others.
  const lines = Array.from({ length: 60 }, (_, p) =>
    Array.from({ length: SIZE }, () => {
      const a = random.normal();
      return `P${p},${a},${a + (p % 5 === 0 ? 10 : 1) * random.normal()}`;
    }),
  ).flat();
  const bytes = new TextEncoder().encode(['p,a,y', ...lines].join('\n'));
  const source = { kind: 'bytes', name: 'groups.csv', bytes } as const;
  const design = { ...BY_GROUP, target: 'y', features: ['a'] };
  const parameters = { kernel: 'gaussian', lengthScale: 1, lambda: 0.01, folds: 0 };
  const run = fittedRun(
    await engine.handlers.fit({ method: 'krr', source, read: {}, design, parameters }, quietContext),
  );
  const { coverage = 0, n = 0, designEffect } = run.metrics.holdout ?? {};
  const inside = designEffect?.inside ?? 1;
  assert.ok(inside > 1.3, `${coverage} of ${n}: ${inside}`);
  const [all] = coverageLanes(deriveView(run))?.lanes ?? [];
  assert.deepEqual(all.interval, wilson(coverage * n, n, inside));
});

test('rows inside intervals alike are blamed as often as chance has it', () => {
  const random = new Random(12);
  let blamed = [0, 0];
  for (let draw = 0; draw < DRAWS; draw++) {
    const unit = Int32Array.from({ length: 20 * SIZE }, (_, i) => Math.floor(i / SIZE));
    // In one group of ten, half of the rows are outside: 95 % are inside on average.
    const shares = Float64Array.from({ length: 20 }, () => (random.uniform() < 0.1 ? 0.5 : 1));
    const inside = Float64Array.from(unit, (g) => Number(random.uniform() < shares[g]));
    const share = inside.reduce((sum, one) => sum + one, 0) / inside.length;
    const per = rightAlike({ kind: 'together', unit, heldOut: unit }, inside);
    const misses = (designEffect: number) => Number(missesNominal(share, inside.length, 1e6, designEffect)) / DRAWS;
    blamed = [blamed[0] + misses(1), blamed[1] + misses(per)];
  }
  assert.ok(blamed[0] > 0.03 && blamed[1] < 0.01, `${blamed}`);
});

/**
 * Rows in groups, where neither column shows what the rows of a group share; `first`: the number of the first group.
 */
function rowsOf(groups: number, first: number, random: Random) {
  return Array.from({ length: groups }, (_, p) => {
    const [base, u, v] = [random.normal(), random.normal(), random.normal()];
    return Array.from({ length: SIZE }, () => {
      const [a, b] = [u + 0.2 * random.normal(), v + 0.2 * random.normal()];
      return { cells: [`P${first + p}`, a, b], y: base + 0.3 * random.normal() };
    });
  }).flat();
}
const csvOf = (rows: ReturnType<typeof rowsOf>) => ({
  kind: 'bytes' as const,
  name: 'groups.csv',
  bytes: new TextEncoder().encode(['p,a,b,y', ...rows.map(({ cells, y }) => [...cells, y].join())].join('\n')),
});

test('of two fits that are judged on few groups none is called better that is not', async () => {
  let wrong = 0;
  for (let seed = 0; seed < 16; seed++) {
    const random = new Random(900 + seed);
    const [source, fresh] = [rowsOf(20, 0, random), rowsOf(250, 100, random)];
    const fitted = async (feature: string) => {
      const design = { ...BY_GROUP, target: 'y', features: [feature] };
      const parameters = { kernel: 'gaussian', lengthScale: 1, lambda: 0.01, folds: 0 };
      const request = { method: 'krr', source: csvOf(source), read: {}, design, parameters };
      const run = fittedRun(await engine.handlers.fit(request, quietContext));
      const { outputs } = await engine.handlers.predict({ model: run.model, source: csvOf(fresh) }, quietContext);
      const [{ predicted }] = outputs;
      return { run, error: fresh.reduce((sum, { y }, i) => sum + (y - predicted[i]) ** 2, 0) };
    };
    const [a, b] = [await fitted('a'), await fitted('b')];
    assert.ok((a.run.metrics.holdout?.designEffect?.errors ?? 1) > 2, 'rows of a group are missed alike');
    const { standings } = comparisonOf([comparedRun(a.run, 'a'), comparedRun(b.run, 'b')]);
    const { verdict } = standings[1].difference ?? {};
    wrong += Number((verdict === 'better' && b.error > a.error) || (verdict === 'worse' && b.error < a.error));
  }
  assert.ok(wrong <= 1, `${wrong} of 16`);
});

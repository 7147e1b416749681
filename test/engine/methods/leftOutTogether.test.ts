import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design } from '../../../src/engine/contract/data';
import { Random } from '../../../src/engine/data/random';
import { krr } from '../../../src/engine/methods/krr';
import { madeDesign, madeProblem, madeSample } from '../madeRows';
import { fitted } from './fitting';

const EACH = 8;

/** Rows of groups in which a column says nothing but the group, and the target has a level of each. */
function rowsOfGroups(groups: number, random: Random) {
  const rows = groups * EACH;
  const levels = Array.from({ length: groups }, () => [3 * random.normal(), 0.8 * random.normal()]);
  const place = Float64Array.from({ length: rows }, (_, i) => levels[Math.floor(i / EACH)][0] + 0.02 * random.normal());
  const own = Float64Array.from({ length: rows }, () => random.normal());
  const y = own.map((v, i) => Math.sin(1.5 * v) + levels[Math.floor(i / EACH)][1] + 0.4 * random.normal());
  return madeSample({ rows, columns: 2, values: Float64Array.from([...place, ...own]) }, y);
}

test('where groups stay together, errors and intervals are those of rows whose whole group was left out', () => {
  const [groups, draws] = [16, 6];
  const unit = Int32Array.from({ length: groups * EACH }, (_, i) => Math.floor(i / EACH));
  const inside = { together: 0, copied: 0, alone: 0 };
  for (let seed = 1; seed <= draws; seed++) {
    const random = new Random(seed);
    const design = madeDesign(rowsOfGroups(groups, random), rowsOfGroups(150, random));
    const measured = (rows: Design) => fitted(krr, rows, { lengthScale: '1', lambda: 0.003 }).metrics;
    const together = measured({ ...design, division: { kind: 'together', unit } });
    const alone = measured(design);
    const copied = measured({ ...design, division: { kind: 'together', unit }, copies: Int32Array.from(unit.keys()) });
    for (const [name, metrics] of Object.entries({ together, copied, alone }))
      inside[name as keyof typeof inside] += (metrics.holdout?.coverage ?? 0) / draws;
    assert.ok(Math.abs(together.loo / alone.loo - 1) < 1e-9, `${seed}`);
    assert.ok(together.cv > 1.1 * together.loo, `${seed}: ${together.cv} against ${together.loo}`);
    assert.ok(Math.abs((together.loo * (together.optimism ?? 1)) / together.cv - 1) < 1e-9, `${seed}`);
  }
  // By the rows alone 0.81 of new rows are inside.
  assert.ok(inside.together > 0.9 && inside.copied > 0.88 && inside.alone < 0.85, JSON.stringify(inside));
});

test('where groups stay together, the interval of the accuracy holds that on new groups, whose class nothing tells', () => {
  const [groups, draws] = [14, 24];
  const unit = Int32Array.from({ length: groups * EACH }, (_, i) => Math.floor(i / EACH));
  let missed = 0;
  for (let seed = 1; seed <= draws; seed++) {
    const random = new Random(100 + seed);
    const { x, rows, lines } = rowsOfGroups(groups, random);
    // As many groups are of one class as of the other: half of new groups are right, however they are predicted.
    const y = Float64Array.from(unit, (group) => group % 2);
    const design = { ...madeDesign({ ...madeSample(x, y), rows, lines }), classes: ['a', 'b'] };
    const interval = (of: Design) => {
      const { classes } = fitted(krr, of, { lengthScale: '0.5', lambda: 0.01 });
      assert.ok(classes);
      return classes.accuracyInterval;
    };
    const [low, high] = interval({ ...design, division: { kind: 'together', unit } });
    if (low > 0.5 || high < 0.5) missed++;
    // Rows alone tell the class of their group.
    if (seed === 1) assert.ok(interval(design)[0] > 0.5);
  }
  // By rows it would be 10.
  assert.ok(missed <= 3, `${missed} of ${draws}`);
});

test('rows that stand twice each have the errors of the same rows once', () => {
  const once = madeProblem(60, 2, 0.5, 3).train;
  const { rows } = once.x;
  const twice = Array.from({ length: 2 * rows }, (_, i) => i % rows);
  const values = Float64Array.from(
    { length: 4 * rows },
    (_, o) => once.x.values[(o >= 2 * rows ? rows : 0) + twice[o % (2 * rows)]],
  );
  const y = Float64Array.from(twice, (i) => once.y[i]);
  const repeated = {
    ...madeDesign(madeSample({ rows: 2 * rows, columns: 2, values }, y)),
    copies: Int32Array.from(twice),
  };
  // The same function, as n·lambda is twice as large.
  const [left, alone] = [repeated, madeDesign(once)].map(
    (design) => fitted(krr, design, { lengthScale: '0.5', lambda: 0.0003 }).metrics,
  );
  assert.ok(left.loo < 0.5 * alone.loo, 'a copy tells the row that is left out');
  const ratio = (left.loo * (left.optimism ?? 1)) / alone.loo;
  assert.ok(ratio > 0.85 && ratio < 1.3, `${ratio}`);
});

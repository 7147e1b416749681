import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { chosenOn, columnSum, isColumnSum } from '../../../src/engine/search/columnSum';
import { computeFirstTuning, computeOnFolds, type OnFolds } from '../../../src/engine/search/foldTrial';
import { oneScale, type ScaleGroups } from '../../../src/engine/search/tune';
import { core } from '../testCore';
import { madeProblem } from './madeProblem';

const [N, COLUMNS, FOLDS] = [60, 45, 5];
const rows = Uint32Array.from({ length: N }, (_, i) => i);
const folds = Uint16Array.from(rows, (i) => i % FOLDS);
const each: ScaleGroups = { of: Int32Array.from({ length: COLUMNS }, (_, c) => c), count: COLUMNS };

test('what a candidate predicts of the rows that judge it does not depend on their targets, columns chosen from many included', () => {
  const problem = madeProblem(N, COLUMNS, {});
  const random = new Random(5);
  const other = {
    ...problem,
    y: problem.y.map((values) => values.map((v, i) => (folds[i] === 0 ? v + 3 * random.normal() : v))),
  };
  const sum = columnSum(problem.x, problem.y, oneScale(COLUMNS), 1, 6);
  const many = columnSum(problem.x, problem.y, each, 1, 6);
  for (const [kernel, groups] of [[{ kind: 'gaussian' }], [{ kind: 'matern32' }, each], [sum], [many]] as const) {
    const shared = { kernel, rows, drawsIn: false };
    const first = { ...shared, kind: 'first', guess: 6, ridgeRows: rows } as const;
    const start = computeFirstTuning(problem, first, quietWith(core));
    assert.ok(!('failed' in start));
    const { ridgeFactor } = start;
    const trial: OnFolds = {
      ...shared,
      ...{ kind: 'folds', folds, block: [0, 1], start, ridgeFactor, residuals: false },
      ...(groups && { groups }),
    };
    const [one, two] = [problem, other].map((of) => computeOnFolds(of, trial, quietWith(core)));
    assert.ok(!('failed' in one) && !('failed' in two));
    // All rows are solved at once, and the predicted ones taken out again: equal to rounding.
    const apart = one.predicted
      .flat()
      .flatMap((values, t) => Array.from(values, (v, i) => v - two.predicted.flat()[t][i]));
    assert.ok(
      apart.every((v) => Math.abs(v) < 1e-9),
      `${kernel.kind}: ${apart}`,
    );
    assert.deepEqual(two.tuned, one.tuned);
    assert.equal(one.tuned.sum !== undefined, isColumnSum(kernel) && kernel.chosenFrom !== undefined);
  }
});

test('columns that are chosen again keep their places, others take those of columns that are not, and the same ones are the same sum', () => {
  const { x, y } = madeProblem(N, COLUMNS, {});
  const sum = columnSum(x, y, each, 1, 6);
  assert.equal(chosenOn(sum, x, y), sum);
  const random = new Random(2);
  const others = chosenOn(
    sum,
    x,
    y.map((values) => values.map((v) => v + 0.5 * random.normal())),
  );
  assert.equal(others.start.length, sum.start.length);
  const [before, after] = [sum, others].map(({ own }) => own.map(({ kind, columns }) => `${kind} ${columns}`));
  const stayed = before.filter((own) => after.includes(own));
  assert.ok(stayed.length > 0 && stayed.length < before.length);
  for (const own of stayed) assert.equal(after.indexOf(own), before.indexOf(own));
  assert.equal(new Set(after).size, after.length);
});

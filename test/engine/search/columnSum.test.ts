import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { parseKernel } from '../../../src/engine/kernels/expression';
import { kernelText } from '../../../src/engine/kernels/kernelWords';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { columnSum, specOfSum, startOfSum } from '../../../src/engine/search/columnSum';
import { columnSumSlope } from '../../../src/engine/search/columnSumSlope';
import { criterionAt } from '../../../src/engine/search/criterion';
import { predictOthers } from '../../../src/engine/search/predictOthers';
import { problemOn, type SearchProblem, weightedGramAt } from '../../../src/engine/search/searchProblem';
import { oneScale, type ScaleGroups } from '../../../src/engine/search/tune';
import { tuneColumnSum } from '../../../src/engine/search/tuneColumnSum';
import { core } from '../testCore';
import { madeProblem, weightedProblem } from './madeProblem';

/** Two numbers, the first in few distinct values, and a column of the file with two encoded ones, of which some rows agree. */
function problemOfKinds(n: number): { problem: SearchProblem; groups: ScaleGroups } {
  const made = madeProblem(n, 4, { targets: 2 });
  const values = made.x.values.map((v, o) => (o < n || o >= 2 * n ? Math.round(2 * v) : v));
  return {
    problem: weightedProblem({ ...made, x: { ...made.x, values } }),
    groups: { of: Int32Array.of(0, 1, 2, 2), count: 3 },
  };
}

test('slopes of a sum of kernels against differences, and its value against the kernel that is delivered', () => {
  const { problem, groups } = problemOfKinds(60);
  for (const of of [groups, oneScale(4)]) {
    const sum = columnSum(problem.x, problem.y, of, of.count, 1.3);
    const { scales, ridge } = startOfSum(sum);
    const at = Float64Array.of(...scales, ridge).map((v, i) => Math.log(v * (1 + 0.1 * Math.sin(i))));
    const slopeAt = columnSumSlope(problem, sum);
    const slope = slopeAt(at, quietWith(core));
    assert.ok(slope);
    const numbers = Array.from(at, Math.exp);
    const last = numbers.length - 1;
    const spec = specOfSum(sum, { scales: numbers.slice(0, last), ridge: 1e-9 }, problem.x);
    const value = core.scope(() => {
      const gram = weightedGramAt({ ...problem, template: spec }, [1], quietWith(core));
      return criterionAt(gram, problem, 'marginalLikelihood', numbers[last] / 60, quietWith(core));
    });
    assert.ok(Math.abs(slope.value - value) < 1e-11, `${slope.value} and ${value}`);
    const step = 1e-5;
    at.forEach((_, c) => {
      const moved = (by: number) =>
        slopeAt(
          at.map((v, i) => (i === c ? v + by : v)),
          quietWith(core),
        )?.value ?? Number.NaN;
      const expected = (moved(step) - moved(-step)) / (2 * step);
      assert.ok(Math.abs(slope.gradient[c] - expected) < 1e-6, `${c}: ${slope.gradient[c]} and ${expected}`);
    });
  }
});

test('a tuned sum predicts steps of one column beside a wave of another, without the columns that do nothing', () => {
  const random = new Random(3);
  const n = 400;
  const values = Float64Array.from({ length: 5 * n }, () => 2 * random.uniform() - 1);
  const truth = (i: number) => Math.sign(values[i] - 0.2) + Math.sin(9 * values[n + i]);
  const y = Float64Array.from({ length: n }, (_, i) => truth(i) + 0.3 * random.normal());
  const features = { values: new Float64Array(n).fill(1), columns: 1 };
  const problem: SearchProblem = { x: { rows: n, columns: 5, values }, y: [y], features, template: { kind: 'linear' } };
  const [fitted, others] = [0, 200].map((from) => Uint32Array.from({ length: 200 }, (_, i) => from + i));
  const groups: ScaleGroups = { of: Int32Array.of(0, 1, 2, 3, 4), count: 5 };
  const sample = problemOn(problem, fitted);
  const sum = columnSum(sample.x, sample.y, groups, groups.count, 2);
  const tuned = tuneColumnSum(sample, sum, { budget: 60 }, quietWith(core));
  assert.ok(tuned);
  const template = specOfSum(sum, tuned, sample.x);
  const whole = { ...problem, template };
  const predicted = core.scope(() => {
    const gram = weightedGramAt(whole, [1], quietWith(core));
    return predictOthers(whole, gram, tuned.ridge, fitted, [others], quietWith(core))[0][0];
  });
  let [missed, total] = [0, 0];
  others.forEach((row, i) => {
    missed += (predicted[i] - truth(row)) ** 2;
    total += truth(row) ** 2;
  });
  assert.ok(1 - missed / total > 0.9, `R² ${1 - missed / total}`);
  assert.ok(template.kind === 'sum' && template.terms.length < 11, `${tuned.ridge} ${kernelText(template)}`);
  assert.deepEqual(parseKernel(kernelText(template)), template);
});

test('the likelihood of a sum and its slope do not depend on the unit of the columns, however small or large', () => {
  const { problem, groups } = problemOfKinds(60);
  const slopeIn = (unit: number) => {
    const x = { ...problem.x, values: problem.x.values.map((v) => v * unit) };
    const sum = columnSum(x, problem.y, groups, groups.count, 1.3 * unit);
    const at = Float64Array.of(...startOfSum(sum).scales.map(Math.log), Math.log(0.1));
    const slope = columnSumSlope({ ...problem, x }, sum)(at, quietWith(core));
    assert.ok(slope, `${unit}`);
    return slope;
  };
  const plain = slopeIn(1);
  for (const unit of [1e-290, 1e-160, 1e140]) {
    const { value, gradient } = slopeIn(unit);
    assert.ok(Math.abs(value - plain.value) < 1e-9, `${unit}: ${value - plain.value}`);
    for (const [c, v] of gradient.entries())
      assert.ok(Math.abs(v - plain.gradient[c]) < 1e-7, `${unit}, ${c}: ${v} ${plain.gradient[c]}`);
  }
});

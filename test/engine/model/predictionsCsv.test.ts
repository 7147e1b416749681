import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PredictedOutput, Predictions } from '../../../src/engine/contract/rpc';
import { predictionsCsv } from '../../../src/engine/model/predictionsCsv';

const rows = Uint32Array.of(1, 2, 3);
const output = (target: string, at: number, observed?: readonly number[]): PredictedOutput => ({
  target,
  predicted: Float64Array.of(at, Number.NaN, at + 2),
  lower: Float64Array.of(at - 0.5, Number.NaN, at),
  upper: Float64Array.of(at + 0.5, Number.NaN, at + 4),
  ...(observed && { observed: Float64Array.from(observed) }),
});
const lines = (predictions: Omit<Predictions, 'rows'>) => {
  const text = [...predictionsCsv({ rows, ...predictions })].join('');
  assert.ok(text.endsWith('\r\n'));
  return text.slice(0, -2).split('\r\n');
};

test('one target: plain names, empty cells where there is no value', () => {
  assert.deepEqual(lines({ outputs: [output('y', 1)] }), [
    'row,predicted,lower,upper',
    '1,1,0.5,1.5',
    '2,,,',
    '3,3,1,5',
  ]);
  const observed = lines({ outputs: [output('y', 1, [7, 8, Number.NaN])] });
  assert.deepEqual(observed, ['row,predicted,lower,upper,observed', '1,1,0.5,1.5,7', '2,,,,8', '3,3,1,5,']);
});

test('several targets: a block of columns for each, with its name', () => {
  const text = lines({ outputs: [output('y', 1, [1, 2, 3]), output('=cost, "net"', -2)] });
  assert.equal(
    text[0],
    'row,predicted_y,lower_y,upper_y,observed_y,"predicted_=cost, ""net""","lower_=cost, ""net""","upper_=cost, ""net"""',
  );
  assert.equal(text[1], '1,1,0.5,1.5,1,-2,-2.5,-1.5');
});

test('classes: the class in words and a score for each', () => {
  const outputs = [output('a', 0.25), output('=b', 1), output('c', -3)];
  const classes = { column: 'kind', levels: ['a', '=b', 'c'], predicted: Int32Array.of(1, -1, 0) };
  assert.deepEqual(lines({ outputs, classes }), [
    'row,class,score_a,score_=b,score_c',
    "1,'=b,0.25,1,-3",
    '2,,,,',
    '3,a,2.25,3,-1',
  ]);
  const observed = Int32Array.of(2, 0, -1);
  const two = { column: 'kind', levels: ['a, b', '-1'], predicted: Int32Array.of(0, -1, 1), observed };
  assert.deepEqual(lines({ outputs: [output('-1', 0.5)], classes: two }), [
    'row,class,score_-1,observed',
    '1,"a, b",0.5,',
    '2,,,"a, b"',
    '3,-1,2.5,',
  ]);
});

test('the 95 % set is a column: a number alone, names with a bar between, a bar in a name behind a backslash', () => {
  const all = Uint8Array.of(1, 0, 1);
  const classes = {
    column: 'kind',
    levels: ['-1', 'a|b', 'c\\'],
    predicted: Int32Array.of(0, -1, 0),
    probabilities: [],
    sets: [all, Uint8Array.of(0, 0, 1), Uint8Array.of(0, 0, 1)],
  };
  const text = lines({ outputs: [], classes });
  assert.deepEqual(text, ['row,class,kind_set95', '1,-1,-1', '2,,', "3,-1,'-1|a\\|b|c\\\\"]);
});

test('many rows come in parts that hold whole lines', () => {
  const n = 25_000;
  const values = new Float64Array(n).fill(0.5);
  const outputs = [{ target: 'y', predicted: values, lower: values, upper: values }];
  const parts = [...predictionsCsv({ rows: Uint32Array.from(values, (_, i) => i + 1), outputs })];
  assert.equal(parts.length, 4);
  assert.ok(parts.every((part) => part.endsWith('\r\n')));
  assert.equal(parts.join('').split('\r\n').length, n + 2);
});

test('probabilities of classes and levels of quantiles are named after their column', () => {
  const probabilities = [Float64Array.of(0.75, Number.NaN, 0.2), Float64Array.of(0.25, Number.NaN, 0.8)];
  const classes = { column: '=kind', levels: ['a', 'b'], predicted: Int32Array.of(0, -1, 1), probabilities };
  assert.deepEqual(lines({ outputs: [output('b', 0.5)], classes }), [
    "row,class,'=kind_probability_a,'=kind_probability_b,score_b",
    '1,a,0.75,0.25,0.5',
    '2,,,,',
    '3,b,0.2,0.8,2.5',
  ]);
  const quantiles = [0.025, 0.5].map((tau) => ({ tau, predicted: Float64Array.of(tau, Number.NaN, 2 * tau) }));
  const levels = lines({ outputs: [{ ...output('y', 1, [1, 2, 3]), quantiles }] });
  assert.deepEqual(levels, ['row,predicted,y_q2.5,y_q50,observed', '1,1,0.025,0.5,1', '2,,,,2', '3,3,0.05,1,3']);
  const two = lines({ outputs: [{ ...output('y', 1), quantiles }, output('z', 2)] });
  assert.equal(two[0], 'row,predicted_y,y_q2.5,y_q50,predicted_z,lower_z,upper_z');
});

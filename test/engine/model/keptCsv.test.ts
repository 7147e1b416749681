import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Predictions } from '../../../src/engine/contract/rpc';
import { keptCsv } from '../../../src/engine/model/predictedCsv';

const rows = Uint32Array.of(1, 2, 3);
const values = (...all: number[]) => Float64Array.from(all);
const input = { names: ['a', '=b', 'y_predicted'], lines: ['1,x,', '2,"q,""",', '3,,'] };
const written = (more: Partial<Predictions>) => [...(keptCsv({ rows, outputs: [], input, ...more }) ?? [])].join('');

test('the columns of the file stay, and what is predicted stands behind them in meaningful digits', () => {
  const output = {
    target: 'y',
    predicted: values(1.23456789, -200.123456, Number.NaN),
    lower: values(0.73456789, -200.623456, Number.NaN),
    upper: values(1.73456789, -199.623456, Number.NaN),
  };
  const lines = [
    "a,'=b,y_predicted,y_predicted (2),y_low95,y_high95",
    '1,x,,1.23,0.73,1.73',
    '2,"q,""",,-200.12,-200.62,-199.62',
    '3,,,,,',
    '',
  ];
  assert.equal(written({ outputs: [output] }), lines.join('\r\n'));
});

test('large and small targets keep their digits, also without intervals', () => {
  const none = values(Number.NaN, Number.NaN, Number.NaN);
  const first = (predicted: Float64Array, lower = none, upper = none) =>
    written({ outputs: [{ target: 'z', predicted, lower, upper }] })
      .split('\r\n')[1]
      .split(',')[3];
  assert.equal(first(values(123456.789, 2, 3), values(1e5, 1, 1), values(2e5, 3e5, 4e5)), '123457');
  assert.equal(first(values(1.23456789e-7, 1e-7, 0), values(1e-7, 0, 0), values(2e-7, 2e-7, 2e-7)), '1.23e-7');
  assert.equal(first(values(1.23456789, 2, 3)), '1.234568');
  assert.equal(first(values(0, 0, 0)), '0');
});

test('quantiles have their levels, classes their probabilities', () => {
  const quantiles = [0.1, 0.5].map((tau) => ({ tau, predicted: values(tau, tau, tau) }));
  const output = { target: 'y', predicted: values(1, 2, 3), lower: values(0, 1, 2), upper: values(2, 3, 4), quantiles };
  const [head, first] = written({ outputs: [output] }).split('\r\n');
  assert.equal(head, "a,'=b,y_predicted,y_predicted (2),y_q10,y_q50");
  assert.equal(first, '1,x,,1,0.1,0.5');
  const classes = {
    column: 'colour',
    levels: ['-1', '=red'],
    predicted: Int32Array.of(0, 1, -1),
    probabilities: [values(0.123456, 0.5, Number.NaN), values(0.876544, 0.5, Number.NaN)],
    sets: [Uint8Array.of(0, 1, 0), Uint8Array.of(1, 1, 0)],
  };
  const lines = [
    "a,'=b,y_predicted,colour_predicted,colour_probability_-1,colour_probability_=red,colour_set95",
    "1,x,,-1,0.1235,0.8765,'=red",
    `2,"q,""",,'=red,0.5,0.5,'-1|=red`,
    '3,,,,,,',
    '',
  ];
  assert.equal(written({ classes }), lines.join('\r\n'));
});

test('without the columns of the file, and for components, there is nothing to add to', () => {
  assert.equal(keptCsv({ rows, outputs: [] }), undefined);
  assert.equal(keptCsv({ rows, outputs: [], input }), undefined);
});

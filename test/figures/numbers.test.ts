import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ColumnSummary } from '../../src/engine/contract/data';
import {
  aboveLowest,
  areYears,
  belowOne,
  count,
  date,
  fixed,
  higher,
  inUnits,
  percent,
  percentRange,
  plain,
  powerOfTen,
  quantityForm,
  range,
  sci,
  scientific,
  steady,
  year,
} from '../../src/engine/words/numbers';
import { columnRange } from '../../src/figures/view/columnRange';

test('powers of ten and scientific notation', () => {
  assert.equal(powerOfTen(-12), '10⁻¹²');
  assert.equal(scientific(3.98e-6), '4.0\u202f×\u202f10⁻⁶');
  assert.equal(scientific(-9.96e3), '−1.0\u202f×\u202f10⁴', 'the mantissa never rounds to 10');
  assert.equal(sci(0.0121), '0.012');
  assert.equal(sci(1600.4), '1,600');
  assert.equal(sci(0), '0');
});

test('a number below 1 is never written as 1, and one that is 1 is', () => {
  for (const decimals of [2, 3])
    for (let power = 0; power < 9; power += 0.05) {
      const value = 1 - 0.9 * 10 ** -power;
      const text = belowOne(value, decimals);
      assert.ok(Number(text) < 1 && Math.abs(Number(text) - value) <= 0.5 * 10 ** -decimals, text);
      if (1 - value > 0.5 * 10 ** -decimals) assert.equal(text, fixed(value, decimals));
    }
  assert.deepEqual(
    [0.9997, 0.986, 1, -2.5, Number.NaN].map((value) => belowOne(value, 3)),
    ['0.9997', '0.986', '1.000', '−2.500', fixed(Number.NaN, 3)],
  );
});

test('thousands, real minus, no negative zero', () => {
  assert.equal(count(1234567), '1,234,567');
  assert.equal(count(-999.6), '−1,000');
  assert.equal(fixed(-0.004, 2), '0.00');
  assert.equal(fixed(1234.5, 2), '1,234.50');
  assert.equal(fixed(1e25, 0), '1.0\u202f×\u202f10²⁵');
});

test('significant digits without losing those before the point', () => {
  assert.equal(plain(0.595), '0.595');
  assert.equal(plain(0.8), '0.8');
  assert.equal(plain(1503.4), '1,503');
  assert.equal(plain(999.9, 3), '1,000');
  assert.equal(plain(0.00012), '1.20\u202f×\u202f10⁻⁴');
  assert.equal(steady(2.7), '2.70');
});

test('one format for numbers in the same units', () => {
  const format = inUnits(2.74, 2);
  assert.equal(format(21.91), '21.9');
  assert.equal(format(-0.04), '0.0');
  assert.equal(inUnits(3e12)(2.5e12), '2.50\u202f×\u202f10¹²');
  assert.equal(inUnits(0)(0.5), '0.5', 'no scale: each for itself');
  assert.equal(inUnits(1e8)(1.20034e12), '1.200340\u202f×\u202f10¹²', 'as fine as the scale, however large the value');
});

test('one form for a quantity, by the error of the fit and that of the mean', () => {
  const written = (chosen: number, alone: number, ...values: number[]) => values.map(quantityForm(chosen, alone).miss);
  assert.deepEqual(written(2.2, 7.2, 2.2, 5.93, 18.5), ['2.2', '5.9', '18.5']);
  assert.deepEqual(written(2e-4, 1391, 2e-4, 1.8e-7, 1391.15753, 3160.15753), [
    '0.00020',
    '1.8\u202f×\u202f10⁻⁷',
    '1,390',
    '3,160',
  ]);
  assert.deepEqual(written(22341, 53554, 22341, 88000, 499, 500001), ['22,000', '88,000', '500', '500,000']);
  assert.deepEqual(written(0.05, 10.6, 0.05, 10.6), ['0.050', '10.6']);
  assert.deepEqual(written(1e-7, 1e-6, 1e-7, 3e-6), ['1.0\u202f×\u202f10⁻⁷', '3.00\u202f×\u202f10⁻⁶']);
  const difference = quantityForm(6.52, 17, 3).value;
  assert.deepEqual([-0.0021, 0.256, -1.4, 21.5].map(difference), ['0.00', '0.26', '−1.40', '21.50']);
  assert.deepEqual(written(0, 0, 0.53, 0, Number.NaN), ['0.53', '0', '–']);
});

test('every number of a form is within half a step of its value, or has two digits, whatever the sizes', () => {
  for (let e = -9; e <= 12; e++)
    for (const ratio of [1, 3.7, 41, 9e3, 2e6])
      for (const size of [1.04e-7, 0.0996, 0.5, 0.996, 1, 2.51, 77.7, 9.951e4]) {
        const [chosen, alone] = [1.3 * 10 ** e, 1.3 * ratio * 10 ** e];
        const value = size * chosen;
        const text = quantityForm(chosen, alone).miss(value);
        const read = numberIn(text);
        const step = 10 ** Math.max(Math.floor(Math.log10(chosen)) - 1, Math.floor(Math.log10(alone)) - 2);
        const off = Math.abs(read - value);
        assert.ok(
          off <= 0.501 * step && off <= Math.max(0.051 * value, value < step ? 0 : 0.501 * step),
          `${value}: ${text}`,
        );
        assert.ok(text.replace(/\u202f.*|[^\d]/g, '').length <= 12, text);
      }
});

test('values and differences of a form are multiples of its step, and none has digits beyond it', () => {
  for (let e = -9; e <= 12; e++)
    for (const size of [0.0996, 0.5, 0.996, 1, 2.51, 77.7]) {
      const chosen = 1.3 * 10 ** e;
      const [value, step] = [size * chosen, 10 ** (e - 1)];
      const text = quantityForm(chosen).value(value);
      const digits = text.split('\u202f×')[0].replaceAll(/\D/g, '').replace(/^0+/, '');
      const kept = Math.floor(Math.log10(Math.max(value, step))) - e + 2;
      assert.ok(Math.abs(numberIn(text) - value) <= 0.501 * step, `${value} to ${step}: ${text}`);
      assert.ok(digits.replace(/0+$/, '').length <= Math.max(1, kept + 1), `${value} to ${step}: ${text}`);
    }
  const large = quantityForm(1.3e8).value;
  assert.deepEqual([9_136_947, 5.3e8, 1e6].map(large), ['1\u202f×\u202f10⁷', '5.3\u202f×\u202f10⁸', '0']);
});

/** The number of a text such as −1,234.5 or 4.0 × 10⁻⁶. */
function numberIn(text: string): number {
  const [mantissa, power = ''] = text.replaceAll(',', '').replace('−', '-').split('\u202f×\u202f10');
  const exponent = [...power].map((c) => (c === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c))).join('');
  return Number(mantissa) * 10 ** Number(exponent || 0);
}

test('shares are never rounded to nothing or to everything', () => {
  assert.equal(percent(0.861), '86\u202f%');
  assert.equal(percent(0.0001), 'under 1\u202f%');
  assert.equal(percent(0.9999), 'over 99\u202f%');
  assert.equal(percent(0), '0\u202f%');
  assert.equal(percent(1), '100\u202f%');
});

test('errors against others in words', () => {
  assert.equal(higher(1.123), '12\u202f% higher');
  assert.equal(higher(2.74), '2.7 times as high');
  assert.equal(higher(2.01), 'twice as high');
  assert.equal(higher(Number.POSITIVE_INFINITY), 'many times as high');
  assert.equal(aboveLowest(1.004), '1\u202f% above the lowest');
  assert.equal(aboveLowest(430.2), '430 times the lowest');
});

test('dates as fine as the span asks', () => {
  const day = Date.UTC(2024, 2, 5, 14) / 86400000;
  assert.equal(date(day), '2024-03-05');
  assert.equal(date(day, 400), '2024');
  assert.equal(date(day, 31), '2024-03');
  assert.equal(date(day, 0.25), '2024-03-05 14:00');
  assert.equal(date(-800000), '-000221-09-04');
});

test('years have no thousands separator, and only whole numbers between 1000 and 2999 are years', () => {
  assert.deepEqual([year(1872), year(2010.5), year(Number.NaN)], ['1872', '2010.5', '–']);
  assert.ok(areYears([1872, 2010]));
  for (const values of [[], [1872, 3000], [999, 2000], [1872.5, 1900], [Number.NaN]]) assert.ok(!areYears(values));
  const column = { kind: 'number', numeric: { min: 1872, max: 2010, sum: 7800 } } as ColumnSummary;
  assert.equal(columnRange(column), '1872 to 2010');
  assert.equal(
    columnRange({ ...column, numeric: { ...column.numeric, sum: 7800.5 } } as ColumnSummary),
    '1,872 to 2,010',
  );
});

test('what is not finite is a dash, never a word', () => {
  for (const format of [count, plain, sci, scientific, steady, percent, date, (v: number) => fixed(v, 2)])
    for (const v of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) assert.equal(format(v), '–');
});

test('a range takes one sign, and never leaves out what lies in it', () => {
  assert.equal(percentRange([0.962, 0.984]), '96 to 98\u202f%');
  assert.equal(percentRange([0.986, 0.994]), '98.6 to 99.4\u202f%');
  assert.equal(percentRange([0.986, 0.986]), '99\u202f%');
  assert.equal(percentRange([1 - 1e-12, 1]), '100\u202f%');
  assert.equal(percentRange([0.98642, 0.98644]), '99\u202f%');
  assert.equal(percentRange([0.9992, 0.9999]), 'over 99\u202f%');
  assert.equal(percentRange([0.0001, 0.04]), 'under 1\u202f% to 4\u202f%');
  assert.equal(percentRange([0.9, 0.9999]), '90\u202f% to over 99\u202f%');
  assert.equal(range(14999, 500001), '14,999 to 500,001');
  assert.equal(range(-0.99996, 0.99996), '−1 to 1');
  let state = 3;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let round = 0; round < 2000; round++) {
    const at = () => (next() < 0.5 ? -1 : 1) * 10 ** (18 * next() - 9);
    const [min, max] = [at(), at()].sort((a, b) => a - b);
    const [low, high] = range(min, max).split(' to ').map(numberIn);
    assert.ok(
      low <= min * (1 - Math.sign(min) * -1e-12) && high >= max * (1 - Math.sign(max) * 1e-12),
      `${min} to ${max}: ${range(min, max)}`,
    );
  }
});

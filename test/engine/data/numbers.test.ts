import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectNumberFormat, parsePlain, plainNumber } from '../../../src/engine/data/numbers';
import { numericFacts } from '../../../src/engine/data/numericFacts';
import { Random } from '../../../src/engine/data/random';

test('plain numbers are rounded correctly, to the last bit', () => {
  const random = new Random(5);
  const digits = (n: number) => Array.from({ length: n }, () => random.below(10)).join('');
  for (let i = 0; i < 100_000; i++) {
    const whole = `${1 + random.below(9)}${digits(random.below(18))}`;
    const text = `${['', '-', '+'][random.below(3)]}${whole}${random.below(4) ? `.${digits(random.below(25))}` : ''}`;
    assert.equal(parsePlain(text), Number(text), text);
    assert.equal(parsePlain(text.replace('.', ','), 44), Number(text), text);
  }
});

test('what is no plain number is NaN', () => {
  for (const text of [
    '',
    '-',
    '.',
    '+.',
    '1.2.3',
    '1e5',
    '0x10',
    ' 1',
    '1 ',
    '00',
    '007',
    '-01',
    '1,5',
    'Infinity',
    'NaN',
    '--1',
  ]) {
    assert.ok(Number.isNaN(parsePlain(text)), JSON.stringify(text));
  }
  assert.deepEqual(
    ['.5', '5.', '0', '-0.0', '0.5'].map((t) => parsePlain(t)),
    [0.5, 5, 0, -0, 0.5],
  );
});

test('numbers in other forms become plain and keep their digits', () => {
  const english = { decimal: '.', thousands: ',' } as const;
  const german = { decimal: ',', thousands: '.' } as const;
  assert.equal(plainNumber('1,234.50', english), '1234.50');
  assert.equal(plainNumber('1.234,50', german), '1234.50');
  assert.equal(plainNumber('12.5', german), undefined);
  assert.equal(plainNumber('1,23,456', english), undefined);
  assert.equal(plainNumber('\u22123.5', english), '-3.5');
  assert.equal(plainNumber('6.02e23', english), '6.02e23');
  assert.equal(plainNumber('00123', english), undefined);
  assert.equal(plainNumber('00123', english, true), '00123');
});

test('the number format follows from all cells; a single group of three is settled by the others', () => {
  const format = (...cells: string[]) => {
    const { decimal, thousands } = detectNumberFormat([cells], {});
    return decimal + thousands;
  };
  assert.equal(format('1,234', '2,345'), '.,');
  assert.equal(format('1,234', '2,3'), ',');
  assert.equal(format('1.234', '2.345'), '.');
  assert.equal(format('1.234', '2,5'), ',.');
  assert.equal(format('0,123', '0,456'), ',');
  assert.equal(format('1 234,5', '1,5'), ', ');
  assert.equal(format('12', 'word'), '.');
});

test('sums do not lose what rounding drops', () => {
  const values = new Float64Array(1_000_001).fill(0.1);
  values[0] = 1e16;
  assert.equal(numericFacts(values).sum, 1e16 + 100_000);
  const facts = { count: 4, min: -0, max: 4, sum: 8, mean: 2, sd: 2, distinct: 2, distinctCapped: false };
  assert.deepEqual(numericFacts(Float64Array.of(-0, 0, Number.NaN, 4, 4)), facts);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldText, parsePositive, parseWhole } from '../../src/webview/live/numberField';

test('numbers as people type and paste them', () => {
  const cases: [string, number][] = [
    ['3e-5', 3e-5],
    ['3E-5', 3e-5],
    [' 0.00003 ', 3e-5],
    ['.5', 0.5],
    ['3,5e-5', 3.5e-5],
    ['4.0 × 10⁻⁶', 4e-6],
    ['4.0\u202f×\u202f10⁻⁶', 4e-6],
    ['3*10^-5', 3e-5],
    ['3x10^-5', 3e-5],
    ['10^-5', 1e-5],
    ['10⁻⁵', 1e-5],
    ['10³', 1000],
    ['2 × 10²', 200],
    ['3e−5', 3e-5],
    ['1/1202', 1 / 1202],
  ];
  for (const [text, value] of cases) {
    const parsed = parsePositive(text);
    assert.ok(parsed !== undefined && Math.abs(parsed / value - 1) < 1e-12, `${text} gave ${parsed}`);
  }
});

test('what is no positive number is refused', () => {
  for (const text of [
    '',
    ' ',
    '0',
    '-1',
    'abc',
    '1e',
    '1e-400',
    '1e400',
    '3e-5 dB',
    '1/0',
    '1/2/3',
    '1,2,3',
    'NaN',
    'Infinity',
  ])
    assert.equal(parsePositive(text), undefined, text);
});

test('the text of a field can be typed again', () => {
  for (const value of [3.98e-6, 4.79e-3, 0.01, 0.206, 5, 123.4, 9999, 12345, 1e-12, 1e9]) {
    const again = parsePositive(fieldText(value));
    assert.ok(again !== undefined && Math.abs(again / value - 1) < 6e-3, `${value} reads ${fieldText(value)}`);
  }
  assert.equal(fieldText(3.981e-6), '3.98e-6');
  assert.equal(fieldText(0.2058), '0.206');
  assert.equal(fieldText(123456), '1.23e5');
});

test('whole numbers, with or without separators', () => {
  for (const [text, value] of [
    ['0', 0],
    [' 40 ', 40],
    ['1,030', 1030],
    ['1\u202f030', 1030],
    ['007', 7],
  ] as const)
    assert.equal(parseWhole(text), value, text);
  for (const text of ['', '-1', '1.5', '3e2', 'all', '12345678901']) assert.equal(parseWhole(text), undefined, text);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { longDecimal } from '../../../src/engine/data/longDecimal';
import { detectNumberFormat, parsePlain, plainNumber } from '../../../src/engine/data/numbers';
import { numericFacts } from '../../../src/engine/data/numericFacts';
import { Random } from '../../../src/engine/data/random';
import { cells, noteCodes, readText } from './reading';

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
  assert.equal(plainNumber('1,23,456', english), '123456');
  assert.equal(plainNumber('1,2,3456', english), undefined);
  assert.equal(plainNumber('\u22123.5', english), '-3.5');
  assert.equal(plainNumber('6.02e23', english), '6.02e23');
  assert.equal(plainNumber('00123', english), undefined);
  assert.equal(plainNumber('00123', english, true), '00123');
});

test('the number format follows from all cells; a single group of three is settled by the others', () => {
  const format = (...cells: string[]) => {
    const { decimal, thousands } = detectNumberFormat([cells], {}, ',', quietContext);
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
  assert.equal(numericFacts(values, quietContext).sum, 1e16 + 100_000);
  const facts = { count: 4, min: -0, max: 4, sum: 8, mean: 2, sd: 2, distinct: 2, distinctCapped: false };
  assert.deepEqual(numericFacts(Float64Array.of(-0, 0, Number.NaN, 4, 4), quietContext), facts);
});

test('decimals of ten to eighteen digits are rounded correctly without text', () => {
  const random = new Random(9);
  let doubtful = 0;
  for (let i = 0; i < 300_000; i++) {
    const high = Math.floor(random.uniform() * 10 ** random.below(10));
    const low = random.below(10) ? random.below(1e9) : [0, 1, 5e8, 999_999_999][random.below(4)];
    const scale = random.below(23);
    const value = longDecimal(high, low, scale);
    const text = `${high}${String(low).padStart(9, '0')}e-${scale}`;
    if (Number.isNaN(value)) doubtful++;
    else assert.equal(value, Number(text), text);
  }
  // Whole numbers above 2^53 that end in 5 or 0 are often exact ties.
  assert.ok(doubtful < 1000, `${doubtful} in doubt`);
});

test('decimals that lie half-way between two doubles are rounded to even, or left in doubt', () => {
  // Odd multiples of half a unit in the last place: exact ties, the worst there is.
  for (const whole of [2 ** 53 + 1, 2 ** 53 + 3, 2 ** 54 + 2, 2 ** 55 + 4]) {
    const digits = BigInt(whole);
    const value = longDecimal(Number(digits / 1_000_000_000n), Number(digits % 1_000_000_000n), 0);
    assert.ok(Number.isNaN(value) || value === whole);
  }
  const tie = 9007199254740993n;
  const value = longDecimal(Number(tie / 1_000_000_000n), Number(tie % 1_000_000_000n), 0);
  assert.ok(Number.isNaN(value) || value === 9007199254740992);
});

test('a number of more digits than there are numbers is a gap with a note, as every other overflow', async () => {
  for (const cell of ['9'.repeat(400), `-${'9'.repeat(309)}`, '1e999', '-inf', '1.#INF']) {
    const table = await readText(`a,b\n1,2\n${cell},3\n4,5\n`);
    assert.deepEqual(cells(table, 'a'), [1, null, 4], cell);
    assert.ok(noteCodes(table).includes('data/infinite'), cell);
  }
});

test('what runtimes of Windows write for no number is a gap', async () => {
  const table = await readText('a\n1\n1.#QNAN\n-1.#IND\n+nan\n4\n');
  assert.deepEqual(cells(table, 'a'), [1, null, null, null, 4]);
});

/** How others write the digits and signs of a number. */
const WRITERS: Readonly<Record<string, (text: string) => string>> = {
  Arabic: (text) => written(text, 0x660).replace('.', '٫').replace(/^-/, '\u061c-'),
  Devanagari: (text) => written(text, 0x966),
  Bengali: (text) => written(text, 0x9e6),
  Thai: (text) => written(text, 0xe50),
  Persian: (text) => written(text, 0x6f0).replace('.', '٫').replace(/^-/, '\u200e−'),
  'full width': (text) => written(text, 0xff10).replace('.', '．').replace(/^-/, '－'),
};

function written(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
}

for (const [name, write] of Object.entries(WRITERS))
  test(`digits of other scripts are digits: ${name}`, async () => {
    const random = new Random(11);
    for (let i = 0; i < 2_000; i++) {
      const text = `${['', '-'][random.below(2)]}${random.below(10_000)}${random.below(3) ? `.${random.below(1000)}` : ''}`;
      assert.equal(plainNumber(write(text), { decimal: '.', thousands: '' }), text);
      if (/ian$|Arabic/.test(name)) assert.equal(plainNumber(write(text), { decimal: ',', thousands: '.' }), text);
    }
    const rows = Array.from({ length: 40 }, (_, i) => [(i - 9) / 4, i % 3]);
    const file = ['x,y', ...rows.map((row) => row.map((value) => write(String(value))).join(',')), ''].join('\n');
    assert.deepEqual(
      cells(await readText(file), 'x'),
      rows.map(([x]) => x),
    );
  });

test('thousands of Arabic and full-width numbers are taken out, and what is no number stays none', () => {
  const read = (text: string) => plainNumber(text, { decimal: '.', thousands: '' });
  assert.equal(read('١٬٢٣٤٬٥٦٧٫٨'), '1234567.8');
  assert.equal(read('１，２３４．５'), '1234.5');
  for (const text of ['١٬٢', '３，１４', '第３', '1٢a٣', '٠٠١٢']) assert.equal(read(text), undefined, text);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { cells, noteCodes, readText } from './reading';

/** Ways in which people write things around a number, each with the unit that is shown for it. */
const DECORATIONS: readonly (readonly [unit: string, write: (plain: string, negative: boolean) => string])[] = [
  ['$', (plain, negative) => `${negative ? '-' : ''}$${plain}`],
  ['$', (plain, negative) => `$${negative ? '-' : ''}${plain}`],
  ['€', (plain, negative) => `${negative ? '\u2212' : ''}${plain} €`],
  ['€', (plain, negative) => `€\u00a0${negative ? '-' : ''}${plain}`],
  ['R$', (plain, negative) => `${negative ? '-' : ''}R$ ${plain}`],
  ['USD', (plain, negative) => `USD ${negative ? '-' : ''}${plain}`],
  ['CHF', (plain, negative) => `${negative ? '-' : ''}${plain} CHF`],
  ['%', (plain, negative) => `${negative ? '-' : ''}${plain}%`],
  ['%', (plain, negative) => `${negative ? '-' : ''}${plain}\u202f%`],
  ['kg', (plain, negative) => `${negative ? '-' : ''}${plain} kg`],
  ['m/s', (plain, negative) => `${negative ? '-' : ''}${plain}m/s`],
  ['°C', (plain, negative) => `${negative ? '-' : ''}${plain} °C`],
  ['', (plain, negative) => (negative ? `(${plain})` : plain)],
  ['$', (plain, negative) => (negative ? `($${plain})` : `$${plain}`)],
  ['', (plain, negative) => `${plain}${negative ? '-' : ''}`],
];

/** Locales whose digits an independent formatter groups, each with delimiters of files. */
const LOCALES: readonly (readonly [locale: string, delimiters: readonly string[]])[] = [
  ['en-US', [',', ';', '\t']],
  ['en-IN', [',', '\t']],
  ['de-DE', [';', '\t']],
  ['fr-FR', [';', '\t']],
  ['de-CH', [',', ';']],
];

test('numbers with what people write around them are read to the digit, in every grouping', async () => {
  const random = new Random(11);
  for (const [locale, delimiters] of LOCALES) {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    for (const delimiter of delimiters) {
      for (const [unit, write] of DECORATIONS) {
        const values = Array.from({ length: 40 }, () => (random.below(2e9) - 1e9) / 100);
        const quote = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell);
        const rows = values.map((v, i) => `${i}${delimiter}${quote(write(format.format(Math.abs(v)), v < 0))}`);
        const table = await readText(`row${delimiter}amount\n${rows.join('\n')}\n`);
        const [, summary] = table.inspection.columns;
        const seen = `${locale} ${delimiter} ${rows[0]}`;
        assert.equal(summary.kind, 'number', seen);
        assert.deepEqual(cells(table, 'amount'), values, seen);
        assert.equal(summary.reading?.kind === 'number' && (summary.reading.unit ?? ''), unit, seen);
      }
    }
  }
});

test('numbers without the % of their column are counted and noted, and no others', async () => {
  const noted = async (write: (i: number) => string) => {
    const table = await readText(`row,rate\n${Array.from({ length: 40 }, (_, i) => `${i},${write(i)}`).join('\n')}\n`);
    return [table.inspection.columns[1].withoutUnit, noteCodes(table).includes('data/without-percent')];
  };
  assert.deepEqual(await noted((i) => (i % 4 === 0 ? `0.${i}` : `${i}.5 %`)), [10, true]);
  assert.deepEqual(await noted((i) => (i === 5 ? '' : `${i}.5 %`)), [undefined, false]);
  assert.deepEqual(await noted((i) => (i % 4 === 0 ? `0.${i}` : `${i}.5 kg`)), [undefined, false]);
  assert.deepEqual(await noted((i) => `${i}.5`), [undefined, false]);
});

test('exponents with a D are read as those with an E', async () => {
  const table = await readText('a\n1.5D+03\n-2.25d-02\n0.5D0\n');
  assert.deepEqual(cells(table, 'a'), [1500, -0.0225, 0.5]);
});

test('two units in one column are not read together, and are named', async () => {
  for (const [one, other] of [
    ['kg', 'lb'],
    ['$', '€'],
    ['%', 'ppm'],
  ]) {
    const rows = Array.from({ length: 40 }, (_, i) => `${i},${i + 1.5} ${i < 20 ? one : other}`);
    const { inspection } = await readText(`row,x\n${rows.join('\n')}\n`);
    const { kind, reason } = inspection.columns[1];
    assert.notEqual(kind, 'number');
    assert.match(reason, /^looks like numbers with /);
    for (const unit of [one, other]) assert.ok(reason.includes(unit), reason);
  }
});

test('numbers behind signs that are not read are said to be', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i},<${i + 0.5}`);
  const { inspection } = await readText(`row,x\n${rows.join('\n')}\n`);
  assert.equal(inspection.columns[1].reason, 'looks like numbers with “<”, which are not read');
});

test('names, codes, versions, telephones and times of day are not taken for numbers', async () => {
  const wordy = [
    (i: number) => `A${i}`,
    (i: number) => `${i}${'abcdefgh'[i % 8]}`,
    (i: number) => `1.${i}.2`,
    (i: number) => `+49 30 ${1000 + i}-7`,
    (i: number) => `${i} Main Street`,
    (i: number) => `ABC ${i}`,
    (i: number) => `00${i} kg`,
    (i: number) => `${i}-${i + 5}`,
    (i: number) => `${i}/7`,
  ];
  for (const write of wordy) {
    const rows = Array.from({ length: 40 }, (_, i) => `${i},${write(i)}`);
    const { inspection } = await readText(`row,x\n${rows.join('\n')}\n`);
    assert.notEqual(inspection.columns[1].kind, 'number', write(3));
  }
});

test('a column is of the kind of nine cells in ten; the others are gaps that are counted and named', async () => {
  const random = new Random(12);
  const kinds = {
    number: () => String(random.below(100_000) / 100),
    date: () => `20${10 + random.below(9)}-0${1 + random.below(9)}-1${random.below(9)}`,
  } as const;
  for (const kind of ['number', 'date'] as const) {
    for (const share of [0.01, 0.05, 0.1, 0.11, 0.2, 0.3]) {
      for (const place of ['first', 'last', 'anywhere'] as const) {
        const n = 200;
        const odd = Math.round(share * n);
        const at = new Set(
          place === 'first'
            ? Array.from({ length: odd }, (_, i) => i)
            : place === 'last'
              ? Array.from({ length: odd }, (_, i) => n - 1 - i)
              : Array.from({ length: n }, (_, i) => i)
                  .sort(() => random.below(2) - 0.5)
                  .slice(0, odd),
        );
        const rows = Array.from({ length: n }, (_, i) => `${i},${at.has(i) ? `unknown ${i % 7}` : kinds[kind]()}`);
        const { inspection } = await readText(`row,x\n${rows.join('\n')}\n`);
        const [, { kind: found, unread, missing, count }] = inspection.columns;
        const said = `${kind} ${share} ${place}`;
        if (share > 0.1) {
          assert.notEqual(found, kind, said);
          continue;
        }
        assert.equal(found, kind, said);
        assert.deepEqual([unread?.count, missing, count], [odd, odd, n - odd], said);
        assert.match(unread?.example ?? '', /^unknown/);
        assert.equal(
          inspection.notes.map(({ code }) => code).filter((code) => code === 'data/odd-cells').length,
          1,
          said,
        );
      }
    }
  }
});

test('a kind set by hand says how many cells it empties', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${i},${i < 25 ? 'monday' : 3}`);
  for (const kind of ['number', 'date', 'boolean'] as const) {
    const { inspection } = await readText(`row,x\n${rows.join('\n')}\n`, { kinds: { x: kind } });
    const note = inspection.notes.find(({ code }) => code === 'data/odd-cells');
    assert.ok(note?.text.includes('"x"') && note.text.includes('“monday”'), `${kind}: ${note?.text}`);
  }
});

test('whole numbers that would lose digits are IDs, with a note, and no target', async () => {
  const ids = Array.from({ length: 40 }, (_, i) => `16105216041433006${10 + i}`);
  const csv = `id,x\n${ids.map((id, i) => `${id},${i * 1.5}`).join('\n')}\n`;
  const jsonl = ids.map((id, i) => `{"id":${id},"x":${i * 1.5}}`).join('\n');
  for (const [text, name] of [
    [csv, 'ids.csv'],
    [jsonl, 'ids.jsonl'],
  ]) {
    const { inspection } = await readText(text, {}, name);
    const [id] = inspection.columns;
    assert.notEqual(id.kind, 'number', name);
    assert.deepEqual([id.usable, id.identifier, id.distinct], [false, true, ids.length]);
    assert.ok(inspection.notes.map(({ code }) => code).includes('data/long-digits'), name);
  }
});

test('long decimals and powers of ten are numbers', async () => {
  const table = await readText('a,b\n0.12345678901234567890,1e300\n1234567.12345678901234,2e20\n');
  assert.deepEqual(
    table.inspection.columns.map(({ kind }) => kind),
    ['number', 'number'],
  );
});

test('NA among two-letter codes is a level, noted; elsewhere it is a gap', async () => {
  const codes = ['DE', 'FR', 'NA', 'US', 'ZA'];
  const rows = Array.from({ length: 40 }, (_, i) => `${i},${codes[i % 5]},${['oak', 'NA', 'elm'][i % 3]}`);
  const { inspection } = await readText(`row,country,tree\n${rows.join('\n')}\n`);
  const [, country, tree] = inspection.columns;
  assert.deepEqual([country.missing, country.distinct], [0, 5]);
  assert.deepEqual(country.reading, { kind: 'category', byValue: true, words: ['na'] });
  assert.ok(tree.missing > 0);
  assert.ok(inspection.notes.some(({ code, text }) => code === 'data/sentinel' && text.includes('"country"')));
});

test('- beside + and other signs is a level, noted, unless it is named; beside words and numbers it is a gap', async () => {
  const rows = Array.from({ length: 40 }, (_, i) =>
    [i, ['+', '-'][i % 2], ['++', '+', '-', '(+)'][i % 4], ['+', '-', 'weak'][i % 3], ['-', '+5'][i % 2]].join(),
  );
  const text = `row,test,graded,said,shift\n${rows.join('\n')}\n`;
  const { inspection } = await readText(text);
  const [, test, graded, said, shift] = inspection.columns;
  assert.deepEqual([test.missing, test.distinct, graded.missing, graded.distinct], [0, 2, 0, 4]);
  assert.deepEqual(test.reading, { kind: 'category', byValue: true, words: ['-'] });
  assert.ok(said.missing > 0 && shift.missing > 0);
  assert.ok(
    inspection.notes.some(({ code, text: of }) => code === 'data/sentinel' && /^“-” in "test", "graded" is/.test(of)),
  );
  assert.equal((await readText(text, { missing: ['-'] })).inspection.columns[1].missing, 20);
});

test('ambiguous separators are noted, with the option that settles them; others are not', async () => {
  const noted = async (text: string, read = {}) => noteCodes(await readText(text, read));
  const all = (cell: string, delimiter: string) =>
    `a${delimiter}b\n${Array.from({ length: 20 }, (_, i) => `${i}${delimiter}${cell.replace('i', String(i % 10))}`).join('\n')}\n`;
  for (const text of [all('"1,23i"', ','), all('1,23i', ';'), all('1,23i', '\t'), all('1.23i', ';')])
    assert.ok((await noted(text)).includes('data/doubtful-thousands'), text.slice(0, 20));
  for (const text of [all('1.23i', ','), all('"1,234,56i"', ','), all('1,2i', ';'), all('0,23i', ';'), all('12', ';')])
    assert.ok(!(await noted(text)).includes('data/doubtful-thousands'), text.slice(0, 20));
  assert.ok(!(await noted(all('1,23i', ';'), { decimal: ',' })).includes('data/doubtful-thousands'));
  assert.equal(cells(await readText(all('1,23i', ';')), 'b')[3], 1.233);
});

test('numbers with an error in brackets, and fractions of many values, are said to look like numbers', async () => {
  const reason = async (cell: (i: number) => string) => {
    const text = `x,y\n${Array.from({ length: 150 }, (_, i) => `${i % 9},${cell(i)}`).join('\n')}\n`;
    return (await readText(text)).inspection.columns[1].reason;
  };
  assert.match(await reason((i) => `${i}.04(5)`), /^looks like numbers with “\(”, which are not read/);
  assert.match(await reason((i) => `-${i}.04 (12)`), /^looks like numbers with “\(”/);
  assert.match(await reason((i) => `${i + 1}/${(i % 7) + 2}`), /^two numbers in each cell, with “\/” between/);
  assert.match(await reason((i) => `${i} 3/4`), /^looks like numbers with “\/”/);
  assert.match(await reason((i) => `room ${i} (5)`), /^looks like an ID/);
});

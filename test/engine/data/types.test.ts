import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { cells, column, failure, kinds, noteCodes, readText } from './reading';

const one = (values: readonly string[], extra = '') =>
  `v;k\n${values.map((v, i) => `${v};${(i * 7) % 5}.5${extra}`).join('\n')}\n`;
const day = (y: number, m: number, d: number) => Date.UTC(y, m - 1, d) / 86_400_000;

test('decimal commas and thousands separators of every sort', async () => {
  const cases: [string[], number[]][] = [
    [
      ['1,5', '2,25', '-0,75', '1.234,5'],
      [1.5, 2.25, -0.75, 1234.5],
    ],
    [
      ['1,234.5', '12', '1,234,567', '-1,000'],
      [1234.5, 12, 1234567, -1000],
    ],
    [
      ['1 234', '12 345 678', '5', '0'],
      [1234, 12345678, 5, 0],
    ],
    [
      ["1'234.5", '7', "1'000'000", '0.5'],
      [1234.5, 7, 1e6, 0.5],
    ],
    [
      ['1.234.567', '1.234', '12,5', '3'],
      [1234567, 1234, 12.5, 3],
    ],
    [
      ['1\u00a0234,5', '2,5', '3,5', '4'],
      [1234.5, 2.5, 3.5, 4],
    ],
  ];
  for (const [values, expected] of cases) {
    const text = `v;k\n${values.map((v, i) => `${v};${i}`).join('\n')}\n`;
    assert.deepEqual(cells(await readText(text), 'v'), expected, values.join(' '));
  }
});

test('a decimal comma that first comes after the first megabyte is still found', async () => {
  const table = await readText(`a;b\n${'12;345\n'.repeat(180_000)}1,5;2\n`);
  assert.deepEqual(kinds(table), ['number', 'number']);
  assert.equal(cells(table, 'a').at(-1), 1.5);
  assert.equal(table.inspection.dialect.decimal, ',');
});

test('missing tokens of every sort, counted by how they are spelled', async () => {
  const table = await readText(one(['1', 'NA', '', '?', 'n/a', 'NaN', 'null', '-', '2', 'NA']));
  assert.deepEqual(cells(table, 'v'), [1, null, null, null, null, null, null, null, 2, null]);
  const { missing, missingTokens } = table.inspection.columns[0];
  assert.equal(missing, 8);
  assert.deepEqual(missingTokens[0], { token: 'NA', count: 2 });
  assert.equal(
    missingTokens.reduce((sum, t) => sum + t.count, 0),
    8,
  );
});

test('given tokens come to the built-in ones and to stand-ins that are found, so that naming one more never makes a value of a gap', async () => {
  const gaps = ['NA', 'n/a', 'k.A.', '#NV', '#N/A', '\u2014', '\u2013', '..', '.', '-', 'None', '-999', 'oops'];
  const file = one(Array.from({ length: 60 }, (_, i) => (i % 4 === 0 ? gaps[(i / 4) % gaps.length] : String(i / 8))));
  const sentinel = one(Array.from({ length: 60 }, (_, i) => (i % 6 === 0 ? '-999' : i === 7 ? 'oops' : String(i / 8))));
  for (const text of [file, sentinel]) {
    const emptied = async (missing?: string[]) =>
      cells(await readText(text, { missing, kinds: { v: 'number' } }), 'v').flatMap((cell, i) =>
        cell === null ? i : [],
      );
    const before = await emptied();
    for (const named of [['oops'], ['k.A.'], ['7'], ['-999'], ['x', 'NA']]) {
      const after = await emptied(named);
      assert.deepEqual(
        before.filter((row) => !after.includes(row)),
        [],
        named.join(),
      );
    }
  }
  const levels = await readText(one(['a', 'NA', 'b', 'k.A.', 'a', 'oops', 'b']), { missing: ['oops'] });
  assert.deepEqual(cells(levels, 'v'), ['a', null, 'b', null, 'a', null, 'b']);
});

test('behind a sign of equality they replace both', async () => {
  const table = await readText(one(['1', '-99', '3', '4', '-99', '-99', '7']), { missing: ['=', 'x'] });
  assert.deepEqual(cells(table, 'v'), [1, -99, 3, 4, -99, -99, 7]);
  assert.deepEqual(kinds(await readText(one(['1', 'NA', '3']), { missing: ['=', 'x'] })), ['category', 'number']);
});

test('stand-ins for missing: repeated, extreme and isolated; otherwise they are values', async () => {
  const found = await readText(one(['20.5', '-999', '21.5', '-999', '19', '22', '-999', '23']));
  assert.deepEqual(cells(found, 'v').slice(0, 3), [20.5, null, 21.5]);
  assert.deepEqual(noteCodes(found), ['data/sentinel']);
  const twice = await readText(one(['20.5', '-999', '21.5', '-999', '19', '22', '23']));
  assert.equal(twice.inspection.columns[0].missing, 0);
  const amongOthers = await readText(one(['-999', '-999', '-999', '-1500', '2000', '-900', '0']));
  assert.equal(amongOthers.inspection.columns[0].missing, 0);
  const high = await readText(one(['9999', '21', '9999', '22', '9999', '23', '30']));
  assert.equal(high.inspection.columns[0].missing, 3);
  const zeros = await readText(one(['0', '100', '0', '101', '0', '102', '103']));
  assert.equal(zeros.inspection.columns[0].missing, 0);
});

test('a stand-in is named as it is to be set, and setting it leaves no doubt', async () => {
  const random = new Random(5);
  const plain = Array.from({ length: 60 }, () => (15 + 4 * random.normal()).toFixed(2));
  const marked = (marks: readonly string[]) => plain.map((cell, i) => (i % 10 < marks.length ? marks[i % 10] : cell));
  for (const mark of ['9999.9', '65535', '32767', '-32768', '-127', '2147483647', '9.96921e+36', '9.9E37']) {
    const found = await readText(one(marked([mark])));
    const text = found.inspection.notes.find(({ code }) => code === 'data/sentinel')?.text ?? '';
    const said = /^(\S+) is read/.exec(text)?.[1].replace('\u2212', '-') ?? '';
    assert.equal(Number(said), Number(mark), text);
    const set = await readText(one(marked([mark])), { missing: [said] });
    assert.equal(set.inspection.columns[0].missing, 6, mark);
    assert.deepEqual(noteCodes(set), []);
  }
  for (const marks of [
    ['-9999', '-7777'],
    ['9999', '7777'],
    ['-9999', '-8888'],
  ]) {
    const both = one(marked(marks));
    const first = await readText(both);
    assert.match(first.inspection.notes[0].text, /9999 is read as a number .* could mean missing/);
    const set = await readText(both, { missing: marks });
    assert.equal(set.inspection.columns[0].missing, 12);
    assert.deepEqual(noteCodes(set), []);
  }
});

test('a column that stops being numbers late becomes words, 1 and 1.0 the same one', async () => {
  const head = Array.from({ length: 3000 }, (_, i) => ['1', '1.0', '2'][i % 3]);
  const table = await readText(one([...head, ...new Array(400).fill('x'), '1.00', '2']));
  const v = column(table, 'v');
  assert.equal(v.kind, 'category');
  assert.ok('levels' in v);
  assert.deepEqual(v.levels, ['1', '2', 'x']);
  assert.deepEqual(cells(table, 'v').slice(-3), ['x', '1', '2']);
  assert.deepEqual(
    table.inspection.columns[0].levels?.map((l) => l.count),
    [2001, 1001, 400],
  );
  assert.match(table.inspection.columns[0].reason, /mostly numbers, but line 3002 holds "x"/);
});

test('setting its kind to number turns the odd cell into a gap', async () => {
  const table = await readText(one(['1', '2', 'n.d.', '4', '007']), { kinds: { v: 'number' } });
  assert.deepEqual(cells(table, 'v'), [1, 2, null, 4, 7]);
  assert.deepEqual(table.inspection.columns[0].missingTokens, [{ token: 'n.d.', count: 1 }]);
});

test('kinds can be set for every kind; unknown columns are refused', async () => {
  const words = await readText(one(['1', '1.0', '2', '1']), { kinds: { v: 'category' } });
  assert.deepEqual(cells(words, 'v'), ['1', '1.0', '2', '1']);
  assert.equal(kinds(await readText(one(['1', '0', '1']), { kinds: { v: 'text' } }))[0], 'text');
  const truth = await readText(one(['yes', 'no', 'maybe', 'yes']), { kinds: { v: 'date' } });
  assert.equal(truth.inspection.columns[0].missing, 4);
  await assert.rejects(readText(one(['1', '2']), { kinds: { w: 'text' } }), failure('data/unknown-column', /"w"/));
});

test('codes with leading zeros are words, not numbers', async () => {
  const table = await readText(one(['00123', '00456', '123', '00123']));
  assert.deepEqual(cells(table, 'v'), ['00123', '00456', '123', '00123']);
});

const monthFirstDay = (text: string) => {
  const [month, date, year] = text.split('/').map(Number);
  return day(year, month, date);
};

test('dates: ISO, day first, month first, times, zones; the order is decided over the whole column', async () => {
  const iso = await readText(
    one(['2020-01-31', '2020-02-29T12:00', '2020-03-01 06:00:00', '2020-03-01T06:00:00+06:00']),
  );
  assert.deepEqual(cells(iso, 'v'), [
    day(2020, 1, 31),
    day(2020, 2, 29) + 0.5,
    day(2020, 3, 1) + 0.25,
    day(2020, 3, 1),
  ]);
  const dayFirst = await readText(one(['3/4/2021', '5/4/2021', '25/4/2021']));
  assert.deepEqual(cells(dayFirst, 'v'), [day(2021, 4, 3), day(2021, 4, 5), day(2021, 4, 25)]);
  const monthFirst = await readText(one(['3/4/2021', '3/5/2021', '3/25/2021', '4/1/2021']));
  assert.deepEqual(cells(monthFirst, 'v'), [day(2021, 3, 4), day(2021, 3, 5), day(2021, 3, 25), day(2021, 4, 1)]);
  const open = await readText(one(['1/2/2021', '1/3/2021', '1/4/2021', '1/5/2021']));
  assert.deepEqual(cells(open, 'v')[3], day(2021, 1, 5));
  assert.deepEqual(noteCodes(open), ['data/date-order']);
  // More than are looked at in one go, none of which tells the order by itself.
  const many = Array.from(
    { length: 40_000 },
    (_, i) => `${1 + (Math.floor(i / 12) % 12)}/${1 + (i % 12)}/${1900 + (Math.floor(i / 144) % 150)}`,
  );
  assert.deepEqual(cells(await readText(one(many)), 'v').at(-1), monthFirstDay(many[39_999]));
  const clock = await readText(one(['06:00', '18:30', '00:00']));
  assert.deepEqual(cells(clock, 'v'), [0.25, 18.5 / 24, 0]);
});

test('what only looks like dates is not: impossible days, both orders at once, a word at the end', async () => {
  assert.equal(kinds(await readText(one(['2021-02-30', '2021-02-28', '2021-02-27'])))[0], 'category');
  assert.equal(kinds(await readText(one(['13/1/2021', '1/13/2021', '1/1/2021'])))[0], 'category');
  const late = await readText(one(['2021-01-01', '2021-01-01', '2021-01-02', 'soon']));
  assert.deepEqual(cells(late, 'v'), ['2021-01-01', '2021-01-01', '2021-01-02', 'soon']);
});

test('booleans in words; other pairs of words are categories', async () => {
  assert.deepEqual(cells(await readText(one(['TRUE', 'False', 'true', 'NA'])), 'v'), [1, 0, 1, null]);
  for (const pair of [
    'ja nein',
    'Oui Non',
    'SÍ NO',
    'si no',
    'sì no',
    'да нет',
    'J N',
    'WAHR FALSCH',
    'vrai faux',
    'Sim Não',
    'tak nie',
  ]) {
    const [yes, no] = pair.split(' ');
    const table = await readText(one([yes, no, no, 'k.A.', yes.toLowerCase(), no]));
    assert.deepEqual([kinds(table)[0], ...cells(table, 'v')], ['boolean', 1, 0, 0, null, 1, 0], pair);
  }
  assert.equal(kinds(await readText(one(['M', 'F', 'M', 'F'])))[0], 'category');
  assert.equal(kinds(await readText(one(['yes', 'no', 'maybe', 'no'])))[0], 'category');
});

test('text with too many values keeps none of them, but knows its gaps', async () => {
  const table = await readText(one([...Array.from({ length: 3000 }, (_, i) => `word ${(i * 7) % 1500}`), '']));
  const v = column(table, 'v');
  assert.ok('levels' in v && v.kind === 'text' && v.levels.length === 0);
  assert.deepEqual([v.codes.at(-2), v.codes.at(-1)], [0, -1]);
  assert.match(table.inspection.columns[0].reason, /more than 1000 different values|every value is unique/);
  assert.equal(table.inspection.columns[0].usable, false);
});

test('constants, keys and postal codes are told apart from quantities', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `${i + 1},7,u${i},${10_000 + i * 37},${5000 + ((i * 13) % 7)},${i * 1.5}`,
  );
  const table = await readText(`row,same,code,user_id,zip code,y\n${rows.join('\n')}\n`);
  const [row, same, code, user, zip, y] = table.inspection.columns;
  assert.deepEqual([row.identifier, same.identifier, code.identifier, user.identifier], [true, false, true, true]);
  assert.deepEqual(
    [row, same, code, user, zip, y].map((c) => c.usable),
    [false, false, false, false, false, true],
  );
  assert.equal(same.constant, true);
  assert.match(zip.reason, /postal/);
  assert.equal(table.inspection.defaultTarget, 5);
});

test('None is a level among words, and a gap among numbers, dates, and yes and no', async () => {
  const read = async (column: readonly string[]) => {
    const table = await readText(one(column));
    const { kind, missing, missingTokens } = table.inspection.columns[0];
    return [kind, cells(table, 'v'), missing, missingTokens];
  };
  const gaps = (count: number) => [{ token: 'None', count }];
  assert.deepEqual(await read(['None', '', 'brick', 'None', 'stone', 'brick']), [
    'category',
    ['None', null, 'brick', 'None', 'stone', 'brick'],
    1,
    [{ token: '', count: 1 }],
  ]);
  assert.deepEqual(await read(['None', '1', 'None', '2']), ['number', [null, 1, null, 2], 2, gaps(2)]);
  assert.deepEqual(await read(['None', '1', 'None', 'x', 'None']), [
    'category',
    ['None', '1', 'None', 'x', 'None'],
    0,
    [],
  ]);
  assert.deepEqual(await read(['None', '2021-01-02', 'None', '2021-01-03']), [
    'date',
    [null, 18629, null, 18630],
    2,
    gaps(2),
  ]);
  assert.deepEqual(await read(['True', 'None', 'False', 'None']), ['boolean', [1, null, 0, null], 2, gaps(2)]);
  assert.equal((await read(['None', 'None', '']))[0], 'empty');
});

test('a sign for missing that is a number stands for all its spellings', async () => {
  const points = await readText(one(['1', '-200', '-200.0', '-2e2', '3.5']), { missing: ['\u2212200'] });
  assert.deepEqual(cells(points, 'v'), [1, null, null, null, 3.5]);
  const commas = await readText('v;w\n1,5;a\n-200;b\n-200,0;c\n2,5;d\n', { missing: ['-200.0'] });
  assert.deepEqual(cells(commas, 'v'), [1.5, null, null, 2.5]);
  const words = await readText(one(['7', '-200.0', 'x', '-200', '7']), { missing: ['-200'] });
  assert.deepEqual(cells(words, 'v'), ['7', null, 'x', null, '7']);
});

/** A permutation of 0…n−1 that is in no order that anybody counts in. */
const shuffled = (n: number) => Array.from({ length: n }, (_, i) => (i * 7919 + 13) % n);
const reasonOf = async (name: string, values: readonly (number | string)[]) =>
  (await readText(`${name},y\n${values.map((v, i) => `${v},${(i * i) % 17}`).join('\n')}\n`)).inspection.columns[0];

test('row numbers are known in any order, with gaps, and of files of which rows were taken', async () => {
  const rowNumber = /looks like a row number: unique whole numbers/;
  for (const n of [40, 1200, 5003]) {
    assert.match((await reasonOf('n', shuffled(n))).reason, rowNumber);
    const gaps = shuffled(n).filter((v) => v % 25 !== 7);
    const found = await reasonOf('n', gaps);
    assert.match(found.reason, /unique whole numbers, almost without gaps$/);
    assert.deepEqual([found.identifier, found.usable], [true, false]);
    const half = shuffled(n).filter((v) => v % 2 === 1 || v % 5 === 0);
    assert.equal((await reasonOf('n', half)).reason, '');
    for (const name of ['id', 'No', 'row', 'Order', 'instant', 'Unnamed: 0', 'row_index'])
      assert.match((await reasonOf(name, half)).reason, rowNumber);
    assert.match(
      (
        await reasonOf(
          'Order',
          shuffled(n).map((v) => 1e9 * v + 3),
        )
      ).reason,
      rowNumber,
    );
    // One number twice, a fraction, a gap.
    for (const odd of [shuffled(n)[1], 0.5, ''])
      assert.equal((await reasonOf('order', [odd, ...shuffled(n).slice(1)])).reason, '');
  }
  assert.match(
    (
      await reasonOf(
        'n',
        shuffled(500).map((v) => v + 5000),
      )
    ).reason,
    rowNumber,
  );
});

test('a few steps from 0 or 1 on are a quantity where their name says so, and many are row numbers', async () => {
  const steps = (count: number) => Array.from({ length: count }, (_, i) => i);
  for (const name of ['x', 't', 'dose_mg', 'Time (min)', 'weekNumber', 'distance [m]', 'cycle']) {
    for (const count of [5, 12, 60]) assert.equal((await reasonOf(name, steps(count))).reason, '');
    assert.match((await reasonOf(name, steps(150))).reason, /looks like a row number/);
  }
  for (const name of ['sample', 'n', 'patient', 'time_index', 'day no'])
    assert.match((await reasonOf(name, steps(12))).reason, /looks like a row number/);
});

test('years, ages and other whole numbers that few rows fill are quantities', async () => {
  assert.equal(
    (
      await reasonOf(
        'year',
        shuffled(120).map((v) => v + 1900),
      )
    ).reason,
    '',
  );
  assert.equal(
    (
      await reasonOf(
        'age',
        shuffled(50).map((v) => v + 20),
      )
    ).reason,
    '',
  );
  assert.equal(
    (
      await reasonOf(
        'degrees',
        shuffled(50).map((v) => v - 20),
      )
    ).reason,
    '',
  );
});

test('a code beside its label is left out, and the words stay', async () => {
  const country = ['Austria', 'Belgium', 'Chile'];
  const lines = Array.from({ length: 60 }, (_, i) => {
    const c = (i * i + (i >> 2)) % 3;
    const gap = i === 9;
    return [
      gap ? '' : ['AT', 'BE', 'CL'][c],
      gap ? '' : country[c],
      gap ? '' : 40 + c * c,
      c + 1,
      c === 1 ? 'yes' : 'no',
      c === 1 ? 1 : 0,
      i % 3,
    ];
  });
  const table = await readText(`code,name,number,whole,flag,bit,other\n${lines.map((l) => l.join(',')).join('\n')}\n`);
  const { columns } = table.inspection;
  assert.deepEqual(
    columns.map(({ name, usable, sameAs }) => [name, usable, sameAs]),
    [
      ['code', false, 'name'],
      ['name', true, undefined],
      ['number', false, 'name'],
      ['whole', true, undefined],
      ['flag', true, undefined],
      ['bit', false, 'flag'],
      ['other', true, undefined],
    ],
  );
  assert.equal(columns[0].reason, 'equals "name" in every row');
});

test('infinite and overflowing cells are gaps, with a note', async () => {
  const table = await readText(one(['1', 'inf', '-Infinity', '1e999', '1e3']));
  assert.deepEqual(cells(table, 'v'), [1, null, null, null, 1000]);
  assert.deepEqual(noteCodes(table), ['data/infinite']);
});

test('cells that rows lack at their end are gaps there, whichever way the file is read', async () => {
  for (const last of ['5', '"5"', '"5\n"']) {
    const rows = Array.from({ length: 30 }, (_, i) => [`${i}`, `${2 * i}`, `${i}.5`, last].slice(0, 1 + (i % 4)));
    const table = await readText(['a,b,c,d', ...rows.map((row) => row.join(',')), ''].join('\n'));
    assert.equal(table.inspection.rows, 30);
    ['a', 'b', 'c', 'd'].forEach((name, j) => {
      const found = cells(table, name);
      assert.equal(found.length, 30);
      found.forEach((cell, i) => {
        assert.equal(cell === null, i % 4 < j, `${name} of row ${i + 1} beside ${JSON.stringify(last)}`);
      });
    });
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Random } from '../../../src/engine/data/random';
import { collapseBlanks } from '../../../src/engine/data/tokenise';
import { cells, kinds, noteCodes, readText } from './reading';

const rowsOf = (delimiter: string, end = '\n') =>
  [
    ['width', 'colour', 'y'],
    ['1.5', 'red', '10'],
    ['2.5', 'blue', '20'],
    ['3.5', 'red', '30'],
    ['4.5', 'blue', '41'],
  ]
    .map((row) => row.join(delimiter))
    .join(end) + end;

for (const delimiter of [',', ';', '\t', '|', ' ']) {
  test(`delimiter ${JSON.stringify(delimiter)} is found`, async () => {
    const table = await readText(rowsOf(delimiter));
    assert.equal(table.inspection.dialect.delimiter, delimiter);
    assert.equal(table.inspection.dialect.header, true);
    assert.deepEqual(cells(table, 'width'), [1.5, 2.5, 3.5, 4.5]);
    assert.deepEqual(cells(table, 'colour'), ['red', 'blue', 'red', 'blue']);
  });
}

for (const [name, end] of Object.entries({ lf: '\n', crlf: '\r\n', cr: '\r', crcrlf: '\r\r\n' })) {
  test(`line ends ${name} are found, and lines are counted by them`, async () => {
    const table = await readText(rowsOf(',', end));
    assert.equal(table.inspection.dialect.lineEnd, name);
    assert.deepEqual([...table.lines], [2, 3, 4, 5]);
    assert.deepEqual(cells(table, 'y'), [10, 20, 30, 41]);
  });
}

test('mixed line ends are read line by line', async () => {
  const table = await readText('a,b\r\n1,2\n3,4\r5,6\r\r\n7,8\n9,1');
  assert.equal(table.inspection.dialect.lineEnd, 'mixed');
  assert.deepEqual(cells(table, 'b'), [2, 4, 6, 8, 1]);
});

const accented = 'größe,y\n1,2\n3,5\n4,6\n';
const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
const encodings: [string, Uint8Array, string, boolean][] = [
  ['utf-8', Buffer.from(accented), 'utf-8', false],
  ['utf-8 with mark', Buffer.from(`\ufeff${accented}`), 'utf-8', true],
  ['utf-16le with mark', utf16(`\ufeff${accented}`, false), 'utf-16le', true],
  ['utf-16be with mark', utf16(`\ufeff${accented}`, true), 'utf-16be', true],
  ['utf-16le bare', utf16(accented, false), 'utf-16le', false],
  ['utf-16be bare', utf16(accented, true), 'utf-16be', false],
  ['latin-1', Buffer.from(accented, 'latin1'), 'windows-1252', false],
];
for (const [name, bytes, encoding, mark] of encodings) {
  test(`${name} is found and decoded`, async () => {
    const table = await readText(bytes);
    assert.deepEqual([table.inspection.dialect.encoding, table.inspection.dialect.byteOrderMark], [encoding, mark]);
    assert.deepEqual(
      table.inspection.columns.map((c) => c.name),
      ['größe', 'y'],
    );
    assert.deepEqual(cells(table, 'größe'), [1, 3, 4]);
  });
}

test('Windows-1252 is found even when its first accent comes after a megabyte', async () => {
  const body = `n,word\n${'1.5,plain\n'.repeat(150_000)}2.5,caf`;
  const table = await readText(Buffer.concat([Buffer.from(body), Buffer.from([0xe9, 10])]));
  assert.equal(table.inspection.dialect.encoding, 'windows-1252');
  assert.equal(cells(table, 'word').at(-1), 'café');
});

test('gzip is unzipped, told by its bytes and not by its name', async () => {
  const table = await readText(gzipSync(rowsOf(';')));
  assert.equal(table.inspection.dialect.compression, 'gzip');
  assert.deepEqual(cells(table, 'y'), [10, 20, 30, 41]);
});

test('quotes: delimiters, doubled quotes and line ends inside; lines stay true', async () => {
  const table = await readText('name,y\n"Smith, J.",1\n"say ""hi""",2\n"two\nlines",3\n"",4\nlast,5\n');
  assert.deepEqual(cells(table, 'name'), ['Smith, J.', 'say "hi"', 'two\nlines', null, 'last']);
  assert.deepEqual([...table.lines], [2, 3, 4, 6, 7]);
});

test('a quoted cell may lie across two blocks', async () => {
  const long = `${'x'.repeat(700_000)}\n${'y'.repeat(700_000)}`;
  const table = await readText(`a,b\n1,"${long}"\n2,"${long}z"\n3,"short"\n`);
  assert.deepEqual(cells(table, 'b'), [long, `${long}z`, 'short']);
  assert.deepEqual([...table.lines], [2, 4, 6]);
});

test('single quotes are found where they enclose cells', async () => {
  const table = await readText("name,y\n'Smith, J.',1\n'Lee, A.',2\n'Roe, B.',3\n");
  assert.deepEqual(cells(table, 'name'), ['Smith, J.', 'Lee, A.', 'Roe, B.']);
});

test('a quote that closes in mid-cell spoils its own line only', async () => {
  const table = await readText('name,y\n"ann" lee,1\nbob,2\n"cy",3\n5" pipe,4\n');
  assert.deepEqual(cells(table, 'y'), [1, 2, 3, 4]);
  assert.deepEqual(cells(table, 'name'), ['"ann" lee', 'bob', 'cy', '5" pipe']);
  assert.deepEqual(noteCodes(table), ['data/malformed-quotes']);
  assert.match(table.inspection.notes[0].text, /line 2/);
});

test('a quote inside a quoted cell is text unless a delimiter or the line end follows', async () => {
  const table = await readText('name,y\n"48""",3\n"cm: 4"8, 5",4\n"x, y",5\n');
  assert.deepEqual(cells(table, 'y'), [3, 4, 5]);
  assert.deepEqual(cells(table, 'name'), ['48"', 'cm: 4"8, 5', 'x, y']);
  const single = await readText("name,y\n'it's, you know',1\n'Lee, A.',2\n'Roe, B.',3\n'don't',4\n'Poe',5\n");
  assert.deepEqual(cells(single, 'name'), ["it's, you know", 'Lee, A.', 'Roe, B.', "don't", 'Poe']);
  assert.deepEqual(cells(single, 'y'), [1, 2, 3, 4, 5]);
});

test('a quote that opens a cell and is not closed before the next one opens is text', async () => {
  const rest = 'bob,"x, y",7\n';
  const row = async (line: string) => {
    const table = await readText(`name,what,y\n${rest}${line}\n${rest}`);
    assert.deepEqual(noteCodes(table), ['data/malformed-quotes']);
    return ['name', 'what', 'y'].map((name) => cells(table, name)[1]);
  };
  assert.deepEqual(await row('"ann,"p, q",2'), ['"ann', 'p, q', 2]);
  assert.deepEqual(await row('ann,""p, q",2'), ['ann', '"p, q', 2]);
  assert.deepEqual(await row('"ann,"48""",2'), ['"ann', '48"', 2]);
  assert.deepEqual(await row('"Round, 48"","p, q",2'), ['Round, 48"', 'p, q', 2]);
  assert.deepEqual(await row('"Round, 48"",p,2'), ['Round, 48"', 'p', 2]);
  const last = await readText(`y,name,what\n7,bob,"x, y"\n8,"p, q","\n9,bob,"x, y"\n`);
  assert.deepEqual(cells(last, 'what'), ['x, y', '"', 'x, y']);
});

test('backslashes in front of quotes escape them where the quotes pair up only so', async () => {
  const text = [
    'name,what,y',
    String.raw`"48\"","he said \"hi, you\", twice",1`,
    String.raw`"C:\\","\"",2`,
    String.raw`"two \"`,
    String.raw`lines\"",plain \" text,3`,
    '"say ""so""",x,4',
  ];
  const table = await readText(`${text.join('\n')}\n`);
  assert.deepEqual(cells(table, 'name'), ['48"', String.raw`C:\\`, 'two "\nlines"', 'say "so"']);
  assert.deepEqual(cells(table, 'what'), ['he said "hi, you", twice', '"', String.raw`plain \" text`, 'x']);
  assert.deepEqual(cells(table, 'y'), [1, 2, 3, 4]);
  assert.deepEqual([...table.lines], [2, 3, 4, 6]);
  assert.deepEqual(noteCodes(table), ['data/backslash-quotes']);
  const blanks = await readText(`a, b, c\n1, "x \\"y, z\\"", 2\n3, "x, y", 4\n`);
  assert.deepEqual(
    [cells(blanks, 'b'), cells(blanks, 'c')],
    [
      ['x "y, z"', 'x, y'],
      [2, 4],
    ],
  );
  const long = `"${'x'.repeat(900_000)}\\"\n${'y'.repeat(900_000)}"`;
  const wide = await readText(`a,b\n"1\\"x, 2",3\n${long},4\n${long},5\n`);
  assert.deepEqual(cells(wide, 'b'), [3, 4, 5]);
});

test('a backslash at the end of a quoted cell is part of it', async () => {
  const path = String.raw`C:\dir\ `.trim();
  for (const line of [`"${path}",1,"x"`, `"x",1,"${path}"`, `${path},1,"${path}"`]) {
    const table = await readText(`a,y,b\n${`${line}\n`.repeat(3)}`);
    assert.deepEqual(cells(table, 'y'), [1, 1, 1]);
    assert.ok([cells(table, 'a')[0], cells(table, 'b')[2]].includes(path), line);
    assert.deepEqual(noteCodes(table), []);
    // Nor does a stray quote elsewhere make escapes of them.
    const stray = await readText(`a,y,b\n${`${line}\n`.repeat(3)}"ann" lee,1,z\n`);
    assert.deepEqual(cells(stray, 'y'), [1, 1, 1, 1], line);
    assert.deepEqual(noteCodes(stray), ['data/malformed-quotes'], line);
  }
});

test('a quote that is never closed spoils its own line only', async () => {
  const table = await readText(`name,y\n${'a,1\n'.repeat(3)}"open,2\n${'b,3\n'.repeat(40)}`);
  assert.equal(table.inspection.rows, 44);
  assert.deepEqual(cells(table, 'y').slice(2, 5), [1, 2, 3]);
  assert.match(table.inspection.notes[0].text, /line 5/);
});

test('short and long rows are padded and cut, and said with their lines', async () => {
  const table = await readText('a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n');
  assert.deepEqual(cells(table, 'c'), [3, null, 8, 12]);
  assert.deepEqual(noteCodes(table), ['data/short-rows', 'data/long-rows']);
  assert.match(table.inspection.notes[0].text, /line 3/);
  assert.match(table.inspection.notes[1].text, /line 4/);
});

test('blank lines and a tail of delimiters are no rows; a blank row in the middle is one of gaps', async () => {
  const table = await readText('a,b\n1,2\n\n,\n3,4\n,\n , \n\n');
  assert.deepEqual(cells(table, 'a'), [1, null, 3]);
  assert.deepEqual([...table.lines], [2, 4, 5]);
  assert.deepEqual(noteCodes(table), ['data/blank-tail']);
});

test('headers: found, absent, forced, without names, repeated, one short', async () => {
  assert.equal((await readText('1,2\n3,4\n5,6\n')).inspection.dialect.header, false);
  assert.equal((await readText('M,0.4\nF,0.5\nM,0.6\nF,0.7\n')).inspection.dialect.header, false);
  assert.equal((await readText('name,town\nann,rome\nbob,oslo\n')).inspection.dialect.header, true);
  const names = (t: Awaited<ReturnType<typeof readText>>) => t.inspection.columns.map((c) => c.name);
  assert.deepEqual(names(await readText('1,2\n3,4\n5,6\n')), ['c1', 'c2']);
  assert.deepEqual(names(await readText('1,2\n3,4\n5,6\n', { header: true })), ['1', '2']);
  assert.deepEqual(names(await readText('x,,x,x\n1,2,3,4\n5,6,7,8\n')), ['x', 'c2', 'x (2)', 'x (3)']);
  assert.deepEqual(names(await readText('"a" "b"\n"1" 2.5 3\n"2" 3.5 4\n"3" 1.5 4\n')), ['c1', 'a', 'b']);
});

test('an empty name more than the rows have cells is no column', async () => {
  for (const header of ['a,b,c,', 'a,,b,c', ',a,b,c', ',a,b,,c']) {
    const table = await readText(`${header}\n1,2,3\n4,5,6\n7,8,9\n`);
    assert.deepEqual(
      [cells(table, 'a'), cells(table, 'c')],
      [
        [1, 4, 7],
        [3, 6, 9],
      ],
      header,
    );
    assert.deepEqual(noteCodes(table), ['data/empty-names'], header);
  }
  const named = await readText('a,,c\n1,2,3\n4,5,6\n7,8\n');
  assert.deepEqual([cells(named, 'c2'), noteCodes(named)], [[2, 5, 8], ['data/short-rows']]);
  const gaps = await readText('a,,c\n1,2\n4,5\n7,8,9\n');
  assert.deepEqual(cells(gaps, 'c'), [null, null, 9]);
});

test('options override what would be found', async () => {
  const table = await readText('a;b\n1,5;2\n2,5;3\n', { delimiter: ',', header: false });
  assert.deepEqual([table.inspection.columns.length, table.inspection.rows], [2, 3]);
  const plain = await readText('a,b\n"1",2\n"3",4\n', { quote: '' });
  assert.deepEqual(cells(plain, 'a'), ['"1"', '"3"']);
});

test('kinds come out per column', async () => {
  const table = await readText('n,b,d,c,e\n1,yes,2020-01-31,red,\n2,no,2020-02-29,blue,\n3,yes,2020-03-01,red,\n');
  assert.deepEqual(kinds(table), ['number', 'boolean', 'date', 'category', 'empty']);
});

const columnNames = (table: Awaited<ReturnType<typeof readText>>) => table.inspection.columns.map((c) => c.name);
const headed = 'day,town,y\nmon,rome,1\ntue,oslo,2\nwed,rome,3\n';
const preambles: [string, string, string][] = [
  ['a title as wide as the table, and a blank row', `PREAMBLE,,\n,,\n${headed}`, 'Lines 1–2, above'],
  ['a title as wide as the table', `PREAMBLE,,\n${headed}`, 'Line 1, above'],
  ['two lines of one cell', `Rain in towns\nfrom the almanac\n${headed}`, 'Lines 1–2, above'],
  ['narrower lines, then a blank one', `station,7\nheight,\n\n${headed}`, 'Lines 1–3, above'],
  ['a quoted title over two lines', `"Rain\nin towns"\n\n${headed}`, 'Lines 1–3, above'],
];
for (const [name, text, says] of preambles) {
  test(`a preamble is no part of the table: ${name}`, async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const table = await readText(text.replaceAll('\n', end));
      assert.deepEqual(columnNames(table), ['day', 'town', 'y']);
      assert.deepEqual(cells(table, 'y'), [1, 2, 3]);
      assert.equal(table.lines[0], text.slice(0, text.indexOf('mon')).split('\n').length);
      assert.equal(table.inspection.notes[0].text.slice(0, says.length), says);
      assert.deepEqual(noteCodes(table), ['data/preamble']);
    }
  });
}

test('the first line of a data logger is no part of the names, nor units and ways to sample below them', async () => {
  const head =
    '"TOA5","CR1000X","CR1000X","1234","CR1000X.Std.03","CPU:rain.CR1X","5678","Table1"\n"TIMESTAMP","RECORD","BattV","RH"\n"TS","RN","Volts","%"\n"","","Min","Smp"\n';
  const rows = Array.from(
    { length: 30 },
    (_, i) => `"2024-01-01 ${String(i % 24).padStart(2, '0')}:00:00",${i},${12 + i / 90},${60 - i}`,
  );
  for (const end of ['\n', '\r\n']) {
    const table = await readText(`${head}${rows.join('\n')}\n`.replaceAll('\n', end));
    assert.deepEqual(columnNames(table), ['TIMESTAMP', 'RECORD', 'BattV', 'RH']);
    assert.deepEqual(cells(table, 'RH').slice(0, 2), [60, 59]);
    assert.equal(table.lines[0], 5);
  }
});

test('a single title above two columns needs numbers below the names', async () => {
  assert.deepEqual(columnNames(await readText('Rain\nday,mm\nmon,1\ntue,2\n')), ['day', 'mm']);
  assert.deepEqual(columnNames(await readText('x\nann,red\nbob,blue\ncy,green\n')), ['c1', 'x']);
});

test('blank rows above the header are passed over without a note', async () => {
  const table = await readText(`,,\n\n${headed}`);
  assert.deepEqual([columnNames(table), noteCodes(table)], [['day', 'town', 'y'], []]);
});

test('a header with few names, and rows without a header, are no preamble', async () => {
  assert.deepEqual(columnNames(await readText('name,,\n1,2,3\n4,5,6\n')), ['name', 'c2', 'c3']);
  assert.deepEqual(columnNames(await readText('a,b\n\n1,2,3\n4,5,6\n7,8,9\n')), ['c1', 'a', 'b']);
  assert.equal((await readText('1,,\n2,3,4\n5,6,7\n')).inspection.rows, 3);
  assert.equal((await readText(`PREAMBLE,,\n${headed}`, { header: false })).inspection.rows, 5);
});

test('a quote behind a delimiter and blanks opens a cell where the file does so throughout', async () => {
  const table = await readText('n, name, y\n1, "Smith, J.", 4\n2,  "Lee, A., ""B""", 5\n3, Roe, 6\n');
  assert.deepEqual(columnNames(table), ['n', 'name', 'y']);
  assert.deepEqual(cells(table, 'name'), ['Smith, J.', 'Lee, A., "B"', 'Roe']);
  assert.deepEqual(cells(table, 'y'), [4, 5, 6]);
  assert.deepEqual(noteCodes(table), []);
  const given = await readText('n; name\n1; "two\nlines; here"\n2; "a; "\n', { delimiter: ';' });
  assert.deepEqual(cells(given, 'name'), ['two\nlines; here', 'a;']);
  assert.deepEqual([...given.lines], [2, 4]);
  const mixed = await readText('n,name,y\n1,"Smith, ""J""", 4\n2, "x", 5\n3,"z", 6\n');
  assert.deepEqual(cells(mixed, 'name'), ['Smith, "J"', '"x"', 'z']);
});

test('a quoted cell behind blanks may lie across two blocks', async () => {
  const long = `${'x, '.repeat(230_000)}\n${'y, '.repeat(230_000)}z`;
  const table = await readText(`a, b\n1, "x, y"\n2, "z"\n3, "${long}"\n4, "${long}"\n5, "short"\n`);
  assert.deepEqual(cells(table, 'b'), ['x, y', 'z', long, long, 'short']);
});

test('a header one short leaves out the first name only where the first cells are keys', async () => {
  assert.deepEqual(columnNames(await readText('x,y\nann,1,2\nbob,3,4\ncy,5,6\n')), ['c1', 'x', 'y']);
  assert.deepEqual(columnNames(await readText('town,x\nrome,1,2\noslo,3,4\nrome,5,6\n')), ['town', 'x', 'c3']);
});

test('a header that comes again further down is left out and noted with its lines', async () => {
  const text = `x,y\n1,2\n3,4\nx,y\n5,6\n"x",y\n${'7,8\n'.repeat(20)}x,9\n`;
  const [note] = (await readText(text)).inspection.notes.filter((n) => n.code === 'data/repeated-header');
  assert.match(note.text, /^2 lines \(lines 4, 6\) have .* and are left out/);
  assert.equal((await readText(text)).inspection.rows, 24);
});

test('the header of a second table is noted, with columns fewer or more', async () => {
  const lines = async (text: string) =>
    (await readText(text)).inspection.notes.filter((n) => n.code === 'data/repeated-header').map((n) => n.text);
  const rows = '1,2,3\n4,5,6\n7,8,9\n';
  for (const second of ['x,y\n1,2\n3,4\n', 'x,y,z\n1,2,3\n', 'x,y,z,more\n1,2,3,4\n', '\nx,y,z\n1,2,3\n']) {
    const [text, ...others] = await lines(`x,y,z\n${rows}${second}`);
    assert.match(text, second.startsWith('\n') ? /line 6\)/ : /line 5\)/);
    assert.deepEqual(others, []);
  }
  assert.deepEqual(await lines(`x,y,z\n${rows}x\nx,y,1\nx,1,z\n`), []);
});

test('a quoted cell of any length is read between blanks', () => {
  const cell = `"${'x  y '.repeat(4_000_000)}"`;
  assert.equal(collapseBlanks(`a   ${cell}   b`, '"'), `a ${cell} b`);
});

test('a delimiter that the header has comes before one that it lacks, whatever looks like numbers beside it', async () => {
  const random = new Random(17);
  const words = ['of', 'in', 'at', 'to'];
  for (let k = 0; k < 40; k++) {
    const delimiter = [',', ';', '\t', '|'][k % 4];
    const names = Array.from({ length: 2 + random.below(3) }, (_, j) => `name${j}`);
    const cell = () => `${random.below(90)} ${k % 2 ? words[random.below(4)] : random.below(900)} ${random.below(9)}`;
    const rows = Array.from({ length: 30 + random.below(90) }, () =>
      names.map((_, j) => (j === 1 ? `${random.below(50)}` : cell())),
    );
    const table = await readText([names, ...rows].map((cells) => cells.join(delimiter)).join('\n'));
    assert.equal(table.inspection.dialect.delimiter, delimiter);
    assert.deepEqual(columnNames(table), names);
  }
});

test('tabs that cut all lines alike separate the cells, whatever blanks and commas stand within these', async () => {
  for (const cell of [
    (i: number) => `${100 + i}.25, -${i}.75`,
    (i: number) => `${i} of ${i + 3}`,
    (i: number) => `${i} 1 2`,
    (i: number) => `2024-01-${10 + (i % 19)} 12:30`,
  ]) {
    const body = Array.from({ length: 40 }, (_, i) => `${(i * 7) % 101}\t${cell(i)}\t${i % 13}`);
    const { inspection } = await readText(`size\tplace\ty\n${body.join('\n')}\n`);
    assert.equal(inspection.dialect.delimiter, '\t', body[3]);
    assert.deepEqual(
      inspection.columns.map(({ name }) => name),
      ['size', 'place', 'y'],
    );
    assert.ok(!inspection.notes.some(({ code }) => code === 'data/doubtful-delimiter'));
  }
});

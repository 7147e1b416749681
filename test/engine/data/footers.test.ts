// Lines below the rows of a table: remarks and rules, by any way of reading, and never a row of values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { readTable } from '../../../src/engine/data/readTable';
import { bytesOf, readText } from './reading';

const ROWS = Array.from({ length: 30 }, (_, i) => [i % 7, ['north', 'south'][i % 2], i / 4].join(','));
const TABLE = ['temp,site,y', ...ROWS, ''].join('\n');

/** Below rows of numbers. */
const FOOTERS: Readonly<Record<string, readonly string[]>> = {
  'a source': ['Source: Statistical office, 2024'],
  'a source in a line as long as the others': ['"Source: Statistical office; own figures",,'],
  'a source with more commas than the table has': ['Source: A, B, C, D'],
  'rows that were counted': ['(30 rows)'],
  'rows that were counted, and words before a colon, in Chinese': ['共30笔记录', '导出时间:[2024-02-01]', '說明：無'],
  'three dashes and remarks': ['---', 'Group By: County', '---'],
  'one row that was counted': ['(1 row)'],
  'rows that were affected': ['', '(30 rows affected)'],
  'a closing rule and rows in a set': ['+-------+-----+', '30 rows in set (0.00 sec)'],
  'an end in brackets': ['[End]'],
  'remarks behind a blank line': ['', '* provisional', 'Data as of 2024-01-03'],
  'a closing balance': ['Closing balance,,1234.5'],
  'a balance of a bank': ['"Kontostand am 31.12.2024","","1234.56 EUR"'],
  'a source and a day of two cells': ['Source,Statistical office', 'Last updated,2024-05-01'],
  'the same as long as the others': ['Quelle:,Amt,', 'Stand,01.05.2024,'],
  'meanings of marks': ['p = provisional', 'e = estimated'],
  'the form of a table as pandas prints it': ['[30 rows x 3 columns]'],
  'the end of a table of genes': ['!series_matrix_table_end'],
  'remarks of any words behind a blank line': ['', 'Report of March', 'Acme', 'n = 30'],
  'pairs behind a blank line': ['', 'Status,final', 'Office,Ulm'],
  'another table behind a blank line': ['', 'Day,Sessions', ...Array.from({ length: 70 }, (_, i) => `2024-01-03,${i}`)],
  'remarks, and rows of gaps below': ['Note: by hand', ',,', ',,'],
};

for (const shortCut of [true, false])
  for (const [name, lines] of Object.entries(FOOTERS))
    test(`${name} below the rows is left out and said ${shortCut ? 'of bytes' : 'of text'}`, async () => {
      const { inspection, columns } = await readTable(
        { kind: 'bytes', name: 'test.csv', bytes: bytesOf(`${TABLE}${lines.join('\n')}\n`) },
        {},
        quietContext,
        { shortCut },
      );
      assert.equal(inspection.rows, 30);
      assert.deepEqual(
        columns.map(({ kind }) => kind),
        ['number', 'category', 'number'],
      );
      const [note, ...others] = inspection.notes.filter(({ code }) => code === 'data/footers');
      const first = lines.findIndex((line) => line !== '');
      assert.match(note.text, new RegExp(`\\(lines? ${32 + first}\\b.*left out`));
      assert.deepEqual(others, []);
      assert.deepEqual(
        inspection.notes.filter(({ code }) => /short|long|odd/.test(code)),
        [],
      );
    });

test('words in the first cell alone, below a blank row, end a table whose rows begin with words', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `W${i},${i / 4},${i % 7},${i % 3}`);
  const read = async (...end: readonly string[]) => {
    const { rows: count, notes } = (await readText(['well,a,b,y', ...rows, ...end, ''].join('\n'))).inspection;
    return [count, notes.filter(({ code }) => code === 'data/footers').length];
  };
  for (const blank of ['', ',,,']) {
    assert.deepEqual(await read(blank, 'End of report,,,'), [30, 1]);
    assert.deepEqual(await read(blank, 'provisional figures,,,', 'Acme plc,,,'), [30, 1]);
    for (const row of ['End of report,1.5,,', 'W30,,,', 'End of report,1,2,3'])
      assert.deepEqual(await read(blank, row), [blank === '' ? 31 : 32, 0], row);
  }
  assert.deepEqual(await read('End of report,,,'), [31, 0]);
});

test('a last row with few cells is a row', async () => {
  for (const last of ['3', '3,north', 'north', '3,,', ',north,', ',,4', '(3)', '-3', '2024-01-03', 'n.a.', '12:30'])
    assert.equal((await readText(`${TABLE}${last}\n`)).inspection.rows, 31, last);
});

test('a balance is a row where others of its kind are rows, and so is a short row behind a blank one', async () => {
  const rows = async (text: string) => (await readText(text)).inspection.rows;
  const books = ROWS.map((row, i) => `${['Saldo', 'Bank'][i % 2]},${row}`);
  assert.equal(await rows(['account,temp,site,y', ...books, 'Saldo,,,4', ''].join('\n')), 31);
  assert.equal(await rows(`${TABLE}Source,north,4\n`), 31);
  const parts = ROWS.map((row, i) => `${['Note', 'Stand'][i % 2]},${row}`);
  assert.equal(await rows(['part,temp,site,y', ...parts, 'Note,3', ''].join('\n')), 31);
  assert.equal(await rows(`${TABLE}Balance wheels,north,\n`), 31);
  assert.equal(await rows(`${TABLE}\n3,north\n`), 31);
  assert.equal(await rows(`${TABLE}\nReport,north\n1,north,3\n`), 32);
});

test('what looks like a remark is a row where it has values, where rows follow, and where first cells look alike', async () => {
  const rows = async (text: string) => (await readText(text)).inspection.rows;
  assert.equal(await rows(`${TABLE}Source: office,north,3\n`), 31);
  assert.equal(await rows(`${TABLE}Source: office\n1,north,3\n`), 32);
  const texts = ROWS.map((row, i) => `Note: ${i % 7},${row}`);
  assert.equal(await rows(['note,temp,site,y', ...texts, 'Note: broken,,,', 'Note: lost', ''].join('\n')), 32);
  assert.equal(await rows(`${TABLE}${'Note: more\n'.repeat(60)}`), 90);
});

test('a remark above a header that comes again is none of the rows either', async () => {
  const { inspection } = await readText(`${TABLE}(30 rows)\n\n${TABLE}(30 rows)\n`);
  assert.equal(inspection.rows, 60);
  const [note] = inspection.notes.filter(({ code }) => code === 'data/footers');
  assert.match(note.text, /^2 lines \(lines 32, 65\)/);
});

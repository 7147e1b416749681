import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadOptions } from '../../../src/engine/contract/data';
import type { Note } from '../../../src/engine/contract/note';
import { type Detector, DOUBTS } from '../../../src/engine/data/doubts';
import { failure, readText } from './reading';

/**
 * The settings of a person, except encoding, names and consent to expansion, which concern no cell.
 * cell.
 */
type Setting = Exclude<keyof ReadOptions, 'encoding' | 'names' | 'acceptExpansion'>;

const file = (header: string, n: number, row: (i: number) => string): string =>
  `${header === '' ? '' : `${header}\n`}${Array.from({ length: n }, (_, i) => row(i)).join('\n')}\n`;
const x = (i: number): string => `${(i * 7) % 31}.5`;
const pad = (i: number): string => String(i).padStart(2, '0');

/** Files with many notes, and how they are read. */
const NOTED: readonly { readonly text: string; readonly as: Required<Pick<ReadOptions, Setting>> }[] = [
  {
    text: `${file(
      'nr,date,age,price,long,dose,y',
      40,
      (i) =>
        `${i === 5 ? 'x,' : ''}a${i},${pad(1 + (i % 12))}/${pad(1 + ((i * 5) % 12))}/2024,${i % 5 ? x(i) : -999},${x(i)} kg,12345678901234567${pad(i + 10)},${i + 1},${i === 7 ? 'high' : x(i + 1)}`,
    )}short,row\n`,
    as: {
      delimiter: ',',
      header: true,
      decimal: '.',
      thousands: '',
      quote: '"',
      missing: ['=', 'NA'],
      kinds: { nr: 'text' },
    },
  },
  {
    text: file(
      'a;b;c',
      40,
      (i) => `"${1 + (i % 9)},${234 + i}";${i === 4 ? '"q' : 'w'}${i % 3};${['DE', 'NA', 'FR', 'IT'][i % 4]}`,
    ),
    as: {
      delimiter: ';',
      header: true,
      decimal: ',',
      thousands: '',
      quote: '"',
      missing: ['=', 'none'],
      kinds: { b: 'category' },
    },
  },
  {
    text: file('k,l;m', 40, (i) => `x${i % 3},y${i % 4};z${i % 5}`),
    as: {
      delimiter: ',',
      header: true,
      decimal: '.',
      thousands: ',',
      quote: '"',
      missing: ['=', 'NA'],
      kinds: { k: 'category' },
    },
  },
  {
    text: file('2019,2020,2021', 40, (i) => `${x(i)},${x(i + 3)},${i % 11 ? x(i + 9) : 'inf'}`),
    as: {
      delimiter: ',',
      header: true,
      decimal: '.',
      thousands: '',
      quote: '"',
      missing: ['=', 'NA'],
      kinds: { 2019: 'number' },
    },
  },
];

/** The doubts that a setting settles. */
const SETTLES: Readonly<Record<Setting, readonly Detector[]>> = {
  delimiter: ['delimiter'],
  header: ['header'],
  decimal: ['decimals', 'thousands'],
  thousands: ['decimals', 'thousands'],
  quote: [],
  missing: ['missing'],
  kinds: [],
};

const notesOf = async (text: string, read: ReadOptions = {}): Promise<readonly Note[]> =>
  (await readText(text, read)).inspection.notes;

/** A sign that means missing elsewhere changes how many cells have a value. */
const withoutTotals = (notes: readonly Note[]): Note[] =>
  notes.map((note) => ({ ...note, text: note.text.replace(/of \d+ cells/, 'of all cells') }));

for (const [setting, settles] of Object.entries(SETTLES) as [Setting, readonly Detector[]][])
  test(`what is set as it was found changes no other note: ${setting}`, async () => {
    const settled = new Set(settles.map((detector) => DOUBTS[detector].code));
    for (const { text, as } of NOTED) {
      const all = await notesOf(text);
      assert.ok(all.length > 0);
      const set = await notesOf(text, { [setting]: as[setting] });
      assert.deepEqual(
        withoutTotals(set),
        withoutTotals(all.filter(({ code }) => !settled.has(code))),
        text.slice(0, 40),
      );
    }
  });

/** Settings that ruin what a file holds, and the sentences about it. */
const RUINED: Readonly<Record<Setting, readonly (readonly [text: string, read: ReadOptions, says: RegExp])[]>> = {
  delimiter: [
    [file('a,b', 40, (i) => `${x(i)},${x(i + 1)}`), { delimiter: ';' }, /No line has semicolons.*commas would split/],
    [file('a\tb', 40, (i) => `${x(i)}\t${x(i + 1)}`), { delimiter: '#' }, /No line has “#”.*tabs would split/],
  ],
  header: [
    [
      file('', 40, (i) => `${x(i)},${x(i + 1)}`),
      { header: true },
      /first row is read as names, as was set, and looks like values.*set the header to no/,
    ],
    [
      file('a,b', 40, (i) => `${x(i)},${x(i + 1)}`),
      { header: false },
      /first row is read as values, as was set, and looks like names.*set the header to yes/,
    ],
  ],
  decimal: [
    [
      file('a,b', 40, (i) => `${x(i)},w${i % 3}`),
      { decimal: ',' },
      /"a" looks like numbers with points, which are not read here, as signs were set/,
    ],
    [file('a,b', 3000, (i) => `${i}.25,w${i % 3}`), { decimal: ',' }, /"a" looks like numbers with points/],
    [file('a;b', 40, (i) => `${i},25;w${i % 3}`), { decimal: '.' }, /"a" looks like numbers with commas/],
  ],
  thousands: [
    [file('a,b', 40, (i) => `${x(i)},w${i % 3}`), { thousands: '.' }, /"a" looks like numbers with points/],
    [file('a;b', 40, (i) => `1 ${234 + i};w${i % 3}`), { thousands: '' }, /"a" looks like numbers with blanks/],
  ],
  quote: [
    [
      file('a,b', 40, (i) => `"${x(i)}","w${i % 3}"`),
      { quote: '' },
      /double quotes around cells are read as characters of theirs/,
    ],
    [
      file('a,b', 40, (i) => `'w${i}, v','w${i % 3}'`),
      { quote: '"' },
      /single quotes around cells are read as characters of theirs/,
    ],
  ],
  missing: [
    [
      file('a,b', 40, (i) => `${i % 2 ? 5 : i},w${i % 3}`),
      { missing: ['5'] },
      /20 of 40 cells of "a" hold what was set to mean missing/,
    ],
    [
      file('a,b', 40, (i) => `${x(i)},${i % 3 ? 'no' : 'yes'}`),
      { missing: ['no'] },
      /26 of 40 cells of "b" hold what was set/,
    ],
  ],
  kinds: [
    [
      file('a,b', 40, (i) => `${x(i)},w${i % 3}`),
      { kinds: { b: 'number' } },
      /40 of 40 cells of "b" cannot be read as numbers/,
    ],
    [
      file('a,b', 40, (i) => `${x(i)},w${i % 3}`),
      { kinds: { b: 'date' } },
      /40 of 40 cells of "b" cannot be read as dates/,
    ],
    [
      file('a,b', 40, (i) => `${x(i)},w${i % 3}`),
      { kinds: { b: 'boolean' } },
      /40 of 40 cells of "b" cannot be read as truth values/,
    ],
    [
      file('a;b', 40, (i) => `${i},5;${x(i)}`),
      { kinds: { a: 'number', b: 'number' } },
      /cells of "[ab]" cannot be read as numbers.*numbers with (?:points|commas), write all numbers alike, or set the decimal sign/,
    ],
  ],
};

for (const [setting, cases] of Object.entries(RUINED))
  test(`what a setting ruins is said: ${setting}`, async () => {
    for (const [text, read, says] of cases) {
      const codes = new Set((await notesOf(text)).map(({ code }) => code));
      const added = (await notesOf(text, read)).filter(({ code }) => !codes.has(code) || code === 'data/odd-cells');
      assert.match(added.map((note) => note.text).join('\n'), says, `${text.slice(0, 40)} ${JSON.stringify(read)}`);
    }
  });

test('one sign cannot be both of decimals and of thousands', async () => {
  await assert.rejects(
    readText('a,b\n1.5,2\n', { decimal: '.', thousands: '.' }),
    failure('parameter/invalid', /cannot both be “\.”/),
  );
});

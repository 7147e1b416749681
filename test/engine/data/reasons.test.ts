import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { designed } from './designed';
import { readText } from './reading';

/** The cells of a column by its name. */
interface Raw {
  readonly name: string;
  readonly cells: readonly string[];
}

const letters = (i: number) => [1, 26, 676].map((by) => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(i / by) % 26]).join('');
const date = (i: number) => new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10);

/** Columns of every kind that reasons are given for: the cell in row i of n. */
const COLUMNS: Readonly<Record<string, (i: number, random: Random, n: number) => string>> = {
  'one number': () => '7',
  'one number in several spellings': (i) => ['1', '1.0', '1.00', '+1'][i % 4],
  'one word': () => 'red',
  'one date': () => '2024-03-05',
  'one word of truth': (i) => ['True', 'true', 'TRUE'][i % 3],
  'one value and gaps': (i) => (i % 3 ? '4.5' : ''),
  'one word and gaps': (i) => (i % 3 ? 'red' : 'NA'),
  'one number and a few words': (i, random, n) =>
    i > 0 && i < 0.05 * n ? letters(Math.floor(20 * random.uniform())) : '7',
  'one date and a few words': (i, _, n) => (i > 0 && i < 0.05 * n ? 'soon' : '2024-03-05'),
  'no value': (i) => ['', 'NA', 'n/a'][i % 3],
  'unique words': (i) => `w${letters(i)}`,
  'unique words above empty cells': (i) => (i % 5 ? '' : `w${letters(i)}`),
  'unique words and gaps': (i) => (i % 5 === 2 ? '' : `w${letters(i)}`),
  'words that come twice': (i) => `w${letters(i >> 1)}`,
  'long digits': (i) => `${7000000000000000000n + BigInt(i)}`,
  'long digits that round alike': (i) => `${16105216041430000000n + BigInt(i % 40)}`,
  'the same long digits': () => '16105216041430000001',
  'long digits among short ones': (i) => (i % 9 === 4 ? '9007199254740993' : String(i % 5)),
  'mostly numbers': (i, random) => (random.uniform() < 0.15 ? 'low' : String(i / 8)),
  'mostly few numbers': (i) => (i % 7 === 3 ? `word ${i % 3}` : String(i % 4)),
  'numbers in one unit': (i) => `${(i * 7) % 31} kg`,
  'numbers in two units': (i) => `${(i * 7) % 31} ${i % 2 ? 'kg' : 'lb'}`,
  'numbers behind signs': (i) => `${i % 2 ? '^' : ''}${(i * 7) % 31}`,
  'two numbers': (i) => String(3 + 2 * (i % 2)),
  'two words': (i) => ['left', 'right'][i % 2],
  'yes and no': (i) => ['yes', 'no'][i % 2],
  'row numbers': (i) => String(i + 1),
  'row numbers in any order with gaps between': (i, _, n) => String(1 + ((i * 7919) % (n + Math.floor(n / 40)))),
  'unique whole numbers': (i) => String(1000 + 37 * i),
  'postal codes': (i) => String(10000 + ((i * 7919) % 80000)),
  dates: date,
  'few levels': (i) => `c${i % 12}`,
  measurements: (_, random) => random.uniform().toFixed(4),
};

const GAPS = new Set(['', 'na', 'n/a']);
const presentIn = ({ cells }: Raw) => cells.map((cell) => cell.trim()).filter((cell) => !GAPS.has(cell.toLowerCase()));

/** The meaning of a cell, however it is spelt: digits without zeros that do not count, words in small letters. */
function canonical(cell: string): string {
  const number = /^([-+]?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(cell);
  if (number) return `${number[1] === '-' ? '-' : ''}${number[2]}${number[3] ? `.${number[3]}` : ''}`;
  return cell.toLowerCase();
}

const different = (raw: Raw) => new Set(presentIn(raw).map(canonical)).size;
/** The same, or less by the few cells that are not of a column's kind, which count as missing. */
const near = (all: number, told: string) => Number(told) <= all && Number(told) >= 0.85 * all;
const isNumber = (cell: string) => cell !== '' && Number.isFinite(Number(cell));
const isWhole = (cell: string) => /^[-+]?\d+$/.test(cell);

/** Whether a reason is true of the cells, by the words that it begins with. */
const TRUE_OF: readonly (readonly [RegExp, (raw: Raw, found: RegExpExecArray) => boolean])[] = [
  [/^no cell has a value$/, (raw) => presentIn(raw).length === 0],
  [/^every value is the same$/, (raw) => different(raw) === 1],
  [
    /^all (?:numbers|dates) are the same, and (\d+) other cells? counts? as missing; set its kind to category to use what stands there$/,
    (raw, [, cells]) =>
      different(raw) > 1 && presentIn(raw).filter((cell) => cell !== presentIn(raw)[0]).length === Number(cells),
  ],
  [
    /^looks like an ID: every value is unique$/,
    (raw) => new Set(presentIn(raw)).size === presentIn(raw).length && 2 * presentIn(raw).length >= raw.cells.length,
  ],
  [
    /^every value stands once, above empty cells: write it into each row for which it holds$/,
    (raw) => new Set(presentIn(raw)).size === presentIn(raw).length && 2 * presentIn(raw).length < raw.cells.length,
  ],
  [/^looks like an ID, by its name$/, ({ name }) => /id$/i.test(name)],
  [
    /^looks like a row number: unique whole numbers(, almost without gaps)?$/,
    (raw, [, dense]) => {
      const numbers = raw.cells.map(Number);
      const unique = new Set(numbers).size === raw.cells.length && raw.cells.every((cell) => isWhole(cell.trim()));
      return unique && (!dense || raw.cells.length >= 0.95 * (Math.max(...numbers) - Math.min(...numbers) + 1));
    },
  ],
  [/^looks like a postal code, not a quantity$/, ({ name }) => /zip|post|plz/i.test(name)],
  [
    /^text with (more than )?(\d+) different values$/,
    (raw, [, more, count]) => (more ? different(raw) > Number(count) : different(raw) === Number(count)),
  ],
  [
    /^mostly numbers, but line (\d+) holds "(.*)"; set its kind to number to count such cells as missing$/,
    (raw, [, line, text]) => {
      const present = presentIn(raw);
      return (
        raw.cells[Number(line) - 2] === text &&
        !isNumber(text) &&
        present.filter(isNumber).length >= 0.8 * present.length
      );
    },
  ],
  [
    /^looks like numbers with (.*), which are not read(?: together)?$/,
    (raw, [, signs]) => {
      const named = [...signs.matchAll(/“(.*?)”/g)].map(([, sign]) => sign);
      return (
        named.length > 0 && named.every((sign) => raw.cells.some((cell) => /\d/.test(cell) && cell.includes(sign)))
      );
    },
  ],
  [
    /^whole numbers beyond 2⁵³, whose last digits a number would lose: read as IDs$/,
    (raw) => presentIn(raw).some((cell) => isWhole(cell) && String(BigInt(cell)) !== BigInt(Number(cell)).toString()),
  ],
];

/** Whether a sentence about a target holds of its cells. */
const TRUE_OF_TARGETS: typeof TRUE_OF = [
  ...TRUE_OF.map(([pattern, holds]): (typeof TRUE_OF)[number] => {
    const inner = pattern.source.slice(1, -1).replace(/^mostly/, '(?:is )?mostly');
    return [new RegExp(`^(?:it (?:holds |is )?)?${inner}\\. ?(?:Choose|Write|$)`), holds];
  }),
  [/^it holds text\. /, (raw) => presentIn(raw).some((cell) => !isNumber(cell))],
  [
    /^it holds dates, not classes\. /,
    (raw) => presentIn(raw).filter((cell) => /^\d{4}-\d\d-\d\d$/.test(cell)).length >= 0.9 * presentIn(raw).length,
  ],
  [
    /^it has (more than )?(\d+) different values, more than the 100 classes possible\. /,
    (raw, [, more, count]) =>
      (more ? different(raw) > Number(count) : different(raw) === Number(count)) && Number(count) >= 100,
  ],
  [
    /^nearly every row has a different value, (\d+) in (\d+) rows\. /,
    (raw, [, values, rows]) =>
      near(different(raw), values) && near(presentIn(raw).length, rows) && 2 * Number(values) > Number(rows),
  ],
  [
    /^every value in the (\d+) training rows is the same\. /,
    (raw, [, rows]) => Number(rows) < raw.cells.length && different(raw) > 1,
  ],
];

function check(said: string, raw: Raw, rules: typeof TRUE_OF, label: string): void {
  const rule = rules.find(([pattern]) => pattern.test(said));
  assert.ok(rule, `"${said}" of ${label} is not known here`);
  const found = rule[0].exec(said);
  assert.ok(found && rule[1](raw, found), `"${said}" is not true of ${label}: ${raw.cells.slice(0, 12).join(', ')} …`);
}

const NAMES = ['x', 'customer_id', 'zip code', 'Order'];
const SIZES = [12, 60, 400];

function* columns(): Generator<{ readonly raw: Raw; readonly label: string; readonly text: string }> {
  for (const [what, cell] of Object.entries(COLUMNS))
    for (const size of SIZES)
      for (const name of NAMES) {
        const random = new Random(size);
        const cells = Array.from({ length: size }, (_, i) => cell(i, random, size));
        const text = `${name},other\n${cells.map((one, i) => `${one},${((i * 37) % 101) / 8}`).join('\n')}\n`;
        yield { raw: { name, cells }, label: `${what}, ${size} rows of "${name}"`, text };
      }
}

test('the reason that is given for a column is true of its cells', async () => {
  let given = 0;
  for (const { raw, label, text } of columns()) {
    const [summary] = (await readText(text)).inspection.columns;
    if (summary.reason === '') continue;
    given++;
    check(summary.reason, raw, TRUE_OF, label);
  }
  assert.ok(given > 100, `${given}`);
});

test('the reason why a column cannot be the target is true of its cells', async () => {
  let given = 0;
  for (const { raw, label, text } of columns()) {
    const table = await readText(text);
    for (const task of [undefined, 'classify', 'regress'] as const)
      try {
        designed(table, { target: '1', ...(task && { task }) });
      } catch (error) {
        if (!(error instanceof KernelscopeError)) throw error;
        assert.match(error.message, /^"[^"]*" cannot be the target: /, label);
        given++;
        check(error.message.replace(/^"[^"]*" cannot be the target: /, ''), raw, TRUE_OF_TARGETS, `${label}, ${task}`);
      }
  }
  assert.ok(given > 100, `${given}`);
});

test('a column that says the same as another is said to, and does', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${['a', 'b', 'c'][i % 3]},${[10, 20, 30][i % 3]},${i / 8}`);
  const { columns: summaries } = (await readText(`word,code,y\n${rows.join('\n')}\n`)).inspection;
  const same = summaries.filter(({ sameAs }) => sameAs !== undefined);
  assert.equal(same.length, 1);
  assert.match(same[0].reason, /^equals "(word|code)" in every row$/);
});

test('no column that a fit uses is said not to be used', async () => {
  const n = 120;
  const random = new Random(5);
  const rows = Array.from(
    { length: n },
    (_, i) => `${1 + ((i * 77) % n)},${200 + i},${random.normal()},${random.normal()}`,
  );
  const text = `place,position,a,b\n${rows.join('\n')}\n`;
  const table = await readText(text);
  for (const given of [
    { target: 'b' },
    { target: 'place' },
    { target: 'place', features: ['a', 'position'] },
    { target: 'b', weights: 'position' },
  ]) {
    const { callouts = [], report } = designed(table, given);
    const used = new Set([...report.columns, ...[given.target, given.weights ?? '']]);
    const said = callouts.filter(({ kind }) => kind === 'reading').flatMap(({ columns }) => columns);
    assert.deepEqual(
      said,
      ['place', 'position'].filter((name) => !used.has(name)),
      JSON.stringify(given),
    );
  }
});

test('a target of dates is said to be predicted in days, and no other', async () => {
  const table = await readText(
    `y,when\n${Array.from({ length: 60 }, (_, i) => `${i % 7},${date((i * 31) % 50)}`).join('\n')}\n`,
  );
  const said = (target: string) =>
    designed(table, { target }).report.notes.flatMap(({ text }) => (/in days since/.test(text) ? [text] : []));
  assert.deepEqual(said('when'), ['"when" is predicted in days since 1970-01-01.']);
  assert.deepEqual(said('y'), []);
});

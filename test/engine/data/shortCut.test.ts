import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { toFailure } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';

/** Set KERNELSCOPE_SEED to a seed that a failure names, to replay that file alone; KERNELSCOPE_FILES for a longer search. */
const REPLAY = process.env.KERNELSCOPE_SEED;
const SEEDS =
  REPLAY === undefined
    ? Array.from({ length: Number(process.env.KERNELSCOPE_FILES ?? 400) }, (_, i) => i)
    : [Number(REPLAY)];

/** Cells that readers stumble over. */
const CELLS = [
  '1',
  '2.5',
  '-3',
  '+4',
  '.5',
  '6.',
  '007',
  '0',
  '-0',
  '1e3',
  '123456789012',
  '0.000000123456789',
  '12345678901234567',
  '1,5',
  '1 000',
  '',
  ' ',
  'NA',
  '?',
  '-',
  'inf',
  'red',
  'blue',
  'a longer piece of text',
  '"q"',
  '"a,b"',
  '"a""b"',
  '"1"',
  '"two\nlines"',
  '2020-01-31',
  '3/4/2021',
  'yes',
  'no',
  '-999',
  'é',
  ' 7 ',
  '5" pipe',
  '"open',
  'x"y"',
  '"c" d',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\u3000',
  'あい',
  '9'.repeat(400),
  `0.${'0'.repeat(400)}1`,
  'n0',
  'n1',
  '1.#QNAN',
  '-1.#IND',
];

/** A mostly regular file with accidents: odd cells, ragged and blank lines, stray characters. */
function accidentalFile(random: Random, rows = 30): string {
  const pick = <T>(choices: readonly T[]): T => choices[random.below(choices.length)];
  const delimiter = pick([',', ';', '\t', '|']);
  const end = pick(['\n', '\n', '\r\n', '\r']);
  const columns = 1 + random.below(5);
  const accidents = pick([0, 0.02, 0.1, 0.3]);
  const usual = Array.from({ length: columns }, () =>
    pick([['1', '2.25', '30'], ['red', 'blue'], ['"a b"', '"c"'], ['']]),
  );
  let text = random.uniform() < 0.7 ? usual.map((_, j) => `n${j}`).join(delimiter) + end : '';
  for (let i = 0; i < rows; i++) {
    const width = random.uniform() < accidents ? random.below(columns + 2) : columns;
    const row = Array.from({ length: width }, (_, j) =>
      pick(random.uniform() < accidents ? CELLS : usual[j % columns]),
    );
    text +=
      row.join(delimiter) + (random.uniform() < accidents ? pick(['\n', '\r\n', '\r', '\n\n', '"', '\r\r\n']) : end);
  }
  return random.uniform() < 0.5 ? text.slice(0, -1) : text;
}

async function assertSame(seed: number, rows?: number): Promise<void> {
  const text = accidentalFile(new Random(seed), rows);
  const bytes = new TextEncoder().encode(text);
  const read = (shortCut: boolean) =>
    readTable({ kind: 'bytes', name: 'test.csv', bytes }, {}, quietContext, { shortCut }).catch((error) => {
      const failure = toFailure(error);
      assert.notEqual(failure.code, 'engine/failed', failure.message);
      return failure;
    });
  const [short, long] = [await read(true), await read(false)];
  assert.deepEqual(short, long, `replay with KERNELSCOPE_SEED=${seed}: ${JSON.stringify(text.slice(0, 2000))}`);
}

test('the short cut for plain lines reads what the tokeniser reads', async () => {
  for (const seed of SEEDS) await assertSame(seed);
});

test('and so it does over several blocks of a megabyte', async () => {
  for (const seed of [1, 2]) await assertSame(seed, 60_000);
});

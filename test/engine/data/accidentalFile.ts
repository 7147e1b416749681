import type { Random } from '../../../src/engine/data/random';

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
export function accidentalFile(random: Random, rows = 30): string {
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

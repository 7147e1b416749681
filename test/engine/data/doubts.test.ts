import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { ReadOptions } from '../../../src/engine/contract/data';
import { type Detector, DOUBTS } from '../../../src/engine/data/doubts';
import { readTable } from '../../../src/engine/data/readTable';
import { noteCodes, readText } from './reading';

/** A file that can be read in two ways, and what settles it: options, or the file as it is once the note is followed. */
interface Ambiguous {
  readonly text: string | Uint8Array;
  readonly settled: ReadOptions | { readonly text: string };
}

const SIZES = [12, 40, 300];
const pad = (i: number): string => String(i).padStart(2, '0');

/** A file of n rows. */
const file = (header: string, n: number, row: (i: number) => string): string =>
  `${header === '' ? '' : `${header}\n`}${Array.from({ length: n }, (_, i) => row(i)).join('\n')}\n`;

/** The same input in several sizes. */
const sizes = (header: string, row: (i: number) => string, settled: ReadOptions): Ambiguous[] =>
  SIZES.map((n) => ({ text: file(header, n, row), settled }));

/** No row number, none twice and not in order. */
const odd = (i: number): number => ((i * 7919) % 10_007) / 8;

function ambiguousDates(): Ambiguous[] {
  const forms = ['/', '.', '-'].flatMap((sign) => [
    (i: number) => `${pad(1 + ((i * 5) % 12))}${sign}${pad(1 + (i % 12))}${sign}2024`,
    (i: number) => `${1 + (i % 12)}${sign}${1 + ((i * 7) % 12)}${sign}${pad(10 + (i % 20))}`,
  ]);
  const iso = (i: number) => `2024-${pad(1 + (i % 12))}-${pad(1 + ((i * 5) % 12))}`;
  return forms.map((form) => ({
    text: file('when,y', 40, (i) => `${form(i)},${odd(i)}`),
    settled: { text: file('when,y', 40, (i) => `${iso(i)},${odd(i)}`) },
  }));
}

function centuries(): Ambiguous[] {
  return ['/', '.'].map((sign) => {
    const born = (year: (i: number) => string) =>
      file('born,y', 60, (i) => `${pad(13 + (i % 15))}${sign}${pad(1 + (i % 12))}${sign}${year(i)},${odd(i)}`);
    return { text: born((i) => pad(40 + i)), settled: { text: born((i) => `19${pad(40 + i)}`) } };
  });
}

/** Files in Windows-1251, of words that are others in Mac Cyrillic. */
function cyrillic(...words: readonly string[]): Ambiguous[] {
  const bytes = (text: string) =>
    Uint8Array.from(text, (c) => (c > '\x7f' ? c.charCodeAt(0) - 0x410 + 0xc0 : c.charCodeAt(0)));
  return SIZES.map((n) => ({
    text: bytes(file('town,y', n, (i) => `${words[i % words.length]},${odd(i)}`)),
    settled: { encoding: 'windows-1251' },
  }));
}

/** Files that each detector cannot decide. */
const AMBIGUOUS: Readonly<Record<Detector, readonly Ambiguous[]>> = {
  delimiter: [
    ...sizes('a,b;c', (i) => `x${i % 3},y${i % 4};z${i % 5}`, { delimiter: ';' }),
    ...sizes('a|b;c', (i) => `x${i % 3}|y${i % 4};z${i % 5}`, { delimiter: '|' }),
    ...sizes('a,b\tc', (i) => `w${i % 3},v${i % 4}\tu${i % 5}`, { delimiter: '\t' }),
  ],
  header: [
    ...sizes('name,city', (i) => `n${i},c${i * 3}`, { header: true }),
    ...sizes('Ulm;Bonn;Kiel', (i) => `t${i};u${i * 5};v${i}`, { header: false }),
    ...sizes('2019,2020,2021', (i) => `${odd(i)},${odd(i + 3)},${odd(i + 9)}`, { header: true }),
    ...sizes('x,400,402.5,405', (i) => `${odd(i)},${odd(i + 3)},${odd(i + 9)},${odd(i + 4)}`, { header: true }),
  ],
  decimals: [
    ...sizes('a;b;y', (i) => `${i + 7},5;${(i % 9) + 1}.25;${(i % 9) + 3}.5`, { decimal: '.' }),
    ...sizes('a;y', (i) => `${i % 9}${i % 2 ? ',' : '.'}5;${(i * 7) % 31}`, { decimal: ',' }),
  ],
  thousands: [
    ...sizes('a;y', (i) => `${1 + (i % 9)},${234 + i};${i % 7}`, { decimal: '.' }),
    ...sizes('a;y', (i) => `${1 + (i % 9)}.${234 + i};${i % 7}`, { decimal: '.', thousands: '' }),
    ...sizes('a,y', (i) => `"${1 + (i % 9)},${234 + i}",${i % 7}`, { thousands: ',' }),
  ],
  dates: ambiguousDates(),
  centuries: centuries(),
  times: [
    ...sizes('lap,y', (i) => `${pad(i % 24)}:${pad((i * 7) % 60)},${odd(i)}`, { kinds: { lap: 'number' } }),
    ...sizes('at,y', (i) => `${pad(i % 12)}:${pad((i * 7) % 60)}:07,${odd(i)}`, { kinds: { at: 'number' } }),
  ],
  durations: [59, 199].map((most) => ({
    text: file('t,y', 40, (i) => `${(i * 17) % most}:${pad((i * 7) % 60)},${odd(i)}`),
    settled: { text: file('t,y', 40, (i) => `0:${pad((i * 17) % 60)}:${pad((i * 7) % 60)},${odd(i)}`) },
  })),
  missing: [
    ...sizes('x,y', (i) => `${i % 4 === 0 ? -999 : odd(i) / 100},${odd(i)}`, { missing: ['-999'] }),
    ...sizes('x,y', (i) => `${i === 3 ? -99 : (i % 11) + 0.5},${odd(i)}`, { missing: ['=', 'NA'] }),
    ...sizes('x,y', (i) => `${i % 3 === 0 ? 9999 : odd(i) * 5 - 500},${odd(i)}`, { missing: ['9999'] }),
    ...sizes('country,y', (i) => `${['DE', 'FR', 'NA', 'IT'][i % 4]},${odd(i)}`, { missing: ['NA'] }),
  ],
  encoding: [...cyrillic('Москва', 'Казань'), ...cyrillic('город', 'Тверь', 'Омск')],
  keys: [
    ...sizes('sample,y', (i) => `${i + 1},${odd(i)}`, { kinds: { sample: 'number' } }),
    ...[1000, 1001, 2001, 2950].map((from) => ({
      text: file('sample,y', 120, (i) => `${from + i},${odd(i)}`),
      settled: { kinds: { sample: 'number' } } as const,
    })),
    ...[120, 300].map((n) => ({
      text: file('level,y', n, (i) => `${200 + ((i * 7) % n)},${odd(i)}`),
      settled: { kinds: { level: 'number' } } as const,
    })),
  ],
};

/** Files that nobody could read otherwise, whatever the detector. */
const CLEAR: Readonly<Record<string, string>> = {
  'numbers with names': file('a,b,y', 40, (i) => `${odd(i)},${odd(i + 1)},${odd(i + 2)}`),
  'numbers without': file('', 40, (i) => `${odd(i)},${odd(i + 1)},${odd(i + 2)}`),
  semicolons: file('a;b;y', 40, (i) => `${i % 9},5;"x, y";${i % 7},25`),
  tabs: file('a\tb\ty', 40, (i) => `${odd(i)}\t${'uvw'[i % 3]}\t${odd(i + 2)}`),
  'blanks in cells': file('name,y', 40, (i) => `${'uvw'[i % 3]} of town,${odd(i)}`),
  'blanks and tabs alike': file('', 40, (i) => `${odd(i)}\t${odd(i + 2)}`),
  categories: file('colour,size', 40, (i) => `${['red', 'blue', 'green'][i % 3]},${['S', 'M', 'L', 'XL'][i % 4]}`),
  'years beside a country': file('country,2019,2020,2021', 40, (i) => `k${i},${odd(i)},${odd(i + 3)},${odd(i + 9)}`),
  'groups of thousands': file('a;y', 40, (i) => `1.${234 + i},50;${i % 7}`),
  'points behind commas': file('a,y', 40, (i) => `${1 + (i % 9)}.${234 + i},${i % 7}`),
  'days first': file('d,y', 40, (i) => `${pad(1 + (i % 28))}.${pad(1 + (i % 12))}.2024,${odd(i)}`),
  'day and month alike': file('d,y', 24, (i) => `${pad(1 + (i % 12))}/${pad(1 + (i % 12))}/2024,${odd(i)}`),
  'short years': file('d,y', 40, (i) => `${pad(13 + (i % 15))}.03.${pad(10 + (i % 15))},${odd(i)}`),
  'named keys': file('id,row,y', 120, (i) => `${i + 1},${500 + i},${odd(i)}`),
  'a few steps of a quantity': file('x,dose_mg,Time (min),y', 12, (i) => `${i},${i + 1},${12 - i},${odd(i)}`),
  years: file('year,y', 120, (i) => `${1900 + i},${odd(i)}`),
  'years by their values': file('jaar,y', 120, (i) => `${1903 + i},${odd(i)}`),
  'years to come': file('Year,y', 100, (i) => `${2001 + i},${odd(i)}`),
  'negative numbers': file('x,y', 40, (i) => `${-300 + 20 * i},${odd(i)}`),
  'prices of 999': file('price,y', 40, (i) => `${[999, 499, 799, 899, 99][i % 5]},${odd(i)}`),
};

const CODES: ReadonlySet<string> = new Set(Object.values(DOUBTS).map(({ code }) => code));

for (const [detector, inputs] of Object.entries(AMBIGUOUS) as [Detector, readonly Ambiguous[]][]) {
  const { code, cure } = DOUBTS[detector];
  test(`what could be read otherwise is said: ${detector}`, async () => {
    for (const { text } of inputs) {
      const { notes } = (await readText(text)).inspection;
      const note = notes.find((each) => each.code === code);
      assert.ok(
        note?.text.endsWith(`If that is wrong, ${cure}.`),
        `${String(text).slice(0, 60)}: ${JSON.stringify(notes)}`,
      );
    }
  });

  test(`and no longer once it is settled: ${detector}`, async () => {
    for (const { text, settled } of inputs) {
      const table = 'text' in settled ? await readText(settled.text) : await readText(text, settled);
      const settles = JSON.stringify(settled).slice(0, 60);
      assert.ok(!noteCodes(table).includes(code), `${String(text).slice(0, 60)} with ${settles}`);
    }
  });
}

for (const [label, text] of Object.entries(CLEAR))
  test(`nothing is doubtful about ${label}`, async () => {
    const { notes } = (await readText(text)).inspection;
    assert.deepEqual(
      notes.filter(({ code }) => CODES.has(code)),
      [],
    );
  });

const DATA = '../shared/data';

/** Doubts that are right. */
const DOUBTFUL: Readonly<Record<string, readonly string[]>> = {
  // −200 stands for missing in 13 columns: 16,701 cells become gaps.
  'air_quality/AirQualityUCI.csv': ['data/sentinel'],
  'air_quality/AirQualityUCI-quoted-commas.csv': ['data/sentinel'],
};

test('real files are doubtful only where they are', { skip: !existsSync(DATA) }, async () => {
  const files = readdirSync(DATA, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:csv|data|dat|gz)$/.test(name) && statSync(join(DATA, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'));
  const found: Record<string, string[]> = {};
  for (const name of files) {
    const table = await readTable({ kind: 'path', path: join(DATA, name) }, {}, quietContext);
    const codes = noteCodes(table).filter((code) => CODES.has(code));
    if (codes.length > 0) found[name] = codes;
  }
  assert.deepEqual(found, DOUBTFUL);
});

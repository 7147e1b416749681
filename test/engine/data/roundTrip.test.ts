import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Random } from '../../../src/engine/data/random';
import { cells, readText } from './reading';

/** Set KERNELSCOPE_SEED to a seed that a failure names, to replay that table alone. */
const REPLAY = process.env.KERNELSCOPE_SEED;
const SEEDS = REPLAY === undefined ? Array.from({ length: 300 }, (_, i) => i) : [Number(REPLAY)];

interface Written {
  readonly bytes: Uint8Array;
  readonly names: readonly string[];
  /** Per column what must be read back. */
  readonly values: readonly (readonly (number | string | null)[])[];
  readonly lines: readonly number[];
}

/** A random table, written in a random dialect. */
function randomFile(random: Random): Written {
  const pick = <T>(choices: readonly T[]): T => choices[random.below(choices.length)];
  const rows = 8 + random.below(60);
  const columns = 2 + random.below(6);
  const delimiter = pick([',', ';', '\t', '|', ' ']);
  const decimal = delimiter === ',' ? '.' : pick(['.', ',']);
  const end = pick(['\n', '\r\n', '\r', '\r\r\n']);
  const gap = pick(['', 'NA', '?', 'null']);
  const blanks = delimiter === ' ';
  const quoteWords = random.uniform() < 0.5;
  const values: (number | string | null)[][] = [];
  const texts: string[][] = [];
  for (let j = 0; j < columns; j++) {
    const words = j > 0 && random.uniform() < 0.4;
    const column = Array.from({ length: rows }, () => {
      if (random.uniform() < 0.1) return null;
      return words ? pick(WORDS) : randomNumber(random, j);
    });
    // Enough values of its own for its kind to be beyond doubt.
    for (let i = 0; i < 4; i++) column[i] = words ? WORDS[i] : i + 0.5;
    values.push(column);
    texts.push(
      column.map((value) => {
        if (value === null) return gap === '' && blanks ? 'NA' : gap;
        if (typeof value === 'number') return String(value).replace('.', decimal);
        const mustQuote =
          quoteWords || /["\n]/.test(value) || value.includes(delimiter) || (blanks && /\s/.test(value));
        return mustQuote ? `"${value.replaceAll('"', '""')}"` : value;
      }),
    );
  }
  const names = Array.from({ length: columns }, (_, j) => `name${j}`);
  const lines: number[] = [];
  let text = names.join(delimiter) + end;
  let line = 2;
  for (let i = 0; i < rows; i++) {
    lines.push(line);
    const record = texts.map((column) => column[i]).join(blanks ? pick([' ', '   ', '\t']) : delimiter);
    text += record + (i < rows - 1 || random.uniform() < 0.5 ? end : '');
    line += 1 + record.split('\n').length - 1;
  }
  return { bytes: encode(text, random), names, values, lines };
}

const WORDS = ['red', 'dark "green"', 'blue, light', 'grey; old', 'two\nlines', 'a|b', "it's", 'œuvre'];

function randomNumber(random: Random, j: number): number {
  const sign = random.uniform() < 0.3 ? -1 : 1;
  const digits = random.below(15);
  const size = 10 ** (random.below(6) - 2);
  // Never −0, which String writes as 0.
  return sign * (j === 0 ? 1 + random.below(1000) : Number((random.uniform() * size + 1e-9).toPrecision(1 + digits)));
}

function encode(text: string, random: Random): Uint8Array {
  const form = random.below(5);
  let bytes: Uint8Array = Buffer.from(text);
  if (form === 1) bytes = Buffer.from(`\ufeff${text}`);
  if (form === 2) bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  if (form === 3) bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return random.uniform() < 0.2 ? gzipSync(bytes) : bytes;
}

test('random tables in random dialects are read back as they were', async () => {
  for (const seed of SEEDS) {
    const file = randomFile(new Random(seed));
    try {
      const table = await readText(file.bytes);
      assert.deepEqual(
        table.inspection.columns.map((c) => c.name),
        file.names,
      );
      for (const [j, name] of file.names.entries()) assert.deepEqual(cells(table, name), file.values[j], name);
      assert.deepEqual([...table.lines], file.lines);
    } catch (error) {
      console.error(
        `replay with KERNELSCOPE_SEED=${seed}; the file began`,
        JSON.stringify(Buffer.from(file.bytes.subarray(0, 300)).toString()),
      );
      throw error;
    }
  }
});

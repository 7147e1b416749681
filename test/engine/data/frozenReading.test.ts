import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { FileSource, ReadRules } from '../../../src/engine/contract/data';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { openFile } from '../../../src/engine/data/openFile';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import type { Table } from '../../../src/engine/data/table';

const SHARED = ['../shared/data', '../shared/cases'];
const MOST_BYTES = 3e6;

function tables(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:csv|tsv|data|dat|txt)$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size < MOST_BYTES);
}

const GENERATED: Readonly<Record<string, string>> = {
  'day first': `d,y\n${Array.from({ length: 40 }, (_, i) => `${pad((i % 28) + 1)}/${pad((i % 12) + 1)}/2024,${i}`).join('\n')}\n`,
  'month first': `d,y\n${Array.from({ length: 40 }, (_, i) => `${pad((i % 12) + 1)}/${pad((i % 28) + 1)}/2024,${i}`).join('\n')}\n`,
  'decimal comma': `x;y\n${Array.from({ length: 40 }, (_, i) => `${i},${pad(i)};${i % 2 ? '1.234' : '2,5'}`).join('\n')}\n`,
  'stand-in': `x,y\n${Array.from({ length: 40 }, (_, i) => `${i % 7 === 0 ? -999 : i / 3},${i}`).join('\n')}\n`,
  'truth words': `x,y\n${Array.from({ length: 40 }, (_, i) => `${i % 3 ? 'True' : 'FALSE'},${i}`).join('\n')}\n`,
  'numbers among words': `x,y\n${Array.from({ length: 40 }, (_, i) => `${['1.0', '1', 'x', '02'][i % 4]},${i}`).join('\n')}\n`,
  'words before numbers': `x,y\n${Array.from({ length: 40 }, (_, i) => `${['x', '1.0', '1', '2'][i % 4]},${i}`).join('\n')}\n`,
  'groups of thousands': `x;y\n${Array.from({ length: 40 }, (_, i) => `1,${pad(i)}0;${i}.5`).join('\n')}\n`,
  'no header': Array.from({ length: 40 }, (_, i) => `${i},${i % 3 ? 'a' : 'b'},${i / 8}`).join('\n'),
};

function pad(i: number): string {
  return String(i).padStart(2, '0');
}

/** The cells of a file as text. */
async function cellsOf(
  source: FileSource,
): Promise<{ names: readonly string[]; rows: readonly (readonly string[])[] }> {
  const opened = await openFile(source, {}, quietContext);
  try {
    const rows: (readonly string[])[] = [];
    for await (const batch of opened.batches()) rows.push(...batch.rows);
    return { names: opened.names, rows };
  } finally {
    await opened.close();
  }
}

/** How a file is written anew. */
interface Form {
  readonly delimiter: string;
  /** Quotes around each cell. */
  readonly quoted: boolean;
  readonly reversed: boolean;
  readonly encoding: 'utf8' | 'utf16le';
}

const FORMS: readonly Form[] = [
  { delimiter: ',', quoted: false, reversed: false, encoding: 'utf8' },
  { delimiter: ';', quoted: true, reversed: true, encoding: 'utf8' },
  { delimiter: '\t', quoted: false, reversed: true, encoding: 'utf16le' },
  { delimiter: '|', quoted: true, reversed: false, encoding: 'utf16le' },
];

function written(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  header: boolean,
  { delimiter, quoted, reversed, encoding }: Form,
): Uint8Array {
  const places = names.map((_, j) => (reversed && header ? names.length - 1 - j : j));
  const cell = (text: string) => (quoted || /["'\r\n,;\t| ]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (cells: readonly string[]) => `${places.map((j) => cell(cells[j] ?? '')).join(delimiter)}\n`;
  const text = [...(header ? [line(names)] : []), ...rows.map(line)].join('');
  return Buffer.from(encoding === 'utf8' ? text : `\ufeff${text}`, encoding);
}

/** The content of a cell, as text that shows all that an encoder could see. */
function seen(table: Table, name: string, row: number): string | undefined {
  const column = table.columns[table.inspection.columns.findIndex((summary) => summary.name === name)];
  if (column === undefined) return undefined;
  if ('values' in column) return String(column.values[row]);
  return 'codes' in column && column.codes[row] >= 0 ? (column.levels[column.codes[row]] ?? 'some') : 'NaN';
}

/** Columns whose cells are to be the same, whichever rows a file has of them. */
const compared = ({ inspection }: Table) =>
  inspection.columns.filter(({ kind, distinctCapped }) => kind !== 'empty' && !(kind === 'text' && distinctCapped));

async function holds(source: FileSource, label: string): Promise<void> {
  const whole = await readTable(source, {}, quietContext);
  const { names, rows } = await cellsOf(source);
  const { header } = whole.inspection.dialect;
  const read: ReadRules = { frozen: frozenReading(whole.inspection) };
  const random = new Random(7);
  const drawn = () => Math.floor(random.uniform() * rows.length);
  const value = (row: number) => rows[row].some((cell) => cell.trim() !== '');
  const subsets = [[drawn()], [drawn(), drawn()], Array.from({ length: 12 }, drawn), Array.from({ length: 5 }, drawn)];
  for (const [k, subset] of subsets.entries()) {
    const kept = subset.filter((row) => row < whole.inspection.rows && value(row));
    if (kept.length === 0) continue;
    const form = FORMS[k % FORMS.length];
    const bytes = written(
      names,
      kept.map((row) => rows[row]),
      header,
      form,
    );
    const again = await readTable({ kind: 'bytes', name: 'new.csv', bytes }, read, quietContext);
    for (const { name } of compared(whole))
      assert.deepEqual(
        kept.map((_, i) => seen(again, name, i)),
        kept.map((row) => seen(whole, name, row)),
        `"${name}" of rows ${kept.map((row) => row + 1)} of ${label}, written with ${JSON.stringify(form)}`,
      );
  }
}

for (const [label, text] of Object.entries(GENERATED))
  test(`rows of a file mean the same in any other file: ${label}`, () =>
    holds({ kind: 'bytes', name: 'train.csv', bytes: new TextEncoder().encode(text) }, label));

for (const path of SHARED.flatMap(tables))
  test(`rows of ${path} mean the same in any other file`, async () => {
    const source = { kind: 'path', path } as const;
    const readable = await readTable(source, {}, quietContext).catch(() => undefined);
    if (readable && readable.inspection.columns.length < 2000) await holds(source, path);
  });

test('texts of JSON Lines have their numbers as the file has that they are to be read like, or as JSON has them', async () => {
  const values = [1234.5, -0.25, 7, 1e6 + 0.75, 0.125];
  const written: Readonly<Record<string, (value: number) => string>> = {
    ',': (value) => `${value}`.replace('.', ','),
    ', with points between thousands': (value) => value.toLocaleString('de-DE', { maximumFractionDigits: 3 }),
    ', with a unit': (value) => `${`${value}`.replace('.', ',')} kg`,
    'commas between thousands': (value) => value.toLocaleString('en-US', { maximumFractionDigits: 3 }),
  };
  for (const [label, write] of Object.entries(written)) {
    const bytes = (text: string, name: string) =>
      ({ kind: 'bytes', name, bytes: new TextEncoder().encode(text) }) as const;
    const many = Array.from({ length: 8 }, () => values).flat();
    const like = await readTable(
      bytes(`x;w\n${many.map((value) => `${write(value)};red 1,5 or so`).join('\n')}\n`, 'like.csv'),
      {},
      quietContext,
    );
    const frozen = frozenReading(like.inspection);
    const objects = [
      ...values.map((value) => ({ x: write(value), w: 'red 1,5 or so' })),
      ...values.map((value) => ({ x: value, w: 'red 1,5 or so' })),
      ...values.slice(1, 3).map((value) => ({ x: `${value}`, w: 'red 1,5 or so' })),
    ];
    const read = await readTable(
      bytes(objects.map((object) => JSON.stringify(object)).join('\n'), 'new.jsonl'),
      { frozen },
      quietContext,
    );
    const [x, w] = read.columns;
    assert.equal(x.kind, 'number', label);
    assert.deepEqual('values' in x && Array.from(x.values), [...values, ...values, ...values.slice(1, 3)], label);
    assert.deepEqual('levels' in w && w.levels, ['red 1,5 or so'], label);
  }
});

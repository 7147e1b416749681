import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { quietContext, type RunContext } from '../../../src/engine/contract/context';
import type { DesignOptions, FileSource, ReadRules } from '../../../src/engine/contract/data';
import { applyTransform } from '../../../src/engine/data/applyTransform';
import { openBytes, stampOf } from '../../../src/engine/data/byteSource';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { readTable } from '../../../src/engine/data/readTable';
import { streamedBlocks } from '../../../src/engine/data/rowBlocks';
import { buildRows } from '../../../src/engine/data/rowsDesign';
import { type ExpansionBound, NO_BOUND } from '../../../src/engine/data/unzip';
import { krr } from '../../../src/engine/methods/krr';
import { packModel } from '../../../src/engine/model/packModel';
import { modelIn } from '../../../src/engine/model/readModel';
import { inPieces } from '../../inPieces';
import { testFolder } from '../../testFolder';
import { madeProblem } from '../madeRows';
import { fitted, modelOf } from '../methods/fitting';
import { DESIGN, designed } from './designed';
import { readText } from './reading';

/** A refusal, its sentence, and the same work once what the sentence says has been done. */
export interface RemedyCase {
  readonly what: string;
  readonly refused: () => Promise<unknown>;
  readonly says: RegExp;
  readonly remedy: () => Promise<unknown>;
}

const folder = testFolder();
const at = (name: string) => join(folder, name);
const readPath = (path: string, context: RunContext = quietContext, read: ReadRules = {}) =>
  readTable({ kind: 'path', path }, read, context);

/** A file of `rows` rows; each column is its name and its cell in row i. */
export function fileOf(rows: number, columns: Readonly<Record<string, (i: number) => string | number>>): string {
  const names = Object.keys(columns);
  const lines = Array.from({ length: rows }, (_, i) => names.map((name) => columns[name](i)).join(','));
  return `${names.join(',')}\n${lines.join('\n')}\n`;
}

const x = (i: number) => ((i * 37) % 101) / 10;
const y = (i: number) => ((i * 53) % 97) / 7;
const word = (i: number) =>
  `w${'abcdefghij'[i % 10]}${'abcdefghij'[Math.floor(i / 10) % 10]}${'abcde'[Math.floor(i / 100) % 5]}`;
const good = fileOf(40, { x, y });

const readBytes = (text: string | Uint8Array, read: ReadRules) =>
  readTable({ kind: 'bytes', name: 'test.csv', bytes: Buffer.from(text) }, read, quietContext);
const design = async (text: string | Uint8Array, options: Partial<DesignOptions> = {}, read: ReadRules = {}) =>
  designed(await readText(text, read), options);
const components = async (text: string, options: Partial<DesignOptions> = {}, read: ReadRules = {}) =>
  buildRows(await readText(text, read), { ...DESIGN, target: '', ...options }, quietContext);
const heldOut = async (text: string, other: string, options: Partial<DesignOptions> = {}) =>
  designed(
    await readText(text),
    { ...options, holdout: { kind: 'file', source: {} as FileSource } },
    await readText(other),
  );

/** Encodes the rows of a second file as a model of the first would. */
export async function predicted(train: string, other: string, read: ReadRules = {}) {
  const table = await readText(train);
  const { transform } = designed(table);
  return applyTransform(await readBytes(other, { ...read, frozen: frozenReading(table.inspection) }), transform);
}

/** Reads a stream in which column x is wanted. */
async function streamed(text: string, kind: 'number' | 'category', read: ReadRules = {}) {
  const chunks = () => inPieces(text, 1 << 18);
  const wanted = { levels: new Map(), kinds: new Map([['x', kind]] as const) };
  const source = { kind: 'stream', name: 'pipe', chunks } as const;
  for await (const _ of streamedBlocks(source, read, { step: 1, most: 1 << 16 }, wanted, quietContext));
}

/** A stream of more than the megabyte that its columns are first understood from, which ends otherwise than it begins. */
const turning = (before: (i: number) => string, after: string) =>
  `x;y\n${Array.from({ length: 300_000 }, (_, i) => `${before(i)};${i % 7}`).join('\n')}\n${`${after};1\n`.repeat(20)}`;

/** Unzips what is far larger than its file; `acceptExpansion` is no bound. */
async function unzip(bound: ExpansionBound) {
  const source = { kind: 'bytes', name: 'a.csv.gz', bytes: gzipSync(Buffer.alloc(1e6, '1,2\n')) } as const;
  const { chunks } = await openBytes(source, await stampOf(source), quietContext, bound);
  for await (const _ of chunks);
}

/** Several files of one table. */
async function parts(name: string, texts: readonly string[], read: ReadRules = {}) {
  mkdirSync(at(name), { recursive: true });
  texts.forEach((text, i) => {
    writeFileSync(join(at(name), `part${i}.${text.startsWith('{') ? 'jsonl' : 'csv'}`), text);
  });
  return readPath(at(name), quietContext, read);
}

/** Reads a file that is written anew while it is read. */
function moving(path: string): Promise<unknown> {
  let acted = false;
  const text = `a,b\n${'1,2\n'.repeat(400_000)}`;
  writeFileSync(path, text);
  return readPath(path, {
    ...quietContext,
    progress() {
      if (!acted) writeFileSync(path, text.replaceAll('2', '3'));
      acted = true;
    },
  });
}

const long = (i: number) => `${7000000000000000000n + BigInt(i)}`;
const mostly = (i: number) => (i % 7 === 3 ? 'low' : i);

export const REMEDIES: Readonly<Record<string, readonly RemedyCase[]>> = {
  'file/not-found': [
    {
      what: 'a path with nothing there',
      refused: () => readPath(at('absent.csv')),
      says: /does not exist\. Check the path/,
      remedy: () => {
        writeFileSync(at('present.csv'), good);
        return readPath(at('present.csv'));
      },
    },
    {
      what: 'a pattern that matches nothing',
      refused: () => readPath(at('none-*.csv')),
      says: /No file matches .*Check the pattern/,
      remedy: () => {
        writeFileSync(at('some-1.csv'), good);
        return readPath(at('some-*.csv'));
      },
    },
  ],
  'file/is-directory': [
    {
      what: 'a folder without a table',
      refused: () => {
        mkdirSync(at('bare'), { recursive: true });
        return readPath(at('bare'));
      },
      says: /is a folder.*Choose (another folder, or )?a file/,
      remedy: () => parts('bare-2', [good]),
    },
  ],
  'file/empty': [
    { what: 'no bytes', refused: () => readText(''), says: /is empty\. Choose a file/, remedy: () => readText(good) },
    {
      what: 'blank lines',
      refused: () => readText('\n \n'),
      says: /nothing but blank lines\. Choose another file/,
      remedy: () => readText(good),
    },
    {
      what: 'nothing in a compressed file',
      refused: () => readText(gzipSync('')),
      says: /nothing once unzipped\. Choose another file/,
      remedy: () => readText(gzipSync(good)),
    },
  ],
  'file/binary': [
    {
      what: 'bytes that no text has',
      refused: () => readText(Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)),
      says: /Choose a CSV file, or export/,
      remedy: () => readText(good),
    },
    {
      what: 'a text with zero bytes',
      refused: () => readText(`${good}\0`),
      says: /Remove them/,
      remedy: () => readText(good),
    },
    {
      what: 'a file of another program',
      refused: () => readText('%PDF-1.7\n'),
      says: /looks like a PDF.*Export its table as CSV/,
      remedy: () => readText(good),
    },
  ],
  'file/unreadable': [
    {
      what: 'half of a compressed file',
      refused: () => readText(gzipSync(good).subarray(0, 60)),
      says: /ends too early\. Copy or download it again/,
      remedy: () => readText(gzipSync(good)),
    },
    {
      what: 'a Parquet file that is cut',
      refused: () => readText(readFileSync('test/oracles/files/groups.parquet').subarray(0, -9)),
      says: /ends too early\. Copy or download it again/,
      remedy: () => readPath('test/oracles/files/groups.parquet'),
    },
  ],
  'file/expands': [
    {
      what: 'a file that unzips to a multiple of what tables do',
      refused: () => unzip({ bytes: 1e5, ratio: 50 }),
      says: /Read it only if you trust where it comes from/,
      remedy: () => unzip(NO_BOUND),
    },
  ],
  'file/changed': [
    {
      what: 'a file that changes while it is read',
      refused: () => moving(at('moving.csv')),
      says: /Try again once it is complete/,
      remedy: () => readPath(at('moving.csv')),
    },
  ],
  'data/header-only': [
    {
      what: 'a header alone',
      refused: () => readText('a,b\n'),
      says: /only a header line\. Choose a file with data below it/,
      remedy: () => readText('a,b\n1,2\n'),
    },
    {
      what: 'objects of lists',
      refused: () => readText('{"a":[1]}\n{"a":[2]}\n', {}, 'a.jsonl'),
      says: /objects without a value that can be read.*Choose another file/,
      remedy: () => readText('{"a":1}\n{"a":2}\n', {}, 'a.jsonl'),
    },
  ],
  'data/malformed': [
    {
      what: 'a list of objects',
      refused: () => readText('[{"a":1},{"a":2}]', {}, 'a.json'),
      says: /Write one object on each line in its place/,
      remedy: () => readText('{"a":1}\n{"a":2}\n', {}, 'a.json'),
    },
    {
      what: 'a line that is no object',
      refused: () => readText('{"a":1}\nnothing\n{"a":2}\n', {}, 'a.jsonl'),
      says: /Line 2 .* Correct the line, or remove it/,
      remedy: () => readText('{"a":1}\n{"a":2}\n', {}, 'a.jsonl'),
    },
    {
      what: 'a key that comes twice',
      refused: () => readText('{"a":1,"a":2}\n', {}, 'a.jsonl'),
      says: /the key "a" twice\. Keep one of them/,
      remedy: () => readText('{"a":2}\n', {}, 'a.jsonl'),
    },
    {
      what: 'a line without an end',
      refused: () => readText('x'.repeat(40 << 20)),
      says: /Check that it is a table with a line per row/,
      remedy: () => readText('x\n'.repeat(99)),
    },
    {
      what: 'parts with other columns',
      refused: () => parts('columns', ['a,b\n1,2\n3,4\n', 'a\n1\n3\n']),
      says: /lacks columns.*Add them, or leave the file out/,
      remedy: () => parts('columns-2', ['a,b\n1,2\n3,4\n', 'a,b\n1,2\n3,4\n']),
    },
    {
      what: 'parts with more columns',
      refused: () => parts('more', ['a,b\n1,2\n3,4\n', 'a,b,c\n1,2,3\n3,4,5\n']),
      says: /has columns that .* lacks: "c"\. Leave them out, or leave the file out/,
      remedy: () => parts('more-2', ['a,b\n1,2\n3,4\n', 'a,b\n1,2\n3,4\n']),
    },
    {
      what: 'parts of two formats',
      refused: () => parts('formats', ['a,b\n1,2\n3,4\n', '{"a":1,"b":2}\n{"a":3,"b":4}\n']),
      says: /write both in one format/,
      remedy: () => parts('formats-2', ['a,b\n1,2\n3,4\n', 'a,b\n1,2\n3,4\n']),
    },
    {
      what: 'parts with points and with commas',
      refused: () => parts('signs', ['a;b\n1.25;2\n3.75;4\n', 'a;b\n1,25;2\n3,75;4\n']),
      says: /Set the decimal sign, or write both in one way/,
      remedy: () => parts('signs', [], { decimal: ',' }),
    },
  ],
  'data/too-many-columns': [
    {
      what: 'a table on its side',
      refused: () => readText(`${Array.from({ length: 30_000 }, (_, i) => i).join(',')}\n`.repeat(2)),
      says: /transpose the table/,
      remedy: () => readText(fileOf(30_000, { a: (i) => i, b: (i) => i % 7 })),
    },
  ],
  'data/unknown-column': [
    {
      what: 'a target that is not there',
      refused: () => design(good, { target: 'z' }),
      says: /no column "z".*Its columns: "x", "y"/,
      remedy: () => design(good, { target: 'y' }),
    },
    {
      what: 'a filter of a column that is not there',
      refused: () => design(good, { where: 'xx > 1' }),
      says: /did you mean "x"/,
      remedy: () => design(good, { where: 'x > 1' }),
    },
    {
      what: 'lists in a file of columns',
      refused: async () => designed(await readPath('test/oracles/files/types.parquet'), { target: 'list' }),
      says: /Choose another column/,
      remedy: async () => designed(await readPath('test/oracles/files/groups.parquet'), { target: 'y' }),
    },
  ],
  'data/no-target': [
    {
      what: 'keys alone',
      refused: () => design(fileOf(40, { id: (i) => i + 1, name: word }), { target: '' }),
      says: /Name the column to predict, choose another file, or set the kind/,
      remedy: () =>
        design(fileOf(40, { id: (i) => i + 1, name: word }), { target: 'id' }, { kinds: { name: 'category' } }),
    },
  ],
  'data/one-column': [
    {
      what: 'a delimiter that was not found',
      refused: () => design(good.replaceAll(',', '~'), { target: '1' }),
      says: /has one column, .*or set the delimiter/,
      remedy: () => design(good.replaceAll(',', '~'), {}, { delimiter: '~' }),
    },
    {
      what: 'a target alone',
      refused: () => design(fileOf(40, { y })),
      says: /Add a column to predict it from/,
      remedy: () => design(good),
    },
  ],
  'data/target-missing': [
    {
      what: 'a target without a value',
      refused: () => design(fileOf(40, { x, y: () => 'NA', z: y })),
      says: /no cell has a value\. Choose another column/,
      remedy: () => design(fileOf(40, { x, y: () => 'NA', z: y }), { target: 'z' }),
    },
  ],
  'data/target-text': [
    {
      what: 'words to be predicted as numbers',
      refused: () => design(fileOf(40, { x, y: (i) => (i % 2 ? 'red' : 'blue'), z: y }), { task: 'regress' }),
      says: /it holds text\. Choose a numeric column/,
      remedy: () =>
        design(fileOf(40, { x, y: (i) => (i % 2 ? 'red' : 'blue'), z: y }), { task: 'regress', target: 'z' }),
    },
    {
      what: 'numbers with some words among them',
      refused: () => design(fileOf(40, { x, y: mostly })),
      says: /it is mostly numbers, but line 5 holds "low"; set its kind to number/,
      remedy: () => design(fileOf(40, { x, y: mostly }), {}, { kinds: { y: 'number' } }),
    },
    {
      what: 'numbers in two units',
      refused: () => design(fileOf(40, { x, y: (i) => `${y(i).toFixed(2)} ${i % 2 ? 'kg' : 'lb'}` })),
      says: /looks like numbers with .*Write them all in one way/,
      remedy: () => design(fileOf(40, { x, y: (i) => `${y(i).toFixed(2)} kg` })),
    },
    {
      what: 'numbers that would lose digits',
      refused: () => design(fileOf(40, { x, y: long, z: y })),
      says: /whole numbers beyond .* Choose another column/,
      remedy: () => design(fileOf(40, { x, y: long, z: y }), { target: 'z' }),
    },
    {
      what: 'dates as classes',
      refused: () =>
        design(fileOf(28, { x, y: (i) => `2024-01-${String(i + 1).padStart(2, '0')}` }), { task: 'classify' }),
      says: /it holds dates, not classes\. .* predict it as a number/,
      remedy: () =>
        design(fileOf(28, { x, y: (i) => `2024-01-${String(i + 1).padStart(2, '0')}` }), { task: 'regress' }),
    },
    {
      what: 'more classes than there can be',
      refused: () => design(fileOf(400, { x, y: (i) => word(i % 150), z: (i) => i % 3 })),
      says: /150 different values, more than the 100 classes possible.*Choose another column/,
      remedy: () =>
        design(fileOf(400, { x, y: (i) => word(i % 150), z: (i) => i % 3 }), { target: 'z', features: ['x'] }),
    },
    {
      what: 'a class for nearly every row',
      refused: () => design(fileOf(40, { x, y: word, z: y })),
      says: /nearly every row has a different value, 40 in 40 rows.*Choose another column/,
      remedy: () => design(fileOf(40, { x, y: word, z: y }), { target: 'z' }),
    },
  ],
  'data/target-constant': [
    {
      what: 'one number and some words',
      refused: () => design(fileOf(60, { x, y: (i) => (i % 20 === 3 ? 'high' : 7) })),
      says: /all numbers are the same, and 3 other cells count as missing; set its kind to category/,
      remedy: () => design(fileOf(60, { x, y: (i) => (i % 20 === 3 ? 'high' : 7) }), {}, { kinds: { y: 'category' } }),
    },
    {
      what: 'a target that does not vary',
      refused: () => design(fileOf(40, { x, y: () => 3, z: y })),
      says: /every value is the same\. Choose a column that varies/,
      remedy: () => design(fileOf(40, { x, y: () => 3, z: y }), { target: 'z' }),
    },
    {
      what: 'a target that does not vary over the training rows',
      refused: () => design(fileOf(12, { x, y: (i) => (i === 5 ? 1.5 : 0.5) }), { where: 'x < 17.5 and y < 1' }),
      says: /every value in the \d+ training rows is the same\. .* more rows/,
      remedy: () =>
        design(fileOf(12, { x, y: (i) => (i === 5 ? 1.5 : 0.5) }), { holdout: { kind: 'fraction', fraction: 0 } }),
    },
  ],
  'data/no-features': [
    {
      what: 'a feature of too many words',
      refused: () => design(fileOf(80, { x, t: word, y }), { features: ['t'] }),
      says: /"t" cannot be a feature: .*Leave it out, or set its kind to category\.$/,
      remedy: () => design(fileOf(80, { x, t: word, y }), { features: ['t'] }, { kinds: { t: 'category' } }),
    },
    {
      what: 'a constant as feature',
      refused: () => design(fileOf(40, { x, c: () => 1, y }), { features: ['x', 'c'] }),
      says: /"c" cannot be a feature: every value is the same\. Leave it out\.$/,
      remedy: () => design(fileOf(40, { x, c: () => 1, y }), { features: ['x'] }),
    },
    {
      what: 'the target as feature',
      refused: () => design(good, { features: ['x', 'y'] }),
      says: /it is the target\. Leave it out\.$/,
      remedy: () => design(good, { features: ['x'] }),
    },
    {
      what: 'no feature named',
      refused: () => design(good, { features: [] }),
      says: /Choose at least one column/,
      remedy: () => design(good, { features: ['x'] }),
    },
    {
      what: 'words alone',
      refused: () => design(fileOf(80, { t: word, y })),
      says: /no column to predict "y" from .*Set the kind of "t" to category/,
      remedy: () => design(fileOf(80, { t: word, y }), {}, { kinds: { t: 'category' } }),
    },
    {
      what: 'a constant alone',
      refused: () => design(fileOf(40, { c: () => 1, y })),
      says: /no column to predict "y" from \("c": every value is the same\)\. Choose another file/,
      remedy: () => design(good),
    },
    {
      what: 'words alone, of which components are to be taken',
      refused: () => components(fileOf(80, { t: word })),
      says: /no column to take components of .*Set the kind of "t" to category/,
      remedy: () => components(fileOf(80, { t: word }), {}, { kinds: { t: 'category' } }),
    },
    {
      what: 'a column that varies over no training row',
      refused: () => design(fileOf(40, { x: (i) => (i < 20 ? 1 : 2), y }), { where: 'x < 2' }),
      says: /No chosen column varies over the \d+ training rows\. Choose other columns, or more rows/,
      remedy: () => design(fileOf(40, { x: (i) => (i < 20 ? 1 : 2), y })),
    },
  ],
  'data/too-few-rows': [
    {
      what: 'a file of four rows',
      refused: () => design(fileOf(4, { x, y })),
      says: /at least 5 are needed: the file has 4/,
      remedy: () => design(fileOf(5, { x, y })),
    },
    {
      what: 'a filter that holds for few',
      refused: () => design(good, { where: 'x > 9.9' }),
      says: /loosen it/,
      remedy: () => design(good, { where: 'x > 1' }),
    },
    {
      what: 'gaps in every row, which is dropped',
      refused: () =>
        design(fileOf(40, { x: (i) => (i % 2 ? '' : i), z: (i) => (i % 2 ? i : ''), y }), { missing: 'drop' }),
      says: /fill gaps instead of dropping such rows, or leave the emptiest columns out/,
      remedy: () =>
        design(fileOf(40, { x: (i) => (i % 2 ? '' : i), z: (i) => (i % 2 ? i : ''), y }), { missing: 'impute' }),
    },
    {
      what: 'all rows but one held out',
      refused: () => design(fileOf(6, { x, y }), { holdout: { kind: 'fraction', fraction: 0.9 } }),
      says: /leaves 1 to learn from\. Hold out fewer rows/,
      remedy: () => design(fileOf(6, { x, y }), { holdout: { kind: 'fraction', fraction: 0.2 } }),
    },
    {
      what: 'rows left out by name',
      refused: () => design(fileOf(12, { x, y }), { without: '1-10' }),
      says: /Name fewer/,
      remedy: () => design(fileOf(12, { x, y }), { without: '1-2' }),
    },
    {
      what: 'a class that is left out by name',
      refused: () => design(fileOf(40, { x, y: (i) => ['a', 'b', 'c'][i < 38 ? i % 2 : 2] }), { without: '39-40' }),
      says: /leave the class out by a filter/,
      remedy: () => design(fileOf(40, { x, y: (i) => ['a', 'b', 'c'][i < 38 ? i % 2 : 2] }), { where: "y != 'c'" }),
    },
    {
      what: 'a file to test on without a row',
      refused: () => heldOut(good, 'x,y\n,1\n2,\n,3\n', { missing: 'drop' }),
      says: /has no row with a target and all columns\. Use another file/,
      remedy: () => heldOut(good, fileOf(9, { x, y })),
    },
  ],
  'data/not-finite': [
    {
      what: 'a value beyond all others',
      refused: () => predicted(good, 'x,y\n1,2\n1e200,3\n'),
      says: /Line 3 .* Correct the value or leave the row out/,
      remedy: () => predicted(good, 'x,y\n1,2\n2,3\n'),
    },
    {
      what: 'values that lie too close together',
      refused: () => design(fileOf(40, { x: (i) => `${i}e-300`, z: x, y })),
      says: /too small to compute with\. Multiply x by 1e300 or leave the column out/,
      remedy: () => design(fileOf(40, { x: (i) => i, z: x, y })),
    },
  ],
  'model/columns': [
    {
      what: 'a file without a column',
      refused: () => predicted(good, 'z,y\n1,2\n'),
      says: /lacks the column "x".*Use a file with the same columns/,
      remedy: () => predicted(good, 'x,y\n1,2\n'),
    },
    {
      what: 'words in a column of numbers',
      refused: () => predicted(good, fileOf(30, { x: word, y })),
      says: /"x" .* was read as text, but the model was fitted with number .*\. Correct it;/,
      remedy: () => predicted(good, fileOf(30, { x, y })),
    },
    {
      what: 'half words in a column of numbers, whose kind is set',
      refused: () => predicted(good, fileOf(40, { x: (i) => (i % 2 ? word(i) : i), y })),
      says: /Correct it; with its kind set to number, such cells count as missing/,
      remedy: () => predicted(good, fileOf(40, { x: (i) => (i % 2 ? word(i) : i), y }), { kinds: { x: 'number' } }),
    },
    {
      what: 'a file to test on without the target',
      refused: () => heldOut(good, 'x\n1\n2\n'),
      says: /lacks the target "y"\. Use a file with the same columns/,
      remedy: () => heldOut(good, fileOf(9, { x, y })),
    },
    {
      what: 'a stream whose first decimal comma comes late',
      refused: () =>
        streamed(
          turning((i) => String(i % 10), '1,5'),
          'number',
        ),
      says: /Set the decimal sign to a comma/,
      remedy: () =>
        streamed(
          turning((i) => String(i % 10), '1,5'),
          'number',
          { decimal: ',' },
        ),
    },
    {
      what: 'a stream whose numbers turn into words',
      refused: () => streamed(turning((i) => String(i % 10), 'none').concat('none;1\n'.repeat(60_000)), 'category'),
      says: /was read as numbers, and from line \d+ on the same cells are words\. Set its kind/,
      remedy: () =>
        streamed(turning((i) => String(i % 10), 'none').concat('none;1\n'.repeat(60_000)), 'category', {
          kinds: { x: 'category' },
        }),
    },
    {
      what: 'a stream whose numbers with a unit turn into words',
      refused: () => streamed(turning((i) => `${i % 10} kg`, 'none').concat('none;1\n'.repeat(60_000)), 'category'),
      says: /Correct the cells, or set its kind to category/,
      remedy: () =>
        streamed(turning((i) => `${i % 10} kg`, 'none').concat('none;1\n'.repeat(60_000)), 'category', {
          kinds: { x: 'category' },
        }),
    },
  ],
  'model/unreadable': [
    {
      what: 'a file that is no model',
      refused: async () => modelIn(new TextEncoder().encode(good), 'a.csv'),
      says: /Give a file that 'fit --save' wrote/,
      remedy: async () =>
        modelIn(packModel(modelOf(fitted(krr, madeProblem(30, 2, 0.3, 1), { lengthScale: 1, folds: 0 }))), 'a.ksmodel'),
    },
  ],
  'parameter/invalid': [
    {
      what: 'a negative weight',
      refused: () => design(fileOf(40, { x, w: (i) => i - 1, y }), { weights: 'w' }),
      says: /a weight cannot be negative.*correct the cell or choose another column/,
      remedy: () => design(fileOf(40, { x, w: (i) => i + 1, y }), { weights: 'w' }),
    },
    {
      what: 'an order by words that hold dates',
      refused: () =>
        design(fileOf(40, { x, d: (i) => (i % 4 ? `2024-01-${10 + (i % 20)}` : 'soon'), y }), {
          holdout: { kind: 'last', fraction: 0.2, by: 'd' },
        }),
      says: /or set its kind to date/,
      remedy: () =>
        design(
          fileOf(40, { x, d: (i) => (i % 4 ? `2024-01-${10 + (i % 20)}` : 'soon'), y }),
          { holdout: { kind: 'last', fraction: 0.2, by: 'd' } },
          { kinds: { d: 'date' } },
        ),
    },
    {
      what: 'too many folds',
      refused: () => design(fileOf(300, { x, f: (i) => i % 150, y }), { splitBy: { kind: 'fold', column: 'f' } }),
      says: /use it as the column of groups/,
      remedy: () => design(fileOf(300, { x, f: (i) => i % 150, y }), { splitBy: { kind: 'group', column: 'f' } }),
    },
    {
      what: 'a delimiter of two characters',
      refused: () => readText(good, { delimiter: '::' }),
      says: /must be one character, .* Use a comma/,
      remedy: () => readText(good, { delimiter: ',' }),
    },
    {
      what: 'a value that no row has',
      refused: () => design(fileOf(40, { x, c: (i) => (i % 2 ? 'red' : 'blue'), y }), { where: "c = 'rad'" }),
      says: /did you mean "red"/,
      remedy: () => design(fileOf(40, { x, c: (i) => (i % 2 ? 'red' : 'blue'), y }), { where: "c = 'red'" }),
    },
  ],
};

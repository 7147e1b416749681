import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pilotRows } from '../../../src/engine/compare/pilotRows';
import { cancelledError, quietContext, type RunContext } from '../../../src/engine/contract/context';
import type { DesignOptions } from '../../../src/engine/contract/data';
import { applyTransform } from '../../../src/engine/data/applyTransform';
import { buildDesign } from '../../../src/engine/data/design';
import { openFile } from '../../../src/engine/data/openFile';
import { permutation } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import { buildRows } from '../../../src/engine/data/rowsDesign';
import type { Table } from '../../../src/engine/data/table';
import { problemOf } from '../../../src/engine/fit/problem';
import { madeProblem } from '../madeRows';
import { DESIGN } from './designed';
import { bytesOf, failure, readText } from './reading';

const ROWS = 300_000;
/** Rows that any pass over them may handle between two looks. */
const BETWEEN = 131_072;
const OPTIONS: DesignOptions = { ...DESIGN, missing: 'drop' };
/** A table of x, a flag, a word, a weight and y. */
function text(rows: number): string {
  const lines = ['x,flag,word,w,y'];
  for (let i = 0; i < rows; i++) lines.push(`${i % 1009},${i % 3 ? 'yes' : 'no'},w${i % 7},${1 + (i % 2)},${i % 13}`);
  return `${lines.join('\n')}\n`;
}

/** How often the flag is looked at, and how often progress is reported. */
function looksOf(work: (context: RunContext) => void): { readonly looks: number; readonly reports: number } {
  let looks = 0;
  let reports = 0;
  work({
    cancelled: false,
    check() {
      looks++;
    },
    progress() {
      reports++;
    },
  });
  return { looks, reports };
}

const long = readText(text(ROWS));
const short = readText(text(1000));

/** Looks that the long table takes more than the short one: passes over its rows are what is left. */
async function moreLooks(work: (table: Table, context: RunContext) => void): Promise<number> {
  const [a, b] = [await long, await short];
  return looksOf((context) => work(a, context)).looks - looksOf((context) => work(b, context)).looks;
}

test('preparing the columns looks at the flag within the rows of a column, in every pass over them', async () => {
  const looks = (options: Partial<DesignOptions>) =>
    moreLooks((table, context) => buildDesign(table, { ...OPTIONS, ...options }, context));
  // One more block for each pass over the rows, two more where all of them are passed and not the training ones alone.
  const one = await looks({ features: ['x'] });
  assert.ok(one >= 30, `${one}`);
  const weighted = await looks({ features: ['x'], weights: 'w' });
  assert.ok(weighted >= one + 8, `${weighted} against ${one}`);
  const wordy = await looks({ features: ['x', 'word', 'flag'] });
  assert.ok(wordy >= one + 20, `${wordy} against ${one}`);
  const classes = await looks({ features: ['x'], task: 'classify' });
  assert.ok(classes >= one + (2 * 16 * ROWS) / BETWEEN, `${classes} against ${one}`);
  const rows = await moreLooks((table, context) => buildRows(table, { ...OPTIONS, target: '' }, context));
  assert.ok(rows >= 30, `${rows}`);
});

test('the rows to predict, and orders of rows, are made in blocks', async () => {
  const { transform } = buildDesign(await short, OPTIONS, quietContext);
  const looks = await moreLooks((table, context) => applyTransform(table, transform, undefined, context));
  assert.ok(looks >= 4 * transform.inputs.length, `${looks}`);
  assert.ok(looksOf((context) => permutation(ROWS, 1, context)).looks >= (8 * ROWS) / BETWEEN);
  assert.deepEqual(permutation(9, 4, quietContext), permutation(9, 4));
});

test('progress moves with the columns, and a cancel is heard at any look', async () => {
  const table = await short;
  let last = 0;
  let looks = 0;
  const fractions = new Set<number>();
  const context = {
    ...quietContext,
    check: () => looks++,
    progress(fraction: number) {
      assert.ok(fraction >= last);
      last = fraction;
      fractions.add(fraction);
    },
  };
  buildDesign(table, OPTIONS, context as RunContext);
  assert.ok(fractions.size > 10, `${fractions.size}`);
  for (let at = 1; at <= looks; at += 1 + Math.floor(looks / 40)) {
    let left = at;
    const cancelling: RunContext = {
      ...quietContext,
      check() {
        if (--left === 0) throw cancelledError();
      },
    };
    assert.throws(() => buildDesign(table, OPTIONS, cancelling), failure('run/cancelled'));
  }
});

test('the first megabyte of a file of one column is looked at between its cells, and rows of the pilot while they are drawn', async () => {
  const bytes = bytesOf(`a\n${'1.5\n'.repeat(200_000)}`);
  let looks = 0;
  const context = { ...quietContext, check: () => looks++ } as unknown as RunContext;
  await openFile({ kind: 'bytes', name: 'long.csv', bytes }, {}, context);
  assert.ok(looks >= (200_000 * 64) / BETWEEN + bytes.length / 66_000, `${looks}`);

  const problem = problemOf(madeProblem(200_000, 1, 0.1, 1), quietContext);
  looks = 0;
  pilotRows(problem, 1, context);
  assert.ok(looks >= (8 * 200_000) / BETWEEN, `${looks}`);
});

test('a wide file takes little memory between two looks', async () => {
  const names = Array.from({ length: 4000 }, (_, j) => `c${j}`).join(',');
  const bytes = bytesOf(`${names}\n${names.replaceAll('c', '')}\n`);
  let held = process.memoryUsage().arrayBuffers;
  let most = 0;
  const context = {
    ...quietContext,
    check() {
      const now = process.memoryUsage().arrayBuffers;
      most = Math.max(most, now - held);
      held = now;
    },
  };
  await readTable({ kind: 'bytes', name: 'wide.csv', bytes }, {}, context);
  assert.ok(most < 8e6, `${most} bytes`);
});

test('a wide file is looked at before its first rows are read, and a long one within a megabyte', async () => {
  const names = Array.from({ length: 3000 }, (_, j) => `c${j}`).join(',');
  const row = Array.from({ length: 3000 }, (_, j) => j % 7).join(',');
  let looks = 0;
  const context = { ...quietContext, check: () => looks++ } as unknown as RunContext;
  const read = (content: string) =>
    readTable({ kind: 'bytes', name: 'a.csv', bytes: Buffer.from(content) }, {}, context);
  await read(`${names}\n${row}\n`.concat(`${row}\n`.repeat(3)));
  const wide = looks;
  assert.ok(wide > 4 * 3000, `${wide}`);
  looks = 0;
  await read(`a,b\n${'1,2\n'.repeat(200_000)}`);
  assert.ok(looks >= 400_000 / 50_000 + 10, `${looks}`);
});

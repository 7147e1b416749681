import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { PlanRequest } from '../../../src/engine/cluster/makePlan';
import type { Mapped } from '../../../src/engine/cluster/mapPart';
import { skippedNotes } from '../../../src/engine/cluster/skippedParts';
import { ClusterSteps } from '../../../src/engine/clusterSteps';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { isComponents } from '../../../src/engine/contract/run';
import { csvRows, csvText } from '../partRows';
import { core } from '../testCore';

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-skipped-'));
after(() => rmSync(folder, { recursive: true }));
const steps = new ClusterSteps(() => ({ linalg: core, notes: () => [] }));
const ROWS = csvRows(250, 0);
const PARTS = 5;

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  // Whole seconds, which can be set again.
  utimesSync(path, 1e9, 1e9);
  return path;
}

/** Text of a part, from 0; each has 50 rows. */
const textOf = (part: number): string => csvText(ROWS.slice(50 * part, 50 * part + 50));
const HEADER = `${csvText([]).split('\n')[0]}\n`;

/** The parts in a folder of their own, some of them with other content. */
const partsWith = (name: string, others: Readonly<Record<number, string | Uint8Array>>): string[] =>
  Array.from({ length: PARTS }, (_, part) => written(`${name}-${part + 1}.csv`, others[part] ?? textOf(part)));

const requestOf = (paths: readonly string[], skipFailed: boolean): PlanRequest => ({
  paths,
  skipFailed,
  method: 'rf-ridge',
  read: {},
  design: {
    target: 'y',
    features: ['a', 'b'],
    missing: 'impute',
    standardise: true,
    seed: 3,
    holdout: { kind: 'fraction', fraction: 0.2 },
  },
  parameters: { kernel: 'gaussian', lengthScale: 0.7, seed: 3, features: 20 },
});

const plans = async (paths: readonly string[], skipFailed = true) => {
  const made = await steps.plan(requestOf(paths, skipFailed), quietContext);
  return { ...made, name: 'plan' };
};
type Plan = Awaited<ReturnType<typeof plans>>;
const named = ({ bytes }: Pick<Mapped, 'bytes'>) => ({ name: 'file', bytes });

const visit = async (plan: Plan, parts: readonly number[], solution?: Uint8Array) => {
  const made: Mapped[] = [];
  for (const part of parts) {
    const place = solution ? { solution: { name: 'solution', bytes: solution } } : {};
    made.push(await steps.map(plan, part, place, quietContext));
  }
  return made;
};
const ALL = [1, 2, 3, 4, 5];

/** All steps; `given`: parts that are mapped. */
async function fitted(plan: Plan, given = ALL) {
  const sums = await visit(plan, given);
  const { bytes } = await steps.solve(plan, sums.map(named), quietContext, given.length < PARTS);
  const errors = await visit(plan, given, bytes);
  const solution = { name: 'solution', bytes };
  const run = await steps.finish(plan, solution, errors.map(named), quietContext);
  if (isComponents(run)) throw new Error('a fit is no run of components');
  return { sums, errors, run };
}
const notesOf = ({ run }: Awaited<ReturnType<typeof fitted>>) =>
  run.notes.filter(({ code }) => code === 'rows/part-left-out').map(({ text }) => text);

/** Makes words of the numbers in "b", of so many rows that lie around the middle of a part; its checksum does not cover these, size and time stay. */
function damage(path: string, rows: number): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  const first = Math.floor((lines.length - rows) / 2);
  const damaged = lines.map((line, i) => {
    const [a, b, ...rest] = line.split(',');
    return i < first || i >= first + rows ? line : [a, 'x'.repeat(b.length), ...rest].join(',');
  });
  writeFileSync(path, damaged.join('\n'));
  utimesSync(path, 1e9, 1e9);
}
/**
 * Damaged rows of 3,000: more than one in ten, with which a column is no longer one of numbers, and a few, which are
 * gaps.
 */
const [WORDS, GAPS] = [500, 5];

test('a part that the plan cannot read stops it, or is left out as one without rows', async () => {
  const [header, ...rest] = textOf(2).split('\n');
  const bad: Readonly<Record<string, readonly [string | Uint8Array, RegExp]>> = {
    columns: [[header.replace(/\b[aby]\b/g, (name) => `other_${name}`), ...rest].join('\n'), /no column|lacks|has no/],
    cut: [gzipSync(textOf(2)).subarray(0, 300), /ends too early/],
    binary: [Buffer.from([0, 1, 2, 3, 0, 0, 0, 9, 0, 0]), /not text|looks like/],
  };
  const empty = await fitted(await plans(partsWith('empty', { 2: HEADER })));
  assert.deepEqual(notesOf(empty), []);
  for (const [what, [content, why]] of Object.entries(bad)) {
    const paths = partsWith(what, { 2: content });
    await assert.rejects(
      plans(paths, false).then((plan) => visit(plan, [3])),
      (error) => error instanceof KernelscopeError && why.test(error.message),
      what,
    );
    const plan = await plans(paths);
    const found = await fitted(plan);
    assert.deepEqual(found.run.model.outputs, empty.run.model.outputs, what);
    assert.deepEqual(found.run.holdout, empty.run.holdout, what);
    const [note, ...more] = notesOf(found);
    assert.match(note, new RegExp(`^Part 3, ${what}-3\\.csv, is left out: `));
    assert.match(note, why);
    assert.deepEqual(more, []);
    // The same where nobody has mapped the part.
    const others = await fitted(plan, [5, 1, 4, 2]);
    assert.deepEqual(others.run.model.outputs, empty.run.model.outputs);
  }
});

test('a part that fails in its visit is left out of both, and one that fails in the second stops the fit', async () => {
  const large = csvText(csvRows(3000, 250));
  const paths = partsWith('large', { 1: large, 3: large });
  const [strict, plan] = [await plans(paths, false), await plans(paths)];
  damage(paths[1], WORDS);
  const why = /^Part 2: "b" was read as numbers elsewhere/;
  await assert.rejects(visit(strict, [2]), (error) => error instanceof KernelscopeError && why.test(error.message));
  const found = await fitted(plan);
  const [, second] = found.sums;
  assert.equal(second.skipped?.part, 1);
  assert.deepEqual(
    found.errors.map(({ skipped }) => skipped?.part),
    [undefined, 1, undefined, undefined, undefined],
  );
  const [note, ...more] = notesOf(found);
  assert.match(note, /^Part 2, large-2\.csv, is left out: (?!Part)/);
  assert.deepEqual(more, []);
  const others = await fitted(plan, [1, 3, 4, 5]);
  assert.deepEqual(others.run.model.outputs, found.run.model.outputs);
  assert.deepEqual(notesOf(others), ['Part 2, large-2.csv, is left out: its sums are missing.']);
  // Repeated, it is the same to the bit.
  assert.deepEqual((await visit(plan, [2]))[0].bytes, second.bytes);

  const { bytes } = await steps.solve(plan, found.sums.map(named), quietContext);
  damage(paths[3], WORDS);
  await assert.rejects(visit(plan, [4], bytes), /^KernelscopeError: Part 4: /);
  const stream = async function* () {
    yield readFileSync(paths[1]);
  };
  await assert.rejects(
    steps.map(plan, 2, { stream }, quietContext),
    (error) => error instanceof KernelscopeError && why.test(error.message),
  );
});

test('a few words among the numbers of a part are gaps, which are counted', async () => {
  const paths = partsWith('gaps', { 1: csvText(csvRows(3000, 250)) });
  const plan = await plans(paths);
  const imputed = async () => (await fitted(plan)).run.data.imputed.find(({ column }) => column === 'b')?.cells ?? 0;
  const before = await imputed();
  damage(paths[1], GAPS);
  const found = await fitted(plan);
  assert.deepEqual(notesOf(found), []);
  assert.equal(await imputed(), before + GAPS);
});

test('what another machine may read is not left out, and neither is what has changed', async () => {
  const paths = partsWith('gone', {});
  const plan = await plans(paths);
  rmSync(paths[2]);
  writeFileSync(paths[3], `${textOf(3)}1,2\n`);
  await assert.rejects(visit(plan, [3]), /gone-3\.csv does not exist/);
  await assert.rejects(visit(plan, [4]), /^KernelscopeError: Part 4, gone-4\.csv, has \d+ bytes and had/);
  await assert.rejects(plans(paths), /gone-3\.csv does not exist/);
});

test('many parts that are left out are counted', () => {
  const parts = Array.from({ length: 30 }, (_, i) => ({ path: `/data/p${i + 1}.csv` }));
  const skipped = parts.map((_, part) => ({ part, why: 'it is damaged.' }));
  const notes = skippedNotes(skipped, parts).map(({ text }) => text);
  assert.deepEqual([notes.length, notes.at(-1)], [21, '10 more parts left out: 21-30.']);
});

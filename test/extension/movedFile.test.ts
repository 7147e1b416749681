import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ColumnSummary, Inspection } from '../../src/engine/contract/data';
import { differencesBetween, fileOf } from '../../src/extension/runs/fileOf';
import { MovedFiles } from '../../src/extension/runs/movedFiles';
import type { Services } from '../../src/extension/services';
import { failureOf } from './failureOf';
import { files, reset, shown, Uri } from './fakeVscode';
import { madeColumn } from './madeColumn';
import { memory } from './memory';
import { sampleRun } from './sampleRun';

const column = (name: string, more: Partial<ColumnSummary> = {}) => madeColumn(0, name, { count: 1503, ...more });
const read = (columns: readonly ColumnSummary[], rows = 1503) => ({ rows, columns }) as unknown as Inspection;
const same = read([column('a'), column('b')]);
const run = { ...sampleRun('a', '2026-07-01T10:00:00Z'), inspection: same };

/** Services whose engine reads every file as `found`. */
function services(found: Inspection) {
  const { keep } = memory();
  const tasks = { run: (_: unknown, job: (call: object) => unknown) => job({}) };
  return { moved: new MovedFiles(keep), tasks, engine: { call: async () => found } } as unknown as Services;
}

/** A person who presses these buttons, and names this file. */
const presses = (buttons: readonly string[], file?: string) =>
  reset((place, options) => {
    if (place === 'dialog') return file && [Uri.file(file)];
    return options.find((option) => buttons.includes(String(option)));
  });
const stands = (path: string) => files.set(Uri.file(path).toString(), new Uint8Array(3));
const messages = () => shown.filter(({ place }) => place === 'message').map(({ text }) => text);

beforeEach(() => reset());

test('a file that is there is not asked for', async () => {
  stands('/data/airfoil.csv');
  assert.equal((await fileOf(services(same), run)).path, '/data/airfoil.csv');
  assert.deepEqual(shown, []);
});

test('a file that moved is located once, and the run remembers its place', async () => {
  const here = services(same);
  presses(['Locate…'], '/new/airfoil.csv');
  stands('/new/airfoil.csv');
  const asked = await Promise.all([fileOf(here, run), fileOf(here, run)]);
  assert.deepEqual(
    asked.map(({ path }) => path),
    ['/new/airfoil.csv', '/new/airfoil.csv'],
  );
  assert.deepEqual(messages(), [
    'airfoil.csv is no longer there.',
    'It was at /data/airfoil.csv when this run was fitted.',
  ]);
  shown.length = 0;
  assert.equal((await fileOf(here, run)).path, '/new/airfoil.csv');
  assert.deepEqual(shown, []);
  // Another run of that address may have meant another file.
  const other = { ...run, file: { ...run.file, bytes: 77 } };
  assert.equal(here.moved.placeOf(other), run.origin);
});

test('another file is told by what differs, and taken only when the person says so', async () => {
  const other = services(read([column('a')], 1400));
  presses(['Locate…'], '/new/airfoil.csv');
  stands('/new/airfoil.csv');
  assert.equal((await failureOf(fileOf(other, run))).failure.code, 'run/cancelled');
  assert.match(
    messages().join(' '),
    /airfoil\.csv differs from the file of this run: 1,400 rows instead of 1,503 and no column “b”\./,
  );
  presses(['Locate…', 'Use It Anyway'], '/new/airfoil.csv');
  stands('/new/airfoil.csv');
  assert.equal((await fileOf(other, run)).path, '/new/airfoil.csv');
});

test('who does not say where it is has cancelled; what nobody pressed asks nothing', async () => {
  for (const buttons of [[], ['Locate…']]) {
    presses(buttons);
    assert.equal((await failureOf(fileOf(services(same), run))).failure.code, 'run/cancelled');
  }
  reset();
  assert.equal((await failureOf(fileOf(services(same), run, false))).failure.code, 'file/not-found');
  assert.deepEqual(shown, []);
});

test('what differs between two readings is named, the same is nothing', () => {
  assert.deepEqual(differencesBetween(same, read([column('a'), column('b')])), []);
  assert.deepEqual(differencesBetween(same, read([column('a'), column('b', { count: 1500 })])), [
    'other values of “b”',
  ]);
  assert.deepEqual(differencesBetween(same, read(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => column(name)))), [
    'a new column “c”, “d”, “e” and 1 more',
  ]);
  assert.deepEqual(differencesBetween(same, read([column('x'), column('b')])), ['no column “a”', 'a new column “x”']);
});

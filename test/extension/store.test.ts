import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { RunStore } from '../../src/doors/runs/store';
import { headOf } from '../../src/doors/runs/summary';
import { KernelscopeError } from '../../src/engine/contract/failure';
import { pack } from '../../src/engine/contract/pack';
import type { StoredRun } from '../../src/engine/contract/run';
import { asFit, type StoredFit, sampleComponents, sampleRun } from './sampleRun';

let root: string;
let store: RunStore;
const ids = async () => (await store.list()).map(({ id }) => id);
const day = (n: number) => `2025-01-0${n}T12:00:00.000Z`;
const unreadable = (e: unknown) => e instanceof KernelscopeError && e.failure.code === 'run/unreadable';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernelscope-'));
  store = new RunStore(join(root, 'not', 'yet', 'runs'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a folder that does not exist holds no runs', async () => {
  assert.deepEqual(await store.list(), []);
});

test('runs come back newest first, arrays and all, to another store too', async () => {
  await store.save(sampleRun('old', day(1), 0.5));
  await store.save(sampleRun('new', day(2)));
  const other = new RunStore(store.folder);
  assert.deepEqual(
    (await other.list()).map((entry) => [entry.id, 'r2' in entry ? entry.r2 : undefined]),
    [
      ['new', undefined],
      ['old', 0.5],
    ],
  );
  assert.deepEqual(asFit(await other.load('old')).spectrum.mu, new Float64Array([1, 0.5, 0.25]));
  assert.deepEqual(readdirSync(store.folder).sort(), ['new.ksrun', 'old.ksrun']);
});

test('bytes for the page are a plain array over a buffer of their own', async () => {
  await store.save(sampleRun('a', day(1)));
  const bytes = await store.bytes('a');
  assert.equal(bytes.constructor, Uint8Array);
  assert.equal(bytes.byteLength, bytes.buffer.byteLength);
});

test('a run written again is read again', async () => {
  await store.save(sampleRun('a', day(1), 0.5));
  await store.list();
  await store.save(sampleRun('a', day(3), 0.75));
  const [entry] = await store.list();
  assert.equal('r2' in entry && entry.r2, 0.75);
});

test('members of a later version are passed over', async () => {
  await store.save({ ...sampleRun('a', day(1), 0.5), later: { x: Float64Array.of(1) } } as StoredRun);
  const [entry] = await store.list();
  assert.equal('r2' in entry && entry.r2, 0.5);
  assert.deepEqual(asFit(await store.load('a')).spectrum.mu, new Float64Array([1, 0.5, 0.25]));
});

test('damaged files are entries that say so; the others stay', async () => {
  await store.save(sampleRun('good', day(1)));
  const bytes = readFileSync(join(store.folder, 'good.ksrun'));
  writeFileSync(join(store.folder, 'cut.ksrun'), bytes.subarray(0, 100));
  writeFileSync(join(store.folder, 'tiny.ksrun'), '');
  writeFileSync(join(store.folder, 'text.ksrun'), 'a,b\n1,2\nthis is a csv file');
  writeFileSync(join(store.folder, 'other.txt'), 'not ours');
  mkdirSync(join(store.folder, 'folder.ksrun'));
  const entries = await store.list();
  assert.deepEqual(
    entries
      .filter((entry) => 'damage' in entry)
      .map(({ id }) => id)
      .sort(),
    ['cut', 'text', 'tiny'],
  );
  assert.equal(entries.filter((entry) => !('damage' in entry)).length, 1);
  await assert.rejects(store.load('cut'), unreadable);
  await store.delete('cut');
  assert.equal((await ids()).includes('cut'), false);
});

test('a run with a member of another type is one damaged entry, and does not open', async () => {
  await store.save(sampleRun('good', day(1), 0.5));
  const damages: Record<string, unknown>[] = [
    { file: null },
    { file: { name: 7 } },
    { created: 'yesterday' },
    { method: { id: 'krr' } },
    { method: 'krr' },
    { data: { train: 10, columns: { length: 2e8 } } },
    { data: { train: 'ten', columns: [] } },
    { parameters: [{ title: 'Lambda' }] },
    { parameters: { length: 3 } },
    { parameters: [null] },
    { request: undefined },
    { request: { read: {}, design: null } },
    { inspection: {} },
    { model: null },
    { model: { classes: 'kind' } },
    { others: 3 },
    { others: [null] },
    { target: {} },
    { metrics: undefined },
    { metrics: { holdout: 1 } },
    { classes: {} },
    { filter: { kind: 'toString' } },
    { axes: [7] },
    { origin: undefined },
    { components: 3, data: undefined },
  ];
  for (const [i, damage] of damages.entries())
    await store.save({ ...sampleRun(`bad${i}`, day(2)), ...damage } as unknown as StoredRun);
  for (const [i, text] of ['null', '7', '"run"', '[]', '{}'].entries()) {
    const bytes = pack(JSON.parse(text));
    writeFileSync(join(store.folder, `odd${i}.ksrun`), bytes);
  }
  const entries = await store.list();
  assert.equal(entries.length, damages.length + 6);
  assert.deepEqual(
    entries.filter((entry) => !('damage' in entry)).map(({ id }) => id),
    ['good'],
  );
  for (const { id } of entries) if (id !== 'good') await assert.rejects(store.load(id), unreadable, id);
});

test('one number changed in an array is found when the run is opened', async () => {
  await store.save(sampleRun('a', day(1)));
  const path = join(store.folder, 'a.ksrun');
  const bytes = readFileSync(path);
  bytes[bytes.length - 3] ^= 1;
  writeFileSync(path, bytes);
  await assert.rejects(store.load('a'), unreadable);
});

test('a run of a version that stored less is an entry that says so, and opens with that sentence', async () => {
  const { axes: _, filter: __, kernel: ___, ...earlier } = sampleRun('earlier', day(1));
  await store.save(earlier as unknown as StoredRun);
  const [entry] = await store.list();
  assert.match('damage' in entry ? entry.damage : '', /an earlier version of Kernelscope\. Fit the file again/);
  await assert.rejects(store.load('earlier'), unreadable);
  await store.save(sampleRun('now', day(2)));
  assert.deepEqual((await ids()).sort(), ['earlier', 'now']);
});

test('classes stand in the list with their column and their share of right rows, and no R²', async () => {
  const classes = { levels: ['a', 'b', 'c'], accuracy: 0.875 } as unknown as StoredFit['classes'];
  const model = { classes: { column: 'kind', levels: ['a', 'b', 'c'] } } as unknown as StoredFit['model'];
  await store.save({ ...sampleRun('a', day(1), 0.5), target: 'a', classes, model });
  const [entry] = await store.list();
  assert.ok(!('damage' in entry));
  assert.deepEqual([entry.target, entry.accuracy, entry.r2], ['kind', 0.875, undefined]);
});

test('principal components stand in the list with their number, and open again', async () => {
  const run = sampleComponents('pca', day(1));
  await store.save(run);
  const [entry] = await store.list();
  assert.ok(!('damage' in entry), 'whole');
  assert.deepEqual([entry.target, entry.components, entry.r2], ['', 3, undefined]);
  assert.deepEqual(await store.load('pca'), run);
  assert.deepEqual(headOf(run).axes, []);
});

test('several targets stand in the list together', async () => {
  const others = [{ target: 'c7' }, { target: 'c8' }] as unknown as StoredFit['others'];
  await store.save({ ...sampleRun('a', day(1), 0.5), others });
  const [entry] = await store.list();
  assert.equal('target' in entry && entry.target, 'c6, c7, c8');
});

test('a run whose arrays are cut off is found when it is opened', async () => {
  await store.save(sampleRun('a', day(1)));
  const path = join(store.folder, 'a.ksrun');
  writeFileSync(path, readFileSync(path).subarray(0, -8));
  assert.deepEqual(await ids(), ['a']);
  await assert.rejects(store.load('a'), unreadable);
});

test('the oldest beyond the limit are deleted, unless they are open', async () => {
  for (const n of [1, 2, 3, 4]) await store.save(sampleRun(`r${n}`, day(n)));
  assert.equal(await store.prune(2, new Set(['r1'])), 1);
  assert.deepEqual(await ids(), ['r4', 'r3', 'r1']);
});

test('no id reaches outside the folder', async () => {
  for (const id of ['../secret', 'a/b', '', 'a.b', 'C:\\x']) await assert.rejects(store.load(id), unreadable);
});

test('a run that is gone says so', async () => {
  await assert.rejects(store.load('gone'), /no longer in the history/);
});

test('a run that cannot be written can still be opened', async () => {
  writeFileSync(join(root, 'not'), 'a file where a folder should be');
  await assert.rejects(
    store.save(sampleRun('a', day(1))),
    (e) => e instanceof KernelscopeError && e.failure.code === 'file/not-written',
  );
  assert.equal(asFit(await store.load('a')).target, 'c6');
});

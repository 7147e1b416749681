import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { RunStore } from '../../src/doors/runs/store';
import { type RunEntry, type StoredRunSummary, summariseRun } from '../../src/doors/runs/summary';
import { CONTEXT, RUN_ITEM } from '../../src/extension/ids';
import { rowText, runGroups, runRows } from '../../src/extension/runs/groups';
import { RunMarks } from '../../src/extension/runs/marks';
import { isGroup, RunsTree } from '../../src/extension/runs/tree';
import { commands, files, reset } from './fakeVscode';
import { memory } from './memory';
import { sampleComponents, sampleRun } from './sampleRun';

const now = (n: number) => new Date(Date.UTC(2026, 0, 1) + 60_000 * n).toISOString();
let minute = 0;
const run = (id: string, r2?: number, more: Partial<StoredRunSummary> = {}): StoredRunSummary => ({
  ...summariseRun(sampleRun(id, now(minute++), r2)),
  ...(r2 !== undefined && { rmse: Math.sqrt(10 - r2) }),
  ...more,
});
const nobody = () => undefined;

test('runs stand by file and target, the best first, those without a score last', () => {
  const entries: RunEntry[] = [
    run('fair', 0.7),
    run('none'),
    run('best', 0.9),
    run('other file', 0.99, { origin: 'file:///b.csv', file: 'b.csv' }),
    run('other target', 0.5, { target: 'c1' }),
    { id: 'damaged', created: 1e15, damage: 'cut off' },
    run('below the mean', -3),
    run('none, newer'),
  ];
  const groups = runGroups(entries).map(({ file, target, runs }) => [file, target, runs.map(({ id }) => id)]);
  assert.deepEqual(groups, [
    ['airfoil.csv', 'c6', ['best', 'fair', 'below the mean', 'none, newer', 'none']],
    ['airfoil.csv', 'c1', ['other target']],
    ['b.csv', 'c6', ['other file']],
  ]);
});

test('classes stand by the share classified correctly, and components by time', () => {
  const classes = (id: string, accuracy: number) => run(id, undefined, { accuracy });
  const [group] = runGroups([classes('a', 0.8), classes('b', 0.9), classes('c', 0.7)]);
  assert.deepEqual(
    group.runs.map(({ id }) => id),
    ['b', 'a', 'c'],
  );
  const components = ['x', 'y'].map((id) => summariseRun(sampleComponents(id, now(minute++))));
  assert.deepEqual(
    runGroups(components)[0].runs.map(({ id }) => id),
    ['y', 'x'],
  );
});

test('a row begins with the score, in one form for the group, and one that all of its runs have', () => {
  const [known] = runGroups([
    run('a', 0.9, { rmse: 2, typicalMiss: 0.5 }),
    run('b', 0.8, { rmse: 1, typicalMiss: 0.7051 }),
  ]);
  const rows = runRows([known], nobody);
  assert.deepEqual([known.measure, rows.get('a')?.score, rows.get('b')?.score], ['typicalMiss', '0.50', '0.71']);
  assert.match(rowText(rows.get('a') ?? { score: '', name: '', how: '' }), /^0\.50 · /);
  const [mixed] = runGroups([run('a', 0.9, { rmse: 2, typicalMiss: 0.5 }), run('b', 0.8, { rmse: 1 }), run('c')]);
  assert.equal(mixed.measure, 'RMSE');
  assert.deepEqual(
    mixed.runs.map(({ id }) => runRows([mixed], nobody).get(id)?.score),
    ['1.0', '2.0', '–'],
  );
  const classes = runRows(runGroups([run('d', undefined, { accuracy: 0.975 })]), nobody);
  assert.equal(classes.get('d')?.score, '98\u202f%');
});

let root: string;
beforeEach(() => {
  reset();
  root = mkdtempSync(join(tmpdir(), 'kernelscope-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('names and baselines are kept, looked at, and forgotten with their runs', async () => {
  const { kept, keep } = memory();
  const marks = new RunMarks(keep);
  assert.equal(marks.nameOf('a'), undefined);
  assert.equal(marks.nameOf('constructor'), undefined);
  await marks.rename('a', '  mine  ');
  await marks.rename('b', 'x'.repeat(500));
  await marks.pin('group', 'b');
  assert.deepEqual([marks.nameOf('a'), marks.nameOf('b')?.length, marks.baselineOf('group')], ['mine', 80, 'b']);
  assert.equal(new RunMarks(keep).nameOf('a'), 'mine');
  await marks.prune(new Set(['a']));
  assert.deepEqual([marks.nameOf('a'), marks.nameOf('b'), marks.baselineOf('group')], ['mine', undefined, undefined]);
  await marks.rename('a', '');
  assert.equal(marks.nameOf('a'), undefined);
  for (const [key] of kept) kept.set(key, { names: ['x'], baselines: 7 });
  assert.deepEqual([marks.nameOf('0'), marks.baselineOf('group')], [undefined, undefined]);
});

test('whether there are runs is said on activation and after each change, also while nobody looks at the view', async () => {
  const said: unknown[] = [];
  const was = commands.executeCommand;
  let told = () => {};
  commands.executeCommand = async (...call: unknown[]) => {
    if (call[1] === CONTEXT.hasRuns) said.push(call[2]);
    told();
    return undefined;
  };
  const next = () => new Promise<void>((done) => (told = done));
  const store = new RunStore(join(root, 'runs'));
  let begun = next();
  const tree = new RunsTree(store, new RunMarks(memory().keep));
  await begun;
  mkdirSync(store.folder);
  writeFileSync(join(store.folder, 'a.ksrun'), 'damaged ones can be deleted too');
  begun = next();
  tree.refresh();
  await begun;
  assert.deepEqual(said, [false, true]);
  tree.dispose();
  commands.executeCommand = was;
});

test('a run whose file has changed or gone says so, and offers the fit again', async () => {
  const store = new RunStore(join(root, 'runs'));
  const stamped = (id: string, name: string, bytes: number, modified: number) => ({
    ...sampleRun(id, now(minute++), 0.5),
    origin: `file:${name}`,
    file: { name, path: name, bytes, modified },
  });
  files.set('file:/same.csv', new Uint8Array(10));
  files.set('file:/grown.csv', new Uint8Array(11));
  files.set('file:/virtual.csv', new Uint8Array(99));
  await store.save(stamped('same', '/same.csv', 10, 5000.5));
  await store.save(stamped('later', '/same.csv', 10, 9000));
  await store.save(stamped('grown', '/grown.csv', 10, 5000));
  await store.save(stamped('gone', '/gone.csv', 10, 5000));
  await store.save(stamped('virtual', '/virtual.csv', 10, 0));
  const parts = join(root, 'parts');
  mkdirSync(parts);
  for (const name of ['a.csv', 'b.csv']) writeFileSync(join(parts, name), '12345');
  for (const name of ['a.csv', 'b.csv']) utimesSync(join(parts, name), 5, 5);
  const pattern = join(parts, '{a.csv,b.csv}');
  await store.save(stamped('parts', pattern, 10, 5000));
  await store.save(stamped('part-added', pattern, 5, 5000));
  await store.save(stamped('part-later', pattern, 10, 9000));
  await store.save(stamped('parts-gone', join(parts, '{c.csv,d.csv}'), 10, 5000));
  const marks = new RunMarks(memory().keep);
  const tree = new RunsTree(store, marks);
  const items = new Map<string, { readonly contextValue?: string; readonly description: string }>();
  for (const group of await tree.getChildren())
    for (const entry of await tree.getChildren(group))
      if (!isGroup(entry)) items.set(entry.id, tree.getTreeItem(entry) as never);
  assert.deepEqual(Array.from(items, ([id, { contextValue }]) => [id, contextValue]).sort(), [
    ['gone', RUN_ITEM.run],
    ['grown', RUN_ITEM.stale],
    ['later', RUN_ITEM.stale],
    ['part-added', RUN_ITEM.stale],
    ['part-later', RUN_ITEM.stale],
    ['parts', RUN_ITEM.run],
    ['parts-gone', RUN_ITEM.run],
    ['same', RUN_ITEM.run],
    ['virtual', RUN_ITEM.run],
  ]);
  assert.match(items.get('grown')?.description ?? '', /^the file has changed · /);
  for (const id of ['gone', 'parts-gone']) assert.match(items.get(id)?.description ?? '', /^the file is missing · /);
  assert.doesNotMatch(items.get('same')?.description ?? '', /file/);
  tree.dispose();
});

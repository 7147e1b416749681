import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TreeItem } from 'vscode';
import { RunStore } from '../../src/doors/runs/store';
import { headOf } from '../../src/doors/runs/summary';
import type { ColumnSummary, Inspection } from '../../src/engine/contract/data';
import { type FailureCode, KernelscopeError } from '../../src/engine/contract/failure';
import { chooseFile, settleUnsavedChanges } from '../../src/extension/chooseFile';
import { clearRunsCommand } from '../../src/extension/commands/runs';
import { openLine } from '../../src/extension/export/openLine';
import { offerToOpen } from '../../src/extension/export/saveDialog';
import { writeIfAgreed } from '../../src/extension/export/writeFile';
import { ACTIONS } from '../../src/extension/failureActions';
import { reportFailure } from '../../src/extension/failures';
import { askForColumns, pickComponentColumns } from '../../src/extension/picks/columnPick';
import { pickTarget } from '../../src/extension/picks/targetPick';
import * as plain from '../../src/extension/plainWindow';
import { chooseRun } from '../../src/extension/runs/chooseRun';
import { panelTitle } from '../../src/extension/runs/label';
import { RunMarks } from '../../src/extension/runs/marks';
import { isGroup, RunsTree } from '../../src/extension/runs/tree';
import type { Services } from '../../src/extension/services';
import { RunningTasks } from '../../src/extension/tasks';
import { files, found, nextProgress, reset, type Shown, shown, Uri, workspace } from './fakeVscode';
import { ICON, LINK } from './inert';
import { madeColumn } from './madeColumn';
import { memory } from './memory';
import { sampleComponents, sampleRun } from './sampleRun';

/** A name that a stranger may give to a file, a column, a class or a target. */
const NAME = '[Click](command:workbench.action.tasks.runTask?%22pwn%22) $(trash)';
const WITHOUT_TRACE = /[\u2060\\]/g;

/** The texts shown by `act`. None is a link or an icon, one has the name in it, and it reads as it was called. */
async function inert(what: string, act: () => unknown, answer?: Parameters<typeof reset>[0]): Promise<void> {
  reset(answer);
  await act();
  const told = shown.filter(({ text }) => text.includes('pwn'));
  assert.ok(told.length > 0, `${what}: the name is shown`);
  for (const { place, text } of shown) assertInert(text, `${what}: ${place}`);
  for (const { text } of told) assert.ok(text.replace(WITHOUT_TRACE, '').includes(NAME), `${what}: ${text}`);
}

/** `$(name)` at the beginning is an icon of ours. */
function assertInert(text: string, where: string): void {
  assert.doesNotMatch(text, LINK, where);
  assert.doesNotMatch(text.replace(/^\$\((?!trash)[a-z~-]+\) /, ''), ICON, where);
}

const log = { error() {}, info() {}, warn() {}, debug() {} };
const services = (more: object = {}) =>
  ({ log, panels: {}, marks: new RunMarks(memory().keep), ...more }) as unknown as Services;
const file = Uri.file(`/data/${NAME}.csv`) as unknown as import('vscode').Uri;

const column = (index: number, more: Partial<ColumnSummary> = {}) => madeColumn(index, `${NAME} ${index}`, more);
const inspection = {
  rows: 100,
  columns: [column(0), column(1), column(2, { usable: false, reason: `all rows say ${NAME}` })],
  defaultTarget: 1,
} as unknown as Inspection;

const hostileRun = () => ({
  ...sampleRun('hostile', '2026-07-01T10:00:00Z', 0.9),
  file: { name: `${NAME}.csv`, path: '', bytes: 1, modified: 0 },
  target: NAME,
  origin: file.toString(),
  parameters: [{ name: 'weights', title: 'Weights', value: NAME, rule: NAME }],
});

async function withStore(act: (store: RunStore) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-places-'));
  try {
    const store = new RunStore(folder);
    await store.save(hostileRun());
    await act(store);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const code of Object.keys(ACTIONS) as FailureCode[])
  test(`a name in the sentence of ${code} is only text`, async () => {
    const sentences = [`${NAME} is not so.`, `Its columns: "${NAME}", "b".`, `not [${NAME}](x) but (${NAME})`, NAME];
    for (const sentence of sentences) {
      const report = () =>
        reportFailure(services(), new KernelscopeError(code, sentence, { proposedRows: 5, name: NAME }), {
          doing: 'fit',
          uri: file,
          choose: 'kernelscope.krr',
          retry: () => {},
        });
      if (code !== 'run/cancelled') await inert(code, report);
      else {
        reset();
        report();
        assert.deepEqual(shown, [], 'nothing is said of what a person has cancelled');
      }
    }
  });

/** Every way to VS Code's window, each handed the name wherever it takes a text. */
const WAYS: { readonly [K in keyof typeof plain]: () => unknown } = {
  showError: () => plain.showError(NAME, 'Again'),
  showWarning: () => plain.showWarning(NAME, { modal: true, detail: NAME }, 'Yes'),
  showInformation: () => plain.showInformation(NAME, 'Open'),
  withProgress: () =>
    plain.withProgress({ location: 15, title: NAME }, async (progress) => progress.report({ message: NAME })),
  plainItem: () => Object.values(plain.plainItem(texts)).map((text) => shown.push({ place: 'item', text })),
  pickOne: () => plain.pickOne([texts], { title: NAME, placeHolder: NAME }),
  pickMany: () => plain.pickMany([texts], { title: NAME, placeHolder: NAME }),
  createPick: () => plain.createPick(NAME, NAME).show(),
  showInputBox: async () => {
    await plain.showInputBox({ title: NAME, prompt: NAME, validateInput: () => NAME });
    await plain.showInputBox({
      title: NAME,
      prompt: NAME,
      validateInput: async () => ({ message: NAME, severity: 1 }),
    });
  },
  showOpenDialog: () => plain.showOpenDialog({ title: NAME }),
  showSaveDialog: () => plain.showSaveDialog({ title: NAME }),
  setStatus: () => {
    const item: Record<string, string> = {};
    plain.setStatus(item as never, 'sync', NAME, NAME);
    shown.push(...Object.values(item).map((text): Shown => ({ place: 'status', text })));
  },
};
const texts = { label: NAME, description: NAME, detail: NAME };

for (const [way, act] of Object.entries(WAYS)) test(`${way} makes all its texts inert`, () => inert(way, act));

/** Places that show names of files, columns, targets and settings. */
const PLACES: Readonly<Record<string, () => Promise<unknown>>> = {
  'the choice of a file'() {
    found.push(file as unknown as Uri);
    return chooseFile(undefined, 'Fit');
  },
  'unsaved changes'() {
    workspace.textDocuments = [{ uri: file, isDirty: true }];
    return settleUnsavedChanges(file).catch(() => {});
  },
  'what was saved': () => offerToOpen(file),
  'a file that would be replaced'() {
    files.set(file.toString(), new Uint8Array(1));
    return writeIfAgreed(file, new Uint8Array(2)).catch(() => {});
  },
  'a row of a compressed file': () =>
    openLine(
      { ...headOf(hostileRun()), inspection: { dialect: { compression: 'gzip' } } } as unknown as Parameters<
        typeof openLine
      >[0],
      7,
    ),
  'the target': () =>
    pickTarget(`Kernel ridge: ${NAME}`, inspection, { remembered: { target: `${NAME} 0` } }, async () => []),
  'the columns': () => askForColumns(`Kernel ridge: ${NAME}`, inspection, { targets: [`${NAME} 0`] }),
  'the columns of components': () => pickComponentColumns(`Components: ${NAME}`, inspection),
  'progress, its stages and the status bar': () => {
    const tasks = new RunningTasks();
    const opened = nextProgress();
    return tasks.run({ title: `Fitting ${NAME}.csv` }, async ({ onProgress: report }) => {
      report(0.1, `reading ${NAME}`);
      await opened;
      report(0.2, `reading ${NAME}`);
    });
  },
  'what can be cancelled': async () => {
    const tasks = new RunningTasks();
    await tasks.run({ title: `Fitting ${NAME}.csv`, follow() {} }, async ({ onProgress: report }) => {
      report(0.5, `reading ${NAME}`);
      await tasks.cancel(false);
    });
  },
  'the choice of a run': () =>
    withStore(async (store) => void (await chooseRun(services({ store }), undefined, 'Open'))),
};

for (const [place, act] of Object.entries(PLACES)) test(`${place}: a name is only text`, () => inert(place, act));

test('labels, descriptions and tooltips of runs, damaged ones too, and titles of panels are only text', () =>
  withStore(async (store) => {
    const marks = new RunMarks(memory().keep);
    const tree = new RunsTree(store, marks);
    const components = sampleComponents('components', '2026-07-01T10:00:00Z');
    await store.save({ ...components, origin: String(file), file: { ...components.file, name: NAME } });
    for (const { id } of await store.list()) await marks.rename(id, NAME);
    const damaged = { id: 'x', created: 0, damage: `${NAME} is damaged.` };
    const groups = await tree.getChildren();
    const runs = (await Promise.all(groups.map((group) => tree.getChildren(group)))).flat();
    assert.ok(groups.length > 0 && runs.length > 1);
    for (const entry of [...groups, ...runs, damaged]) {
      const { label, description, tooltip } = tree.getTreeItem(entry) as TreeItem;
      const tip = typeof tooltip === 'string' ? tooltip : tooltip?.value;
      for (const text of [label, description, tip]) {
        assert.ok(typeof text === 'string');
        assertInert(text, isGroup(entry) ? entry.key : entry.id);
      }
      assert.ok([label, description].join().includes('pwn'));
      assert.ok(tip?.includes('pwn'));
    }
    assertInert(panelTitle(`${NAME}.csv`, NAME), 'panel');
    tree.dispose();
  }));

test('what stands at a path is replaced only after a yes', async () => {
  const was = new Uint8Array([1]);
  const fresh = new Uint8Array([2]);
  const uri = Uri.from({ scheme: 'virtual', path: '/rows.csv' }) as unknown as import('vscode').Uri;
  reset();
  await writeIfAgreed(uri, was);
  assert.deepEqual(shown, [], 'nothing is asked where nothing stands');
  await assert.rejects(writeIfAgreed(uri, fresh), (error: KernelscopeError) => error.failure.code === 'run/cancelled');
  assert.deepEqual(files.get(uri.toString()), was);
  reset((_, [first]) => first);
  files.set(uri.toString(), was);
  await writeIfAgreed(uri, fresh);
  assert.deepEqual(files.get(uri.toString()), fresh);
  assert.deepEqual(
    shown.map(({ text }) => text),
    ['Replace rows.csv?', 'virtual:/rows.csv exists. Its content will be lost.', 'Replace'],
  );
});

test('all runs are deleted only after a yes, whoever calls', () =>
  withStore(async (store) => {
    const tree = { refresh() {} };
    reset();
    await clearRunsCommand(services({ store, tree }));
    assert.equal((await store.list()).length, 1);
    reset((_, [first]) => first);
    await clearRunsCommand(services({ store, tree }));
    assert.equal((await store.list()).length, 0);
  }));

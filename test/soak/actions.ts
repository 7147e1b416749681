import { strict as assert } from 'node:assert';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationTarget, commands, Uri, ViewColumn, window, workspace } from 'vscode';
import type { FailureCode } from '../../src/engine/contract/failure';
import { isComponents } from '../../src/engine/contract/run';
import { COMMAND, PANEL } from '../../src/extension/ids';
import { dismiss } from '../host/suite/testBed';
import { type Bench, settled } from './bench';

/** One thing that a person, another program or bad luck does; resolves to how it ended, in a word. */
export type Action = (bench: Bench) => Promise<string>;

/** Failures that a fit of a valid file may end with, beside success. */
const OF_FITS: readonly FailureCode[] = ['run/cancelled', 'data/too-few-rows'];
/** Failures where the file is removed or changed meanwhile. */
const OF_FILES: readonly FailureCode[] = [
  ...OF_FITS,
  'file/not-found',
  'file/changed',
  'file/empty',
  'file/is-directory',
  'data/header-only',
  'data/one-column',
  'data/no-features',
  'data/unknown-column',
  'data/malformed',
  'data/target-constant',
];
const OF_RUNS: readonly FailureCode[] = ['run/unreadable', 'run/cancelled', 'parameter/invalid', 'file/not-found'];

const SETTINGS = {
  defaults: [undefined, { lambda: 1e-3 }, { kernel: 'gaussian' }, { kernel: 'laplace', lambda: 1e-5 }, { holdout: 0 }],
  'history.limit': [undefined, 5, 20],
} as const;

/** Methods that have the parameter. */
const FOLDED = /^(?!rf|ny|ekpca)/;
/** Their losses are of numbers. */
const NUMBERS_ONLY = /^(ksgd|kcd|kl|huber|tukey|svr|quantile)/;

function fitOf({ chance, methods }: Bench, file: Uri): Thenable<unknown> {
  const { id, command } = chance.one(methods);
  const parameters = {
    ...(/^rf/.test(id) && { features: chance.whole(20, 80) }),
    ...(/^ny/.test(id) && { landmarks: chance.whole(8, 20) }),
    ...(/kpca/.test(id) && { components: 3 }),
    ...(chance.often(0.3) && { lengthScale: chance.power(-1, 1) }),
    ...(FOLDED.test(id) && { folds: chance.one([0, 3]) }),
  };
  const target = NUMBERS_ONLY.test(id) ? 'y' : chance.one(['y', 'y', 'colour']);
  const design = { seed: chance.whole(0, 9) };
  return commands.executeCommand(command, file, { ...(!/kpca/.test(id) && { target }), parameters, design });
}

const small = (bench: Bench): Uri => bench.write(bench.chance.whole(30, 160));
/** A file of so many rows that a fit of them lasts a while. */
const large = (bench: Bench): Uri => bench.write(bench.chance.whole(500, 900));

/** Starts a fit, waits until it has come some way, and does something to it. */
async function during(bench: Bench, file: Uri, act: () => unknown, mayFail: readonly FailureCode[]): Promise<string> {
  const stage = bench.chance.one(['inspect', 'estimate', 'fit', 'fit', 'fit'] as const);
  const come = bench.progressOf(stage === 'inspect' ? 'fit' : stage, bench.chance.whole(1, 12));
  const report = fitOf(bench, file);
  await Promise.race([come, report]);
  await act();
  return bench.outcome(report, mayFail);
}

/** Takes one of the ways to fit once their panel is there, or closes it. */
async function decide({ testing: { questions }, chance }: Bench, ended: Promise<unknown>): Promise<void> {
  let over = false;
  const end = () => {
    over = true;
  };
  ended.then(end, end);
  const ways = () => [...questions].filter(({ kind }) => kind === PANEL.advice);
  while (!over && ways().length === 0) await new Promise((next) => setTimeout(next, 20));
  for (const page of ways()) if (chance.often(0.6)) await page.receive({ type: 'takeWay', way: chance.whole(0, 3) });
  if (ways().length === 0) return;
  const tabs = () =>
    window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ label }) => label.endsWith('ways to fit')));
  // VS Code reports the tab later than its panel.
  await settled('the tab of the ways to fit', () => tabs().length > 0);
  await window.tabGroups.close(tabs());
}

export const ACTIONS: Readonly<Record<string, { readonly weight: number; readonly act: Action }>> = {
  fit: { weight: 10, act: (bench) => bench.outcome(fitOf(bench, small(bench)), OF_FITS) },
  'two fits at once': {
    weight: 3,
    act: async (bench) => {
      const reports = [small(bench), small(bench)].map((file) => fitOf(bench, file));
      return (await Promise.all(reports.map((report) => bench.outcome(report, OF_FITS)))).join(' and ');
    },
  },
  'fit, and look': {
    weight: 4,
    async act(bench) {
      await commands.executeCommand('workbench.action.closeAllEditors');
      const report = (await fitOf(bench, small(bench))) as { readonly runId?: string };
      const [panel] = report.runId === undefined ? [] : bench.testing.panels.of(report.runId);
      return panel ? `drawn: ${await panel.whenShown()}` : bench.outcome(Promise.resolve(report), OF_FITS);
    },
  },
  'cancel a fit': {
    weight: 6,
    act: (bench) => during(bench, large(bench), () => commands.executeCommand(COMMAND.cancel, true), OF_FITS),
  },
  'cancel in the panel': {
    weight: 2,
    act: (bench) =>
      during(bench, large(bench), () => bench.testing.panels.of('')[0]?.receive({ type: 'cancel' }), OF_FITS),
  },
  'close the panel of a fit': {
    weight: 2,
    act: (bench) =>
      during(bench, small(bench), () => commands.executeCommand('workbench.action.closeAllEditors'), OF_FITS),
  },
  'end the engine': {
    weight: 4,
    act: (bench) => during(bench, large(bench), () => bench.testing.engine.crash(), [...OF_FITS, 'engine/crashed']),
  },
  'leave the engine idle': {
    weight: 2,
    async act({ testing }) {
      testing.engine.release();
      return 'done';
    },
  },
  'write the file again': {
    weight: 3,
    act(bench) {
      const file = large(bench);
      const other = bench.chance.one(['', 'a\n1\n', 'x1,x2,colour,y\n', 'x1,y\n1,2\n3,4\n']);
      return during(bench, file, () => writeFileSync(file.fsPath, other), OF_FILES);
    },
  },
  'delete the file': {
    weight: 3,
    act(bench) {
      const file = large(bench);
      return during(bench, file, () => rmSync(file.fsPath, { force: true }), OF_FILES);
    },
  },
  inspect: {
    weight: 4,
    act: (bench) => bench.outcome(commands.executeCommand(COMMAND.inspect, small(bench)), OF_FITS),
  },
  'escape from the picks': {
    weight: 2,
    act(bench) {
      const command = bench.chance.one([bench.chance.one(bench.methods).command, COMMAND.recommend]);
      return bench.outcome(dismiss(commands.executeCommand(command, small(bench))), OF_FITS);
    },
  },
  'compare ways to fit': {
    weight: 2,
    async act(bench) {
      const report = commands.executeCommand(COMMAND.recommend, small(bench), { target: 'y' });
      const outcome = bench.outcome(report, [...OF_FITS, 'memory/too-large']);
      await decide(bench, outcome);
      return outcome;
    },
  },
  'fit again': {
    weight: 2,
    async act(bench) {
      const file = small(bench);
      const choices = { method: bench.chance.one(['krr', 'huber']), target: 'y' };
      await bench.testing.remembered.set(file.toString(), choices);
      return bench.outcome(commands.executeCommand(COMMAND.fitAgain, file), OF_FITS);
    },
  },
  'change a setting': {
    weight: 2,
    async act({ chance }) {
      const [name, values] = chance.one(Object.entries(SETTINGS));
      const value = chance.one<unknown>(values);
      await workspace.getConfiguration('kernelscope').update(name, value, ConfigurationTarget.Global);
      return `${name} ${value}`;
    },
  },
  'use what the sliders say': { weight: 4, act: use },
  'open a run': {
    weight: 5,
    async act(bench) {
      const id = await bench.run();
      if (id !== undefined) await commands.executeCommand(COMMAND.openRun, id);
      return id === undefined ? 'no run' : 'opened';
    },
  },
  'pop out a tab': {
    weight: 2,
    async act({ testing, chance }) {
      const open = [...testing.panels.openRuns()].flatMap((id) => testing.panels.of(id));
      if (open.length === 0) return 'no panel';
      const tab = chance.one(['spectrum', 'risk', 'rows', 'fit'] as const);
      await chance.one(open).receive({ type: 'popOut', tab });
      return tab;
    },
  },
  'reload a panel': { weight: 4, act: reload },
  'reload all pages': {
    weight: 1,
    async act() {
      await commands.executeCommand('workbench.action.webview.reloadWebviewAction');
      return 'done';
    },
  },
  'close everything': {
    weight: 3,
    async act() {
      await commands.executeCommand('workbench.action.closeAllEditors');
      return 'done';
    },
  },
  predict: {
    weight: 5,
    async act(bench) {
      const out = Uri.file(bench.path(bench.chance.one(['a.out.csv', 'b.out.csv'])));
      return bench.outcome(
        commands.executeCommand(COMMAND.predict, (await bench.run()) ?? 'none', { file: small(bench), out }),
        OF_RUNS,
      );
    },
  },
  'save scores': {
    weight: 2,
    async act(bench) {
      const out = Uri.file(bench.path('scores.out.csv'));
      const report = commands.executeCommand(COMMAND.saveScores, (await bench.run()) ?? 'none', { out });
      return bench.outcome(report, [...OF_RUNS, ...OF_FILES, 'model/columns']);
    },
  },
  'export a model': {
    weight: 2,
    async act(bench) {
      const out = Uri.file(bench.path('.'));
      const format = bench.chance.one(['python', 'javascript', 'json', 'onnx']);
      const report = commands.executeCommand(COMMAND.exportModel, (await bench.run()) ?? 'none', { format, out });
      return bench.outcome(report, OF_RUNS);
    },
  },
  'delete a run': {
    weight: 3,
    async act(bench) {
      const id = await bench.run();
      if (id !== undefined) await commands.executeCommand(COMMAND.deleteRun, { id });
      return id === undefined ? 'no run' : 'deleted';
    },
  },
  "delete a run's file": {
    weight: 2,
    async act(bench) {
      const id = await bench.run();
      if (id !== undefined) rmSync(join(bench.testing.store.folder, `${id}.ksrun`), { force: true });
      return id === undefined ? 'no run' : 'deleted';
    },
  },
  'damage a run': {
    weight: 1,
    async act(bench) {
      const id = await bench.run();
      if (id !== undefined) writeFileSync(join(bench.testing.store.folder, `${id}.ksrun`), 'not a run');
      return id === undefined ? 'no run' : 'damaged';
    },
  },
  'delete all runs': {
    weight: 1,
    async act() {
      await commands.executeCommand(COMMAND.clearRuns);
      return 'done';
    },
  },
  'list the runs': {
    weight: 2,
    async act({ testing }) {
      const entries = await testing.tree.getChildren();
      for (const entry of entries) assert.ok(testing.tree.getTreeItem(entry).label);
      return `${entries.length} runs`;
    },
  },
};

/** "Use this" in an open panel, at another lambda; sometimes cancelled on the way. */
async function use(bench: Bench): Promise<string> {
  const { panels, store } = bench.testing;
  const id = [...panels.openRuns()].find((open) => open !== '');
  const run = id === undefined ? undefined : await store.load(id).catch(() => undefined);
  if (id === undefined || run === undefined || isComponents(run) || run.filter.kind !== 'zones') return 'no panel';
  const [panel] = panels.of(id);
  const done = panel.receive({ type: 'use', filter: { ...run.filter, lambda: bench.chance.power(-5, -1) } });
  if (bench.chance.often(0.3)) {
    await Promise.race([bench.progressOf('fit', 1), done]);
    await panel.receive({ type: 'cancel' });
  }
  await done;
  return panel.runId === id ? 'as before' : 'fitted';
}

/** Does as a reload of the window: VS Code hands back a panel with what its page remembered. */
async function reload(bench: Bench): Promise<string> {
  const { panels } = bench.testing;
  const runId = (await bench.run()) ?? '';
  const view = window.createWebviewPanel(PANEL.results, 'rows.csv · kernel ridge', ViewColumn.Beside);
  await panels.deserializeWebviewPanel(view, { runId, tab: bench.chance.one(['overview', 'risk', 'nonsense']) });
  if (bench.chance.often(0.5)) view.dispose();
  return runId === '' ? 'no run' : 'shown';
}

/** Sets the settings as they were before any of the above. */
export async function resetSettings(): Promise<void> {
  for (const name of Object.keys(SETTINGS))
    await workspace.getConfiguration('kernelscope').update(name, undefined, ConfigurationTarget.Global);
}

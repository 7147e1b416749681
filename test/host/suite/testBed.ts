import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, type Extension, extensions, type TreeItem, Uri, window } from 'vscode';
import type { Failure } from '../../../src/engine/contract/failure';
import { isComponents, type RunResult } from '../../../src/engine/contract/run';
import type { Activated } from '../../../src/extension/extension';
import type { FitReport } from '../../../src/extension/fit/fitFlow';
import { EXTENSION_ID, methodCommand } from '../../../src/extension/ids';
import { isGroup } from '../../../src/extension/runs/tree';

export const KRR = methodCommand('krr');

function installed(): Extension<Activated> {
  const extension = extensions.getExtension<Activated>(EXTENSION_ID);
  assert.ok(extension, `${EXTENSION_ID} is installed`);
  return extension;
}

export const kernelscope = (): Thenable<Activated> => installed().activate();
export const packageJson = () => installed().packageJSON;

/** One of the data sets that come along. */
export const sample = (name: string): Uri => Uri.joinPath(installed().extensionUri, 'samples', name);

/** A new folder, made when it is first used. */
export class Folder {
  private made: string | undefined;

  get path(): string {
    this.made ??= mkdtempSync(join(tmpdir(), 'kernelscope-'));
    return this.made;
  }

  write(name: string, content: string | Uint8Array): Uri {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return Uri.file(path);
  }

  remove(): void {
    if (this.made !== undefined) rmSync(this.made, { recursive: true, force: true });
  }
}

/** A folder for the tests of a suite. */
export function suiteFolder(): Folder {
  const folder = new Folder();
  after(() => folder.remove());
  return folder;
}

/** x1, x2, label, y with y = sin(3·x1) + x2/2 and a little noise; the same for the same size. */
export function wave(rows: number): string {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const lines = ['x1,x2,colour,y'];
  for (let i = 0; i < rows; i++) {
    const [x1, x2] = [random() * 4 - 2, random() * 2 - 1];
    const y = Math.sin(3 * x1) + x2 / 2 + (random() - 0.5) / 5;
    lines.push(`${x1.toFixed(5)},${x2.toFixed(5)},${['red', 'green'][i % 2]},${y.toFixed(5)}`);
  }
  return `${lines.join('\n')}\n`;
}

export const fitFile = (uri: Uri, given?: object, command = KRR): Thenable<FitReport> =>
  commands.executeCommand<FitReport>(command, uri, given);

/** A fit of y with a kernel that is set: kernels are compared where that is looked at. */
export async function fitted(
  uri: Uri,
  given: object = { target: 'y', parameters: { kernel: 'gaussian' } },
  command = KRR,
): Promise<string> {
  const report = await fitFile(uri, given, command);
  assert.ok('runId' in report, JSON.stringify(report));
  return report.runId;
}

export async function failed(report: Thenable<unknown>): Promise<Failure> {
  const value = await report;
  assert.ok(typeof value === 'object' && value !== null && 'failure' in value, `no failure: ${JSON.stringify(value)}`);
  return value.failure as Failure;
}

/** Warnings are not shown while `act` runs: they are answered with the button of this title, or closed. Resolves to what they asked. */
export async function answeringWarnings(title: string | undefined, act: () => Thenable<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const shown = window.showWarningMessage;
  const answer = async (message: string, _: unknown, ...buttons: unknown[]) => {
    asked.push(message);
    return buttons.find((button) => button === title);
  };
  Object.assign(window, { showWarningMessage: answer });
  try {
    await act();
  } finally {
    Object.assign(window, { showWarningMessage: shown });
  }
  return asked;
}

/** Does `command` in the quick-picks that open until `done` settles. */
async function answer<T>(done: Thenable<T>, command: string): Promise<T> {
  let settled = false;
  const noted = Promise.resolve(done).finally(() => {
    settled = true;
  });
  while (!settled) {
    await Promise.race([noted, new Promise((resolve) => setTimeout(resolve, 250))]);
    if (!settled) await commands.executeCommand(command);
  }
  return noted;
}

export const accept = <T>(done: Thenable<T>) => answer(done, 'workbench.action.acceptSelectedQuickOpenItem');
export const dismiss = <T>(done: Thenable<T>) => answer(done, 'workbench.action.closeQuickOpen');

/** A stored fit to a target. */
export async function loadedFit(id: string): Promise<RunResult & { readonly origin: string }> {
  const run = await (await kernelscope()).testing.store.load(id);
  assert.ok(!isComponents(run), 'a fit to a target');
  return run;
}

/** The item of a run in the view, and that of the group it stands in. */
export async function inTree(id: string): Promise<{ readonly run: TreeItem; readonly group: TreeItem }> {
  const { tree } = (await kernelscope()).testing;
  for (const group of (await tree.getChildren()).filter(isGroup)) {
    const run = group.runs.find((entry) => entry.id === id);
    if (run) return { run: tree.getTreeItem(run), group: tree.getTreeItem(group) };
  }
  throw new Error(`The view has no run ${id}.`);
}

/** Waits until `condition` holds. */
export async function until(what: string, condition: () => unknown, patience = 20_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await condition())) {
    assert.ok(Date.now() < end, `waited ${patience} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

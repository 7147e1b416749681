import { strict as assert } from 'node:assert';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, type Disposable, Uri, window, workspace } from 'vscode';
import type { FailureCode } from '../../src/engine/contract/failure';
import type { EngineMethod } from '../../src/engine/contract/rpc';
import type { Activated } from '../../src/extension/extension';
import type { Chance } from './chance';

type Testing = Activated['testing'];

/** The things that a program acts on: the extension, a folder of files, and dialogs that answer themselves. */
export class Bench {
  private readonly shown = pick(window);
  private readonly watch = workspace.createFileSystemWatcher;
  private readonly call: Testing['engine']['call'];
  private waiting: { method: EngineMethod; steps: number; done: () => void }[] = [];
  private files = 0;
  /** The number of things that the extension has made in the window and not disposed of, by what makes them. */
  readonly made: Record<string, number> = {};

  constructor(
    readonly testing: Testing,
    readonly methods: readonly { readonly id: string; readonly command: string }[],
    readonly folder: string,
    readonly chance: Chance,
  ) {
    const { engine } = testing;
    this.call = engine.call;
    engine.call = (method, params, options = {}) => {
      const onProgress = (fraction: number, stage: string) => {
        options.onProgress?.(fraction, stage);
        this.step(method);
      };
      const ended = () => this.step(method, Number.POSITIVE_INFINITY);
      const result = this.call.call(engine, method, params, { ...options, onProgress }) as ReturnType<
        typeof engine.call<typeof method>
      >;
      result.then(ended, ended);
      return result;
    };
    // A notification that nobody closes holds on to what it offers.
    const closed = async () => undefined;
    const answered = async (_: string, __: unknown, ...buttons: unknown[]) =>
      chance.one([undefined, ...buttons] as unknown[]);
    Object.assign(window, {
      showErrorMessage: closed,
      showInformationMessage: closed,
      showWarningMessage: answered,
      showQuickPick: async (items: readonly { readonly kind?: number }[]) =>
        chance.one([undefined, ...items.filter(({ kind }) => kind !== -1)]),
      showSaveDialog: async () => (chance.often(0.7) ? Uri.file(this.path('saved')) : undefined),
      createQuickPick: this.counted('quick picks', this.shown.createQuickPick),
      createStatusBarItem: this.counted('status items', this.shown.createStatusBarItem),
    });
    workspace.createFileSystemWatcher = this.counted('watchers', this.watch);
  }

  restore(): void {
    for (const [name, was] of Object.entries(this.shown)) Object.assign(window, { [name]: was });
    workspace.createFileSystemWatcher = this.watch;
    this.testing.engine.call = this.call;
  }

  /** A maker whose products are counted until they are disposed of. */
  private counted<A extends unknown[], T extends Disposable>(name: string, make: (...given: A) => T) {
    this.made[name] = 0;
    return (...given: A): T => {
      const made = make(...given);
      this.made[name]++;
      let disposed = false;
      const dispose = () => {
        if (!disposed) this.made[name]--;
        disposed = true;
        made.dispose();
      };
      // Members of VS Code's objects have to be called on themselves.
      return new Proxy(made, {
        get: (on, member) => {
          if (member === 'dispose') return dispose;
          const value: unknown = Reflect.get(on, member, on);
          return typeof value === 'function' ? value.bind(on) : value;
        },
        set: (on, member, value) => Reflect.set(on, member, value, on),
      });
    };
  }

  /** Resolves at the `steps`th report of progress of such a request from now on, or when one has ended. */
  progressOf(method: EngineMethod, steps: number): Promise<void> {
    return new Promise((done) => this.waiting.push({ method, steps, done }));
  }

  private step(method: EngineMethod, by = 1): void {
    for (const wait of this.waiting) if (wait.method === method) wait.steps -= by;
    for (const { done } of this.waiting.filter(({ steps }) => steps <= 0)) done();
    this.waiting = this.waiting.filter(({ steps }) => steps > 0);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** A table of two features, a category and a target, sometimes with gaps and outliers. */
  write(rows: number, name = `rows-${this.files++ % FILES}.csv`): Uri {
    const { chance } = this;
    const lines = ['x1,x2,colour,y'];
    for (let i = 0; i < rows; i++) {
      const [x1, x2] = [chance.next() * 4 - 2, chance.next() * 2 - 1];
      const y = Math.sin(3 * x1) + x2 / 2 + (chance.next() - 0.5) / 5 + (chance.often(0.02) ? 8 : 0);
      const shown = chance.often(0.01) ? '' : x2.toFixed(5);
      lines.push(`${x1.toFixed(5)},${shown},${chance.one(['red', 'green', 'blue'])},${y.toFixed(5)}`);
    }
    const path = this.path(name);
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, `${lines.join('\n')}\n`);
    return Uri.file(path);
  }

  /** A stored run, if there is one. */
  async run(): Promise<string | undefined> {
    const entries = await this.testing.store.list();
    return entries.length > 0 ? this.chance.one(entries).id : undefined;
  }

  /** The outcome of a command in a word. It may fail in the ways that are said, and in no other. */
  async outcome(report: Thenable<unknown>, mayFail: readonly FailureCode[] = []): Promise<string> {
    const value = (await report) as { readonly failure?: { readonly code: FailureCode; readonly message: string } };
    const { failure } = value ?? {};
    if (!failure) return 'done';
    assert.ok(mayFail.includes(failure.code), `${failure.code}: ${failure.message}`);
    return failure.code;
  }

  /** Closes everything, ends the engine and forgets the runs. */
  async rest(): Promise<void> {
    const { panels, engine, store, tree, tasks } = this.testing;
    await commands.executeCommand('workbench.action.closeAllEditors');
    await settled('the panels to close', () => panels.openRuns().size === 0);
    engine.release();
    await store.clear();
    tree.refresh();
    assert.deepEqual(tasks.titles, []);
  }
}

/** The functions that are replaced meanwhile. */
const pick = ({
  showErrorMessage,
  showInformationMessage,
  showWarningMessage,
  showQuickPick,
  showSaveDialog,
  createQuickPick,
  createStatusBarItem,
}: typeof window) => ({
  showErrorMessage,
  showInformationMessage,
  showWarningMessage,
  showQuickPick,
  showSaveDialog,
  createQuickPick,
  createStatusBarItem,
});

/** File names that are used again and again. */
const FILES = 12;

/** VS Code reports asynchronously what it has closed: polls for at most a minute. */
export async function settled(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!holds()) {
    assert.ok(performance.now() < end, `waited for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// Stands in for the Jupyter extension: its published API over a real kernel of Python, in a process of its own.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Jupyter, Kernel, KernelStatus } from '@vscode/jupyter-extension';
import { PYTHON } from '../../export/fittedCases';
import { EventEmitter } from '../fakeVscode';

type Output = { items: { mime: string; data: Uint8Array }[] };

interface Line {
  readonly sent?: number;
  readonly run?: string;
  readonly done?: string;
  readonly status?: KernelStatus;
  readonly ready?: boolean;
  readonly items?: readonly { readonly mime: string; readonly data: string }[];
}

interface Run {
  readonly outputs: Output[];
  wake: () => void;
  done: boolean;
}

export class RealKernel implements Kernel {
  status: KernelStatus = 'starting';
  language = 'python';
  private readonly changed = new EventEmitter<KernelStatus>();
  readonly onDidChangeStatus = this.changed.event as unknown as Kernel['onDidChangeStatus'];
  private readonly runs = new Map<string, Run>();
  private readonly sent = new Map<number, (run: string) => void>();
  private ready = () => {};
  private count = 0;
  private readonly child: ChildProcessWithoutNullStreams;

  constructor(python = PYTHON) {
    this.child = spawn(python, ['test/extension/notebook/kernel.py']);
    this.child.stderr.resume();
    this.child.on('exit', () => this.take({ status: 'dead' }));
    createInterface(this.child.stdout).on('line', (line) => this.take(JSON.parse(line) as Line));
  }

  started = () =>
    new Promise<void>((resolve) => {
      this.ready = resolve;
    });

  private take({ sent, run, done, status, ready, items }: Line): void {
    if (ready) {
      this.status = 'idle';
      this.ready();
    }
    if (sent !== undefined && run !== undefined) this.sent.get(sent)?.(run);
    else if (items && run !== undefined)
      this.run(run).outputs.push({
        items: items.map(({ mime, data }) => ({ mime, data: Buffer.from(data, 'base64') })),
      });
    if (done !== undefined) this.run(done).done = true;
    const id = run ?? done;
    if (id !== undefined) this.run(id).wake();
    if (status === undefined) return;
    this.status = status;
    this.changed.fire(status);
  }

  private run(id: string): Run {
    const run = this.runs.get(id) ?? { outputs: [], wake: () => {}, done: false };
    this.runs.set(id, run);
    return run;
  }

  async *executeCode(code: string): AsyncGenerator<Output> {
    const id = ++this.count;
    const named = new Promise<string>((resolve) => this.sent.set(id, resolve));
    this.child.stdin.write(`${JSON.stringify({ id, code })}\n`);
    const run = this.run(await named);
    for (;;) {
      const output = run.outputs.shift();
      if (output) yield output;
      else if (run.done) return;
      else
        await new Promise<void>((resolve) => {
          run.wake = resolve;
        });
    }
  }

  /** The text that code prints; throws what it raises. */
  async printed(code: string): Promise<string> {
    let text = '';
    for await (const { items } of this.executeCode(code))
      for (const { mime, data } of items) {
        const said = new TextDecoder().decode(data);
        if (mime.endsWith('notebook.error')) throw new Error(said);
        if (mime.endsWith('notebook.stdout')) text += said;
      }
    return text;
  }

  end(): void {
    this.child.stdin.end();
  }
}

/** The extension as `extensions.getExtension` gives it. */
export const jupyterOf = (kernelOf: () => Promise<Kernel | undefined>) => ({
  activate: async () => ({ kernels: { getKernel: kernelOf } }) as unknown as Jupyter,
});

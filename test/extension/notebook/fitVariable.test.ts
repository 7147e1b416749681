// "Fit a Notebook Variable…" as a person sees it where kernels, the Jupyter extension and variables are as they should
// not be.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import type { Kernel, KernelStatus } from '@vscode/jupyter-extension';
import { copiedVariable, copyName, pruneCopies } from '../../../src/extension/notebook/copies';
import { fitVariableCommand } from '../../../src/extension/notebook/fitVariable';
import { RememberedChoices } from '../../../src/extension/remembered';
import type { Services } from '../../../src/extension/services';
import { PYTHON } from '../../export/fittedCases';
import { failureOf } from '../failureOf';
import { EventEmitter, files, installed, reset, shown, Uri, window } from '../fakeVscode';
import { memory } from '../memory';
import { jupyterOf, RealKernel } from './jupyter';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no ipykernel';
const NOTEBOOK = Uri.file('/study/analysis.ipynb');
const ID = 'ms-toolsai.jupyter';

/** The services that the command asks, and the files whose data it showed. */
function made(signal = new AbortController().signal) {
  const inspected: Uri[] = [];
  const remembered = new RememberedChoices(memory().keep);
  const services = {
    context: { storageUri: Uri.file('/kept') },
    remembered,
    store: { list: async () => [] },
    log: { warn() {} },
    tasks: { run: (_: unknown, job: (call: object) => Promise<unknown>) => job({ signal, onProgress() {} }) },
    inspections: {
      show: async (file: Uri) => {
        inspected.push(file);
        return { rows: 0, columns: 0 };
      },
    },
  } as unknown as Services;
  return { services, inspected, remembered };
}

const viewed = (name: string) => ({ name, type: 'DataFrame', fileName: NOTEBOOK });
const view = (services: Services, name = 'df') => fitVariableCommand(services, viewed(name));

interface Made {
  readonly status?: KernelStatus;
  readonly language?: string;
  readonly run?: () => AsyncGenerator<{ items: { mime: string; data: Uint8Array }[] }>;
  readonly changed?: EventEmitter<KernelStatus>;
}
const kernelWith = ({ status = 'idle', language = 'python', run, changed = new EventEmitter() }: Made) =>
  ({ status, language, onDidChangeStatus: changed.event, executeCode: run }) as unknown as Kernel;
const install = (kernel?: Kernel | (() => Promise<never>)) =>
  installed.set(ID, jupyterOf(typeof kernel === 'function' ? kernel : async () => kernel));

const output = (mime: string, said: unknown) => ({
  items: [{ mime, data: new TextEncoder().encode(JSON.stringify(said)) }],
});
const raising = (name: string, message: string) => (): AsyncGenerator<never> => {
  throw Object.assign(new Error(message), { name });
};
const revoked = () => Promise.reject(Object.assign(new Error('revoked'), { name: 'vscode.jupyter.apiAccessRevoked' }));

/** Kernels, and the sentence for each. */
const SENTENCES: Readonly<Record<string, readonly [prepare: () => unknown, sentence: RegExp]>> = {
  'no Jupyter extension': [() => installed.clear(), /Jupyter extension, which is missing\. Install it\.$/],
  'no running kernel': [() => install(), /^No kernel is running for analysis\.ipynb\. Run its cells again\.$/],
  'a kernel that has ended': [
    () => install(kernelWith({ status: 'dead' })),
    /^The kernel of analysis\.ipynb has ended\./,
  ],
  'a kernel of another language': [
    () => install(kernelWith({ language: 'R' })),
    /^The kernel of analysis\.ipynb runs R, not/,
  ],
  'access refused by the extension': [() => install(revoked), /^Kernelscope may not use the kernel of analysis/],
  'access refused when code runs': [
    () => install(kernelWith({ run: raising('vscode.jupyter.apiAccessRevoked', 'revoked') })),
    /^Kernelscope may not use the kernel of analysis\.ipynb\. Allow it by the command/,
  ],
  'a connection that is lost': [
    () => install(kernelWith({ run: raising('Error', 'Kernel is disposed') })),
    /^The kernel of analysis\.ipynb did not answer \(Kernel is disposed\)\. Run/,
  ],
  'a kernel that says nothing': [
    () => install(kernelWith({ async *run() {} })),
    /gave no answer: it ended, or Kernelscope may/,
  ],
  'an answer that is none': [
    () =>
      install(
        kernelWith({
          async *run() {
            yield output('application/vnd.kernelscope+json', { copy: { ending: '../x', leftOut: [], texts: [] } });
          },
        }),
      ),
    /gave no answer/,
  ],
  'an error of Python': [
    () =>
      install(
        kernelWith({
          async *run() {
            yield output('application/vnd.code.notebook.stdout', 'a word');
            yield output('application/vnd.code.notebook.error', { name: 'E', message: 'No module named IPython' });
          },
        }),
      ),
    /did not answer \(No module named IPython\)/,
  ],
};
/** Folders end in a slash. */
const filesThere = () => [...files.keys()].filter((path) => !path.endsWith('/'));

for (const [name, [prepare, sentence]] of Object.entries(SENTENCES))
  test(`${name} is said in a sentence, and nothing stays`, async () => {
    reset();
    prepare();
    const { services, inspected } = made();
    assert.match((await failureOf(view(services))).message, sentence);
    assert.deepEqual([inspected, filesThere()], [[], []]);
  });

test('a kernel that ends meanwhile, and a cancelled question, are not waited for', async () => {
  for (const [stop, code] of [
    ['end', 'file/unreadable'],
    ['cancel', 'run/cancelled'],
  ] as const) {
    reset();
    const [changed, abort] = [new EventEmitter<KernelStatus>(), new AbortController()];
    async function* run(): AsyncGenerator<never> {
      setImmediate(() => (stop === 'end' ? changed.fire('dead') : abort.abort()));
      await new Promise(() => {});
    }
    install(kernelWith({ changed, run }));
    assert.equal((await failureOf(view(made(abort.signal).services))).failure.code, code);
  }
});

test('without a notebook there is a sentence', async () => {
  reset();
  assert.match((await failureOf(fitVariableCommand(made().services, undefined))).message, /^No notebook is open\./);
});

test('the Jupyter extension’s list of variables names one: its data are shown under its name and that of the notebook', {
  skip,
}, async (t) => {
  reset();
  // Files of the stand-in are from 1970: made just now.
  t.mock.method(Date, 'now', () => 6000);
  const kernel = new RealKernel();
  install(kernel);
  try {
    await kernel.started();
    await kernel.printed(`import pandas as pd
df = pd.DataFrame({"a": range(9), "l": [[1]] * 9, "[x](command:y)": [[1]] * 9, "y": range(9)})`);
    const { services, inspected, remembered } = made();
    await view(services);
    const [file] = inspected;
    assert.equal(file.path.split('/').at(-1), 'df of analysis.ipynb.parquet');
    assert.equal(copiedVariable(services, file as never), 'df');
    assert.deepEqual(filesThere(), [String(file)]);
    assert.ok(shown.some(({ text }) => text.startsWith('Left out of df: "l", ')));
    assert.deepEqual(remembered.files(), []);

    await kernel.printed('pd.DataFrame.to_parquet = None; df["z"] = ["01", "02", "03"] * 3');
    await kernel.printed('def lacking(*_, **__): raise ImportError\npd.DataFrame.to_parquet = lacking');
    await view(services);
    assert.deepEqual(remembered.get(String(inspected[1])).read, { kinds: { z: 'category' } });
    assert.ok(shown.some(({ text }) => text.includes('df was copied as CSV')));

    // From the palette: the active notebook, and a pick. Escape ends it.
    reset();
    window.activeNotebookEditor = { notebook: { uri: NOTEBOOK } };
    assert.equal(await fitVariableCommand(services, undefined), undefined);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ['Fit a Notebook Variable', 'Which table of analysis.ipynb?', 'df', '9 rows, 5 columns, pandas'],
    );
    await kernel.printed('del df');
    assert.match(
      (await failureOf(fitVariableCommand(services, undefined))).message,
      /has no DataFrame of pandas or polars/,
    );
    assert.match((await failureOf(view(services))).message, /^df is no longer there/);
  } finally {
    window.activeNotebookEditor = undefined;
    kernel.end();
  }
});

test('copies without a run go after a day; notebooks of one name have a folder each', async () => {
  reset();
  const { services } = made();
  const copy = (name: string) => Uri.file(`/kept/notebooks/x/${name}.parquet`);
  for (const name of ['a of b.ipynb', 'c of b.ipynb']) files.set(copy(name).toString(), new Uint8Array(1));
  const entry = { id: 'r', origin: copy('a of b.ipynb').toString() };
  await pruneCopies({ ...services, store: { list: async () => [entry] } } as never);
  assert.deepEqual(filesThere(), [entry.origin]);
  assert.equal(copiedVariable(services, Uri.file('/data/df of a.parquet') as never), undefined);
  assert.doesNotMatch(copyName('../a', Uri.file('/b/c:d?.ipynb') as never), /[/:?]/);
});

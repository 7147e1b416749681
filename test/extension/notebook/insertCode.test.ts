// "Insert Code…": runs of variables and of files as cells, where they go, and that they run in the kernel that has the variable.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ExportRequest } from '../../../src/engine/contract/exported';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { modelIn } from '../../../src/engine/model/readModel';
import { exportModel } from '../../../src/export/exportModel';
import { copiesOf, copyName } from '../../../src/extension/notebook/copies';
import { insertCodeCommand } from '../../../src/extension/notebook/insertCode';
import { askKernel } from '../../../src/extension/notebook/kernel';
import type { Services } from '../../../src/extension/services';
import { PYTHON, said } from '../../export/fittedCases';
import { testFolder } from '../../testFolder';
import { failureOf } from '../failureOf';
import { applied, installed, type NotebookCellData, reset, shown, Uri, window } from '../fakeVscode';
import { jupyterOf, RealKernel } from './jupyter';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no ipykernel';
const root = testFolder();
const NOTEBOOK = Uri.file('/study/analysis.ipynb');
const place = { context: { storageUri: Uri.file('/kept') } } as unknown as Services;
const variableFile = (ending = 'parquet', name = 'df') =>
  Uri.joinPath(copiesOf(place, NOTEBOOK as never) as never, `${copyName(name, NOTEBOOK as never)}.${ending}`);
let kernel: RealKernel;

before(async () => {
  if (skip) return;
  kernel = new RealKernel();
  await kernel.started();
  await kernel.printed(`import datetime as dt, decimal
import numpy as np, pandas as pd, polars as pl, pyarrow as pa
rng = np.random.default_rng(0)
n = 240
a, b = rng.uniform(0, 3, n), rng.uniform(-1, 1, n)
g, k = rng.integers(0, 3, n), rng.integers(0, 2, n)
Y = np.sin(2 * a) + b + 0.5 * g + k + rng.normal(0, 0.2, n)
gaps = lambda values: [None if i % 9 == 4 else v for i, v in enumerate(values)]`);
});
after(() => kernel?.end());

/** The command, for a run of this origin. Resolves to what it does and to the code that it put somewhere. */
async function inserted(model: string, origin: Uri, taken = true) {
  const run = { model: modelIn(await readFile(model), 'x.ksmodel'), origin: origin.toString(), file: { name: 'x' } };
  const services = {
    ...place,
    store: { load: async () => run },
    engine: { call: async (_: string, asked: ExportRequest) => exportModel(asked, quietWith(undefined as never)) },
    log: { info() {}, error() {} },
  } as unknown as Services;
  applied.edits = [];
  applied.taken = taken;
  const result = (await insertCodeCommand(services, 'id')) as Uri | undefined;
  const [edit] = applied.edits.flatMap(({ edits }) => edits);
  const [{ at, cells }] = (edit?.made ?? [{ at: -1, cells: [] }]) as readonly {
    at: number;
    cells: NotebookCellData[];
  }[];
  return { result, at, code: cells[0]?.value ?? '', cell: cells[0] };
}

const notebookEditor = (uri = NOTEBOOK) => ({ notebook: { uri, cellCount: 5 }, selection: { start: 1, end: 2 } });

async function fitted(path: string, ...words: string[]) {
  const model = join(await mkdtemp(join(root, 'fit-')), 'x.ksmodel');
  const fit = ['fit', path, '--holdout', '0.25', '--quiet', '--json', '-', '--save', model, ...words];
  return { model, ...JSON.parse(await said(root, ...fit)) };
}

const krr = ['--target', 'y', '--method', 'krr', '--set', 'kernel=gaussian'];
/** Frames of many types and labels, with the fit. */
const CELLS: Readonly<Record<string, readonly [code: string, ...fit: string[]]>> = {
  'numbers and texts': ['pd.DataFrame({"a": a, "b": b, "g": np.array(["r", "s", "t"])[g], "k": k, "y": Y})', ...krr],
  'nullable types': [
    'pd.DataFrame({"a": gaps(a), "i": pd.array(gaps((10 * b).astype(int).tolist()), dtype="Int64"), "k": pd.array(gaps((k == 1).tolist()), dtype="boolean"), "g": pd.Categorical(gaps(g.tolist())), "y": pd.array(Y, dtype="Float64")})',
    ...krr,
  ],
  'truths and decimals': [
    'pd.DataFrame({"a": [decimal.Decimal(str(v)) for v in a], "k": k == 1, "m": [1 if v else "one" for v in k], "y": Y.astype("float32")})',
    ...krr,
  ],
  'whole numbers with gaps as levels': [
    'pd.DataFrame({"a": a, "b": b, "g": gaps(g.astype(float)), "y": Y})',
    ...krr,
    '--kind',
    'g=category',
  ],
  'a named index and dates': [
    'pd.DataFrame({"b": b, "d": pd.date_range("2024", periods=n), "y": Y}, index=pd.Index(a, name="a"))',
    ...krr,
  ],
  'columns of two levels': ['pd.DataFrame({("a", "x"): a, ("b", "x"): b, ("y", ""): Y}).assign(l=[[1]] * n)', ...krr],
  'labels that are numbers': ['pd.DataFrame({0: a, 1: b, "y": Y})', ...krr],
  'a frame of polars': [
    'pl.DataFrame({"a": a, "g": pl.Series([str(v) for v in g], dtype=pl.Categorical), "k": k == 1, "b": b, "y": Y})',
    ...krr,
  ],
  'a table of pyarrow': [
    'pa.table({"a": a, "b": b, "g": pa.array([f"g{v}" for v in g]).dictionary_encode(), "y": Y})',
    ...krr,
  ],
  'two classes': ['pd.DataFrame({"a": a, "b": b, "y": pd.Categorical(np.where(Y > 1.5, "high", "low"))})', ...krr],
  'classes of truths': ['pd.DataFrame({"a": a, "b": b, "y": Y > 1.5})', ...krr],
  'classes of numbers': ['pd.DataFrame({"a": a, "b": b, "y": (Y > 1) * 1 + (Y > 2)})', ...krr, '--task', 'classify'],
  'support vectors': [
    'pd.DataFrame({"a": a, "b": b, "g": g, "k": k, "y": Y})',
    '--target',
    'y',
    '--method',
    'svr',
    '--set',
    'kernel=gaussian',
  ],
  'random features': [
    'pd.DataFrame({"a": a, "b": b, "g": g, "k": k, "y": Y})',
    '--target',
    'y',
    '--method',
    'rf-ridge',
    '--set',
    'kernel=gaussian',
    '--set',
    'features=200',
  ],
  landmarks: [
    'pd.DataFrame({"a": a, "b": b, "g": g, "k": k, "y": Y})',
    '--target',
    'y',
    '--method',
    'nystrom-ridge',
    '--set',
    'kernel=gaussian',
  ],
};

for (const [name, [code, ...fit]] of Object.entries(CELLS))
  test(`the cell of ${name} takes the variable and cross-validates as the fit does`, { skip }, async () => {
    reset();
    await kernel.printed(`df = ${code}`);
    const folder = await mkdtemp(join(root, 'copy-'));
    await writeFile(join(folder, 'seen'), '');
    installed.set(
      'ms-toolsai.jupyter',
      jupyterOf(async () => kernel),
    );
    await askKernel(NOTEBOOK as never, { name: 'df', folder, file: 'df', token: 'seen' }, new AbortController().signal);
    const { model, metrics, classes } = await fitted(join(folder, 'df.parquet'), ...fit);
    window.visibleNotebookEditors = [notebookEditor(Uri.file('/study/other.ipynb')), notebookEditor()];
    const { result, at, code: cell } = await inserted(model, variableFile());
    assert.equal(String(result), NOTEBOOK.toString());
    assert.equal(at, 2);
    assert.match(cell, /^frame = \(df if isinstance\(df, pd\.DataFrame\)/m);
    assert.ok(cell.split('\n').length <= 45, cell);
    const printed = await kernel.printed(cell).catch((error: Error) => assert.fail(`${error.message}\n${cell}`));
    const [, found] = /^(?:RMSE|right) ([\d.e+-]+)/m.exec(printed) ?? [];
    const ours = classes ? 100 * classes.accuracy : metrics.holdout.rmse;
    assert.ok(Math.abs(Number(found) / ours - 1) < 0.4, `${printed} beside ${ours}\n${cell}`);
  });

test('the variable stays what it is, whatever its name', { skip }, async () => {
  reset();
  await kernel.printed('df = pd.DataFrame({"a": a, "b": b, "target": Y})');
  const path = join(root, 'names.parquet');
  await kernel.printed(`df.to_parquet(${JSON.stringify(path)})`);
  const words = [
    '--target',
    'target',
    '--method',
    'nystrom-ridge',
    '--set',
    'kernel=gaussian',
    '--set',
    'landmarks=20',
  ];
  const { model } = await fitted(path, ...words);
  window.visibleNotebookEditors = [notebookEditor()];
  for (const name of [
    'frame',
    'table',
    'y',
    'target',
    'model',
    'encode',
    'folds',
    'errors',
    'features',
    'scales',
    'Δ',
  ]) {
    const { code } = await inserted(model, variableFile('parquet', name));
    await kernel.printed(`${name} = df.copy()`);
    await kernel.printed(code).catch((error: Error) => assert.fail(`${name}: ${error.message}\n${code}`));
    assert.equal(await kernel.printed(`print(${name}.equals(df))`), 'True\n', name);
  }
});

test('code goes to the cursor of a Python file, and otherwise to a new one; a file of the person is read', {
  skip,
}, async () => {
  reset();
  window.visibleNotebookEditors = [];
  await kernel.printed(`pd.DataFrame({"a": a, "y": Y}).to_parquet(${JSON.stringify(join(root, 'own.parquet'))})`);
  const { model } = await fitted(join(root, 'own.parquet'), ...krr);
  const puts: string[] = [];
  const isEmpty = { now: false };
  const editor = {
    document: { languageId: 'python', uri: 'file.py', lineAt: () => ({ range: { end: 9, isEmpty: isEmpty.now } }) },
    selection: { active: { line: 3 } },
    edit: async (made: (text: object) => void) => {
      made({ insert: (_: number, text: string) => puts.push(text) });
      return true;
    },
  };
  window.visibleTextEditors = [{ document: { languageId: 'csv' } }, editor];
  await inserted(model, Uri.file('/data/own.parquet'));
  isEmpty.now = true;
  await inserted(model, Uri.file('/data/own.parquet'));
  assert.match(puts[0], /^\n# krr/);
  assert.match(puts[1], /^# krr[\s\S]*pd\.read_parquet\("own\.parquet"\)/);
  window.visibleTextEditors = [];
  const { result } = await inserted(model, Uri.file('/data/own.parquet'));
  assert.equal(result?.scheme, 'untitled');
});

test('what scikit-learn lacks is said, and the exact replay is offered where there is one', { skip }, async () => {
  const [button, titles] = ['Insert Exact Replay', () => shown.filter(({ place: at }) => at === 'button')];
  await kernel.printed(`pd.DataFrame({"a": a, "y": Y}).to_parquet(${JSON.stringify(join(root, 'two.parquet'))})`);
  const tkrr = ['--target', 'y', '--method', 'tkrr'];
  const [{ model: ofParquet }, { model: ofText }] = [
    await fitted(join(root, 'two.parquet'), ...tkrr),
    await fitted('samples/wave.csv', '--target', 'signal', '--method', 'tkrr'),
  ];
  window.visibleNotebookEditors = [notebookEditor()];
  reset(() => button);
  const { code, cell } = await inserted(ofText, Uri.file('/data/wave.csv'));
  assert.match(shown[0].text, /^scikit-learn has no estimator of tkrr\. Export it as notebook/);
  assert.deepEqual([titles().length, cell.languageId], [1, 'python']);
  assert.match(code, /wave\.csv/);
  reset();
  assert.equal((await inserted(ofText, Uri.file('/data/wave.csv'))).result, undefined);
  reset();
  const { message } = await failureOf(inserted(ofParquet, variableFile()));
  assert.match(message, /^scikit-learn has no estimator of tkrr\. Export it as python, which predicts the same\./);
  assert.equal(titles().length, 0);
});

test('an editor that takes nothing is said', { skip }, async () => {
  reset();
  const { model } = await fitted(
    'samples/wave.csv',
    '--target',
    'signal',
    '--method',
    'krr',
    '--set',
    'kernel=gaussian',
  );
  window.visibleNotebookEditors = [notebookEditor()];
  const { message } = await failureOf(inserted(model, Uri.file('/data/wave.csv'), false));
  assert.match(message, /^The editor did not take the code/);
  window.visibleNotebookEditors = [];
});

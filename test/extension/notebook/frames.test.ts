// Tables of a real kernel: the list and the copies by the program in it, and the engine's reading of the copy, beside
// what pandas says.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Asked, askKernel } from '../../../src/extension/notebook/kernel';
import { PYTHON, said } from '../../export/fittedCases';
import { testFolder } from '../../testFolder';
import { installed, Uri } from '../fakeVscode';
import { jupyterOf, RealKernel } from './jupyter';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no ipykernel';
const root = testFolder();
const notebook = Uri.file('/study/analysis.ipynb') as never;
const live = new AbortController().signal;
let kernel: RealKernel;

before(async () => {
  if (skip) return;
  kernel = new RealKernel();
  await kernel.started();
  await kernel.printed(SETUP);
});
after(() => kernel?.end());

const SETUP = `
import datetime as dt, decimal, json
import numpy as np, pandas as pd, polars as pl, pyarrow as pa
n = 60
i = np.arange(n)
gaps = lambda values: [None if k % 7 == 3 else v for k, v in enumerate(values)]
days = pd.date_range("2024-01-01", periods=n, freq="h")
`;

/** Asks this file's kernel: others of the same process have their own. */
function ask(asked: Asked) {
  installed.set(
    'ms-toolsai.jupyter',
    jupyterOf(async () => kernel),
  );
  return askKernel(notebook, asked, live);
}

/** Copies a variable to a new folder that the kernel sees. */
async function copied(name: string, token = 'seen') {
  const folder = await mkdtemp(join(root, 'copy-'));
  await writeFile(join(folder, 'seen'), '');
  const answer = await ask({ name, folder, file: `${name} of a`, token });
  return { ...answer, folder, path: join(folder, `${name} of a.${answer.copy?.ending}`) };
}

interface Column {
  readonly name: string;
  readonly kind: string;
  readonly count: number;
  readonly missing: number;
  readonly numeric?: { readonly mean: number; readonly min: number; readonly max: number };
}
async function inspected(path: string): Promise<{ rows: number; columns: readonly Column[] }> {
  return JSON.parse(await said(root, 'inspect', path, '--json', '-'));
}

/** A column as code of Python, the kind that the engine is to read, and its numbers, where they are others than those of the column. */
const COLUMNS: Readonly<Record<string, readonly [code: string, kind: string, numbers?: string]>> = {
  integers: ['i * 3 - 7', 'number'],
  floats: ['np.where(i % 5 == 0, np.nan, i / 3)', 'number'],
  halves: ['(i / 2).astype("float16")', 'number'],
  'nullable Int64': ['pd.array(gaps(i * 2), dtype="Int64")', 'number'],
  'nullable Float64': ['pd.array(gaps(i / 7), dtype="Float64")', 'number'],
  decimals: ['[decimal.Decimal(k) / 4 for k in range(n)]', 'number'],
  'decimals with gaps': ['gaps([decimal.Decimal(k) / 4 for k in range(n)])', 'number'],
  'objects of numbers': ['pd.Series(gaps(i.tolist()), dtype=object)', 'number'],
  'arrow integers': ['pd.array(gaps(i.tolist()), dtype="int64[pyarrow]")', 'number'],
  sparse: ['pd.arrays.SparseArray(np.where(i % 4 == 0, i, 0).astype(float), fill_value=0)', 'number'],
  spans: ['pd.to_timedelta(i * 90, unit="s")', 'number', 'i * 90'],
  truths: ['i % 3 == 0', 'boolean'],
  'nullable truths': ['pd.array(gaps((i % 3 == 0).tolist()), dtype="boolean")', 'boolean'],
  texts: ['np.array(["red", "green", "blue"])[i % 3]', 'category'],
  'texts like numbers': ['[f"{k % 4:02d}" for k in range(n)]', 'category'],
  'arrow texts': ['pd.array([f"t{k % 3}" for k in range(n)], dtype="string[pyarrow]")', 'category'],
  mixed: ['[1 if k % 2 else "one" for k in range(n)]', 'category'],
  categories: ['pd.Categorical(gaps([f"c{k % 3}" for k in range(n)]))', 'category'],
  'categories of integers': ['pd.Categorical(gaps((i % 3).tolist()))', 'category'],
  intervals: ['pd.cut(i, 3)', 'category'],
  'intervals as such': ['pd.Series(pd.cut(i, 3)).astype(object)', 'category'],
  surrogates: ['["a\\\\ud800" if k % 2 else "b" for k in range(n)]', 'category'],
  times: ['days', 'date'],
  'times in a zone': ['days.tz_localize("Europe/Berlin")', 'date'],
  dates: ['[dt.date(2024, 1, 1) + dt.timedelta(days=k) for k in range(n)]', 'date'],
  'dates long ago': ['[dt.date(1024, 1, 1) + dt.timedelta(days=k) for k in range(n)]', 'date'],
};

for (const [name, [code, kind, numbers]] of Object.entries(COLUMNS))
  test(`a column of ${name} is read as ${kind}, with the values of pandas`, { skip }, async () => {
    await kernel.printed(`df = pd.DataFrame({"x": ${code}, "y": i / 2})`);
    const { path, copy } = await copied('df');
    assert.deepEqual(copy, { ending: 'parquet', leftOut: [], texts: [] });
    const { rows, columns } = await inspected(path);
    assert.equal(rows, 60);
    const [x] = columns;
    assert.equal(x.kind, kind);
    const missing = JSON.parse(await kernel.printed('print(json.dumps(int(df.x.isna().sum())))'));
    assert.equal(x.missing, missing);
    if (kind !== 'number') return;
    const values = numbers ?? 'df.x.dropna().astype(float)';
    const [mean, min, max] = JSON.parse(
      await kernel.printed(`v = np.asarray(${values}, float); print(json.dumps([v.mean(), v.min(), v.max()]))`),
    );
    assert.ok(x.numeric && Math.abs(x.numeric.mean - mean) < 1e-9 * (1 + Math.abs(mean)));
    assert.deepEqual([x.numeric.min, x.numeric.max], [min, max]);
  });

/** Frames, and the names of columns that the engine is to read. */
const FRAMES: Readonly<Record<string, readonly [code: string, names: readonly string[], leftOut?: readonly string[]]>> =
  {
    'row numbers left': ['pd.DataFrame({"a": i, "y": i})[i % 2 == 0]', ['a', 'y']],
    'a named index': ['pd.DataFrame({"a": i, "y": i}, index=pd.Index(i + 7, name="id"))', ['id', 'a', 'y']],
    'an index of the name of a column': [
      'pd.DataFrame({"a": i, "y": i}, index=pd.Index(i, name="a"))',
      ['a', 'a (2)', 'y'],
    ],
    'a half-named index': [
      'pd.DataFrame({"y": i}, index=pd.MultiIndex.from_arrays([i, i % 3], names=[None, "g"]))',
      ['g', 'y'],
    ],
    'columns of two levels': [
      'pd.DataFrame(np.c_[i, i, i], columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "z"), ("y", "")]))',
      ['a / x', 'a / z', 'y'],
    ],
    'names that repeat': [
      'pd.DataFrame(np.c_[i, i, i, i], columns=["a", "a", "a (2)", "y"])',
      ['a', 'a (2)', 'a (2) (2)', 'y'],
    ],
    'names that are no texts': [
      'pd.DataFrame(np.c_[i, i, i], columns=pd.Index([0, 1.5, None], dtype=object))',
      ['0', '1.5', 'None'],
    ],
    'names in other scripts': ['pd.DataFrame({"größe": i, "年齢": i, "a\\n,\\"b": i})', ['größe', '年齢', 'a ,"b']],
    'one column': ['pd.DataFrame({"y": i})', ['y']],
    'nested cells': [
      'pd.DataFrame({"a": i, "tags": [[k] for k in range(n)], "d": [{"k": k} for k in range(n)], "b": [b"x"] * n, "c": i + 1j, "y": i})',
      ['a', 'y'],
      ['tags', 'd', 'b', 'c'],
    ],
    'cells of a type of its own': [
      'pd.DataFrame({"a": i, "p": pd.Series([complex(k) for k in range(n)], dtype=object), "f": [len] * n, "y": i})',
      ['a', 'y'],
      ['p', 'f'],
    ],
    'a table of pyarrow': [
      'pa.table({"a": gaps(i.tolist()), "t": ["u", "v"] * 30, "l": [[1]] * n})',
      ['a', 't'],
      ['l'],
    ],
    'a frame of polars': [
      'pl.DataFrame({"a": gaps(i.tolist()), "t": pl.Series(["u", "v"] * 30, dtype=pl.Categorical), "z": pl.Series(days.to_pydatetime().tolist()).dt.replace_time_zone("Europe/Berlin"), "s": pl.Series([dt.timedelta(seconds=k) for k in range(n)]), "d": [decimal.Decimal(k) for k in range(n)]})',
      ['a', 't', 'z', 's', 'd'],
    ],
  };

for (const [name, [code, names, leftOut = []]] of Object.entries(FRAMES))
  test(`${name}: the columns are those of the frame`, { skip }, async () => {
    await kernel.printed(`df = ${code}`);
    const { path, copy } = await copied('df');
    assert.deepEqual(copy?.leftOut, leftOut);
    const { columns } = await inspected(path);
    assert.deepEqual(
      columns.map((column) => column.name),
      names,
    );
  });

test('times in a zone are those that its clocks show, by pandas and by polars', { skip }, async () => {
  await kernel.printed(`a = pd.DataFrame({"t": days.tz_localize("Europe/Berlin"), "y": i})
b = pl.DataFrame({"t": pl.Series(days.to_pydatetime().tolist()).dt.replace_time_zone("Europe/Berlin"), "y": i})`);
  for (const name of ['a', 'b']) {
    const { path } = await copied(name);
    assert.match(await said(root, 'inspect', path), /2024-01-01(?! 2[0-3])/);
    assert.doesNotMatch(await said(root, 'inspect', path), /2023/);
  }
});

test('tables are listed with their sizes, without what is hidden or no table, and nothing is left behind', {
  skip,
}, async () => {
  await kernel.printed(`%reset -f\n${SETUP}
sales, _hidden, z = pd.DataFrame({"a": i, "b": i}), pd.DataFrame(), 3
Δ = pl.DataFrame({"a": i})
table = pa.table({"a": [1]})`);
  const names = 'print(sorted(name for name in globals() if not name.startswith("_")))';
  const [before, modules] = [await kernel.printed(names), 'print("answer" in globals(), "asked" in globals())'];
  const { tables } = await ask({ name: null, folder: '', file: '', token: '' });
  assert.deepEqual(tables, [
    { name: 'sales', kind: 'pandas', rows: 60, columns: 2 },
    { name: 'Δ', kind: 'polars', rows: 60, columns: 1 },
    { name: 'table', kind: 'pyarrow', rows: 1, columns: 1 },
  ]);
  assert.equal(await kernel.printed(names), before);
  assert.equal(await kernel.printed(modules), 'False False\n');
});

test('equal rows leave the file as it is; others replace it, and no other file stays', { skip }, async () => {
  await kernel.printed('df = pd.DataFrame({"a": i, "y": i})');
  const { path, folder } = await copied('df');
  const asked = { name: 'df', folder, file: 'df of a', token: 'seen' };
  const first = await stat(path);
  await ask(asked);
  assert.deepEqual([(await stat(path)).ino, (await stat(path)).mtimeMs], [first.ino, first.mtimeMs]);
  await kernel.printed('df["y"] += 1');
  await ask(asked);
  assert.notEqual((await stat(path)).ino, first.ino);
  assert.deepEqual((await readdir(folder)).sort(), ['df of a.parquet', 'seen']);
});

test('a kernel that does not see the folder sends the same file in pieces', { skip }, async () => {
  await kernel.printed('df = pd.DataFrame(np.random.default_rng(1).normal(size=(200_000, 4)), columns=list("abcy"))');
  const { path, pieces: none } = await copied('df');
  assert.deepEqual(none, []);
  const { pieces, folder } = await copied('df', 'another');
  assert.ok(pieces.length > 1);
  assert.deepEqual(await readdir(folder), ['seen']);
  const sent = join(folder, 'sent.parquet');
  await writeFile(sent, Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))));
  assert.equal(await said(root, 'inspect', sent).then(plain), await said(root, 'inspect', path).then(plain));
});
const plain = (text: string) => text.replace(/^.*?\.parquet/, 'file');

test('without a writer of Parquet it is CSV, and texts like numbers are named', { skip }, async () => {
  await kernel.printed(`df = pd.DataFrame({"zip": ["01234", "00042"] * 30, "t": ["a", "1"] * 30, "w": ["a", "b"] * 30, "x": i / 3, "z": days, "y": i})
def lacking(self, *_, **__): raise ImportError("no pyarrow")
kept, pd.DataFrame.to_parquet = pd.DataFrame.to_parquet, lacking`);
  try {
    const { path, copy } = await copied('df');
    assert.deepEqual(copy, { ending: 'csv', leftOut: [], texts: ['zip', 't'] });
    const { columns } = JSON.parse(await said(root, 'inspect', path, '--kind', 'zip=category', '--json', '-'));
    assert.deepEqual(
      columns.map(({ kind }: Column) => kind),
      ['category', 'category', 'category', 'number', 'date', 'number'],
    );
  } finally {
    await kernel.printed('pd.DataFrame.to_parquet = kept');
  }
});

/** Variables that cannot be copied, each by the Python code that runs first, and the sentence. */
const REFUSED: Readonly<Record<string, readonly [code: string, sentence: RegExp]>> = {
  'a variable that is gone': ['df = 1; del df', /^df is no longer there\. Run its cell again/],
  'one that is no table now': ['df = [1]', /^df is now a list\. Run its cell again/],
  'one without rows': ['df = pd.DataFrame({"a": []})', /^df has no rows\./],
  'one with nested cells alone': ['df = pd.DataFrame({"a": [[1], [2]]})', /^df has no column of numbers, texts/],
  'one that no file can hold': [
    'class Odd(pd.DataFrame):\n  @property\n  def index(self): raise OSError(28, "No space left on device")\ndf = Odd({"a": [1]})',
    /^The kernel could not copy df \(OSError: \[Errno 28\] No space left on device\)\. Choose another/,
  ],
};
for (const [name, [code, sentence]] of Object.entries(REFUSED))
  test(`${name} is refused in a sentence`, { skip }, async () => {
    await kernel.printed(code);
    await assert.rejects(copied('df'), ({ message }: Error) => sentence.test(message) || assert.fail(message));
  });

test('names are data: nothing in one is run', { skip }, async () => {
  for (const name of ['"); open("/tmp/x", "w"); ("', "'''", '\\', '__import__("os")', '\u2028', '\ud800'])
    await assert.rejects(copied(name), /is no longer there|did not answer/);
});

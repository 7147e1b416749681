import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { packModel } from '../../src/engine/model/packModel';
import { unpackModel } from '../../src/engine/model/save';
import { runIn, typed } from '../cli/commandLines';
import { testFolder } from '../testFolder';
import { said } from './fittedCases';

const folder = testFolder();
let model = '';
before(async () => {
  model = join(folder, 'x.ksmodel');
  const erf = ['--method', 'rf-ridge', '--set', 'kernel=erfNetwork', '--set', 'featureMap=erf', '--set', 'features=20'];
  await said(folder, 'fit', 'samples/wave.csv', '--target', 'signal', '--quiet', ...erf, '--save', model);
});

const refused = (...argv: string[]) => runIn(folder, argv);
const refusedWithin = (memory: number, ...argv: string[]) => runIn(folder, argv, { memory });

test('what ONNX cannot say is refused by name, with what to do, and no folder is made', async () => {
  const out = join(folder, 'onnx');
  const { code, err } = await refused('export', model, '--as', 'onnx', '--out', out);
  assert.equal(code, 2);
  assert.match(err, /cannot be exported as ONNX for its erf features: .*or export it as python or javascript/);
  await assert.rejects(stat(out));
});

test('a command line that says too little or too much is refused', async () => {
  for (const [argv, says] of [
    [
      ['export', model, '--out', folder],
      /export needs --as: one of python, javascript, onnx, json, notebook, script, cell/,
    ],
    [['export', model, '--as', 'python'], /export needs --out: a folder/],
    [['export', '--as', 'python', '--out', folder], /export needs MODEL: kernelscope export MODEL --as /],
    [
      ['export', model, '--as', 'perl', '--out', folder],
      /--as is one of python, javascript, onnx, json, notebook, script, cell, not 'perl'/,
    ],
    [['export', model, '--as', 'json', '--float64', '--out', folder], /--float64 is for --as onnx/],
    [['fit', 'samples/wave.csv', '--as', 'json'], /'fit' does not take --as/],
  ] as const) {
    const { code, err } = await refused(...argv);
    assert.equal(code, 2, argv.join(' '));
    assert.match(err, says);
  }
});

test('what no notebook can repeat is refused in a sentence', async () => {
  const old = join(folder, 'old.ksmodel');
  const { fitted, ...without } = unpackModel(await readFile(model));
  assert.ok(fitted);
  await writeFile(old, packModel(without));
  const odd = join(folder, 'odd.ksmodel');
  await writeFile(
    odd,
    packModel({ ...without, fitted: { ...fitted, file: { ...fitted.file, oddity: 'quotes that do not pair up' } } }),
  );
  const columns = join(folder, 'columns.ksmodel');
  const { file } = fitted;
  const dialect = { ...file.dialect, format: 'parquet' } as const;
  await writeFile(columns, packModel({ ...without, fitted: { ...fitted, file: { ...file, dialect } } }));
  const unknown = join(folder, 'unknown.ksmodel');
  await writeFile(unknown, packModel({ ...without, fitted, method: 'magic' }));
  for (const format of ['notebook', 'script'])
    for (const [file, says] of [
      [old, /does not say which rows of which file it was fitted to.* Fit again with this version/],
      [
        odd,
        /wave\.csv has quotes that do not pair up, which Python's csv module reads in another way\. Correct the file/,
      ],
      [columns, /wave\.csv is Parquet, and a notebook reads delimited text alone\. Fit the same table as CSV/],
      [unknown, /No notebook can repeat the method "magic"/],
    ] as const) {
      const out = join(folder, 'none');
      const { code, err } = await refused('export', file, '--as', format, '--out', out);
      assert.equal(code, 2);
      assert.match(err, says);
      await assert.rejects(stat(out));
    }
});

test('a model that needs more memory than there is is refused before it is decomposed', async () => {
  const { code, err } = await refusedWithin(1e3, 'export', model, '--as', 'json', '--out', join(folder, 'j'));
  assert.equal(code, 1);
  assert.match(err, /Exporting a model of/);
});

test('the same model is the same file, byte for byte, and intervals can be left out', async () => {
  const wave = join(folder, 'wave');
  await said(folder, ...typed`fit samples/wave.csv --target signal --quiet --set kernel=matern52 --save ${wave}`);
  const size = async (name: string, ...more: string[]) => {
    await said(folder, 'export', wave, '--as', 'python', '--out', join(folder, name), ...more);
    return (await stat(join(folder, name, 'model.npz'))).size;
  };
  const [first, second, without] = [await size('a'), await size('b'), await size('c', '--no-intervals')];
  assert.equal(first, second);
  assert.ok(without < first && first < 2 * without, `${without} of ${first} bytes`);
  assert.deepEqual((await readdir(join(folder, 'a'))).sort(), [
    'README.md',
    'about.json',
    'kernelscope_cells.py',
    'kernelscope_dates.py',
    'kernelscope_kernels.py',
    'kernelscope_maps.py',
    'kernelscope_model.py',
    'kernelscope_notes.py',
    'kernelscope_numbers.py',
    'kernelscope_outputs.py',
    'kernelscope_table.py',
    'model.json',
    'model.npz',
    'predict.py',
    'requirements.txt',
  ]);
});

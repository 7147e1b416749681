// How large exports of models of 500 rows are, and the processor's seconds for 1,000 new rows.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cellsOf } from '../../test/export/compareCsv';
import { PYTHON, said } from '../../test/export/fittedCases';
import { runOnnx } from '../../test/export/runOnnx';
import { clock } from '../harness/fitProcess.mjs';
import { median } from '../harness/sideBySide.mjs';
import { rowsCsv } from './rows.mjs';

const REPEATS = 5;

const method = (id, ...more) => ['--method', id, ...more.flatMap((one) => ['--set', one])];
/**
 * The fit and export of each model; `peer` is an estimator of seconds.py with as many rows, landmarks, features or
 * components.
 */
const MODELS = [
  { model: 'gaussian', fit: method('krr', 'kernel=gaussian'), peer: 'KernelRidge' },
  {
    model: 'gaussian without intervals',
    fit: method('krr', 'kernel=gaussian'),
    flags: ['--no-intervals'],
    peer: 'KernelRidge',
  },
  { model: 'laplace', fit: method('krr', 'kernel=laplace') },
  { model: 'tanhNetwork', fit: method('krr', 'kernel=tanhNetwork') },
  { model: 'spline', fit: method('krr', 'kernel=spline') },
  { model: 'svr', fit: method('svr', 'kernel=gaussian'), peer: 'SVR' },
  {
    model: 'nystrom-ridge, 100 landmarks',
    fit: method('nystrom-ridge', 'kernel=gaussian', 'landmarks=100', 'compare=false'),
    peer: 'Nystroem',
  },
  {
    model: 'rf-ridge, 500 features',
    fit: method('rf-ridge', 'kernel=gaussian', 'features=500', 'compare=false'),
    peer: 'RBFSampler',
  },
  {
    model: 'ekpca, 5 components',
    fit: method('ekpca', 'kernel=gaussian', 'components=5', 'tradeOff=false'),
    peer: 'KernelPCA',
  },
];

/** Rows of the table, one after the other. */
export async function* secondsRows(folder) {
  const [train, rows] = ['train.csv', 'rows.csv'].map((name) => join(folder, name));
  await writeFile(train, rowsCsv(500, 1));
  await writeFile(rows, rowsCsv(1000, 2));
  const [head, ...lines] = cellsOf(await readFile(rows, 'utf8'));
  const objects = lines.map((line) => Object.fromEntries(head.map((name, j) => [name, Number(line[j])])));
  for (const { model: name, fit, flags = [], peer } of MODELS) {
    const own = join(folder, name.replaceAll(/\W/g, '-'));
    const target = name.startsWith('ekpca') ? ['--features', 'a,b,c,d,e'] : ['--target', 'y'];
    const model = `${own}.ksmodel`;
    await said(folder, 'fit', train, '--quiet', '--holdout', '0', ...target, ...fit, '--save', model);
    for (const format of ['python', 'javascript', 'onnx'])
      await said(folder, 'export', model, '--as', format, '--out', join(own, format), ...flags);
    const bytes = (format) =>
      readdirSync(join(own, format)).reduce((sum, file) => sum + statSync(join(own, format, file)).size, 0);
    const python = pythonSeconds({ folder: join(own, 'python'), rows, train, peer });
    const { predict } = await import(pathToFileURL(join(own, 'javascript/model.js')).href);
    const [{ seconds: onnx, failed }] = await runOnnx([{ folder: join(own, 'onnx'), rows: objects, repeats: REPEATS }]);
    if (failed) throw new Error(failed);
    yield {
      table: 'exports, seconds',
      model: name,
      python: { seconds: python.seconds, bytes: bytes('python') },
      javascript: { seconds: await processor(() => predict(objects)), bytes: bytes('javascript') },
      onnx: { seconds: onnx, bytes: bytes('onnx') },
      kernelscope: {
        seconds: await processor(() => said(folder, 'predict', model, rows)),
        bytes: statSync(model).size,
      },
      ...(peer && { peer: python.peer, peerName: peer }),
    };
  }
}

/** The median of the processor's seconds. */
async function processor(run) {
  const seconds = [];
  for (let i = 0; i < REPEATS; i++) {
    const elapsed = clock();
    await run();
    seconds.push(elapsed().processor);
  }
  return median(seconds);
}

function pythonSeconds(task) {
  const { status, stdout, stderr } = spawnSync(
    PYTHON,
    ['bench/exports/seconds.py', JSON.stringify({ ...task, repeats: REPEATS })],
    {
      encoding: 'utf8',
      env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
    },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

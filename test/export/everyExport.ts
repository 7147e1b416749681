// Every export of fitted cases, and how far each is from `kernelscope predict`, by the name of the case.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cellsOf, compareCsv, type Differences } from './compareCsv';
import { type FittedCase, PYTHON, said, WITHOUT_SKLEARN } from './fittedCases';
import { javascriptCsv } from './javascriptCsv';
import { onnxDifferences } from './onnxDifferences';
import { moduleRows, onnxRows } from './onnxRows';
import { runOnnx } from './runOnnx';

/** The case that ONNX Runtime computes in 32 bits only. */
const REFUSED = 'rf-ridge erf';

/** Exports each format to a folder below the case's, `onnx64` with inputs and outputs of 64 bits. */
export async function exportCase(folder: string, { name, model, folder: own }: FittedCase): Promise<void> {
  for (const format of ['python', 'javascript', 'json'])
    await said(folder, 'export', model, '--as', format, '--out', join(own, format));
  if (name === REFUSED) return;
  await said(folder, 'export', model, '--as', 'onnx', '--out', join(own, 'onnx'));
  await said(folder, 'export', model, '--as', 'onnx', '--float64', '--out', join(own, 'onnx64'));
}

type Found = ReadonlyMap<string, Differences>;
const GRAPHS = ['onnx', 'onnx64'] as const;
type Graph = (typeof GRAPHS)[number];

/** Ignores what is said about the rows, which other tests look at. */
const unheard = () => {};
const moduleOf = (own: string) => import(pathToFileURL(join(own, 'javascript/model.js')).href);

export async function javascriptDifferences(fitted: readonly FittedCase[]): Promise<Found> {
  const found = new Map<string, Differences>();
  for (const { name, folder: own, rows, expected } of fitted) {
    const { COLUMNS, predict } = await moduleOf(own);
    const [head, ...lines] = cellsOf(await readFile(rows, 'utf8'));
    const objects = lines.map((row) =>
      Object.fromEntries(COLUMNS.map((name: string) => [name, row[head.indexOf(name)]])),
    );
    found.set(name, compareCsv(expected, javascriptCsv(expected, predict(objects, unheard))));
  }
  return found;
}

export async function pythonDifferences(fitted: readonly FittedCase[]): Promise<Found> {
  const out = (own: string) => join(own, 'python.csv');
  const lines = fitted.map(({ folder: own, rows }) => [join(own, 'python'), rows, out(own)].join('\t'));
  const { status, stderr } = spawnSync(PYTHON, ['test/export/predictAll.py'], {
    input: lines.join('\n'),
    env: WITHOUT_SKLEARN,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const found = new Map<string, Differences>();
  for (const { name, folder: own, expected } of fitted)
    found.set(name, compareCsv(expected, await readFile(out(own), 'utf8')));
  return found;
}

/**
 * Differences of graphs from the module's predictions for the same values, which graphs in 32 bits have rounded: a
 * file's text is no input of ONNX.
 */
export async function graphDifferences(fitted: readonly FittedCase[]): Promise<Readonly<Record<Graph, Found>>> {
  const tasks = await Promise.all(
    fitted
      .filter(({ name }) => name !== REFUSED)
      .flatMap((one) => GRAPHS.map((format) => ({ ...one, format })))
      .map(async ({ name, folder: own, rows, format }) => ({
        ...{ name, own, format },
        folder: join(own, format),
        rows: onnxRows(await readFile(rows, 'utf8')),
      })),
  );
  const found = { onnx: new Map<string, Differences>(), onnx64: new Map<string, Differences>() };
  for (const [i, { outputs, failed }] of (await runOnnx(tasks)).entries()) {
    const { name, own, format, rows } = tasks[i];
    const { COLUMNS, predict } = await moduleOf(own);
    const none = { error: Number.NaN, interval: Number.NaN, other: failed };
    found[format].set(
      name,
      failed ? none : onnxDifferences(outputs, predict(moduleRows(rows, format === 'onnx', COLUMNS), unheard)),
    );
  }
  return found;
}

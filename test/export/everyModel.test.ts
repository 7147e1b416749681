// Every method, kernel and map of features: what an export predicts is what `kernelscope predict` does.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { schemaId } from '../../src/engine/contract/jsonKinds';
import { unpackModel } from '../../src/engine/model/save';
import { holdsItsSchema } from '../jsonSchemas';
import { testFolder } from '../testFolder';
import { CASES } from './cases';
import { cellsOf, compareCsv, type Differences, differencesTable } from './compareCsv';
import { type FittedCase, fitCase, PYTHON, said, writeRows } from './fittedCases';
import { javascriptCsv } from './javascriptCsv';
import { onnxDifferences } from './onnxDifferences';
import { moduleRows, onnxRows } from './onnxRows';
import { runOnnx } from './runOnnx';

/** Relative to the largest size in a column. Fits that nearly interpolate multiply the rounding of distances by their coefficients. */
const CLOSE = 1e-7;

/** A kernel like |x − z|^0.2: where rows have an equal weekday, the last digit of its cosine shows in the fourth of predictions. */
const ROUGH = 'krr spline(order=1.2)';
/** What ONNX Runtime computes in 32 bits alone. */
const REFUSED = 'rf-ridge erf';

const folder = testFolder();
const fitted: FittedCase[] = [];
before(async () => {
  await writeRows(folder);
});

function objectsOf(csv: string): Record<string, string>[] {
  const [head, ...rows] = cellsOf(csv);
  return rows.map((row) => Object.fromEntries(head.map((name, j) => [name, row[j]])));
}

function checked(found: ReadonlyMap<string, Differences>, close = CLOSE): void {
  if (process.env.DIFFERENCES) console.log(differencesTable(found));
  for (const [name, { error, interval, other }] of found) {
    assert.equal(other, undefined, name);
    assert.ok(error < close && interval < 10 * close, `${name}: ${error}, intervals ${interval}`);
  }
}

for (const one of CASES)
  test(`${one.name}: exported, and its module predicts the same`, async () => {
    const made = await fitCase(folder, one);
    for (const format of ['python', 'javascript', 'json'])
      await said(folder, 'export', made.model, '--as', format, '--out', join(made.folder, format));
    if (one.name === REFUSED) return;
    await said(folder, 'export', made.model, '--as', 'onnx', '--out', join(made.folder, 'onnx'));
    await said(folder, 'export', made.model, '--as', 'onnx', '--float64', '--out', join(made.folder, 'onnx64'));
    fitted.push(made);
  });

test('javascript: every model predicts what kernelscope predicts', async () => {
  const found = new Map<string, Differences>();
  for (const { name, folder: own, rows, expected } of fitted) {
    const module = await import(pathToFileURL(join(own, 'javascript/model.js')).href);
    found.set(
      name,
      compareCsv(expected, javascriptCsv(expected, module.predict(objectsOf(await readFile(rows, 'utf8'))))),
    );
  }
  checked(found);
});

test('json: every number of every model is there, read back as the same, under the schema that it names', async () => {
  for (const { name, folder: own, model: file } of fitted) {
    const model = unpackModel(await readFile(file));
    const text = await readFile(join(own, 'json/model.json'), 'utf8');
    holdsItsSchema(text);
    const json = JSON.parse(text);
    assert.deepEqual([json.$schema, json.method], [schemaId('model'), model.method], name);
    const { rows: n, values } = model.x;
    assert.deepEqual(
      json.rows.flatMap((row: number[]) => row),
      Array.from(values, (_, o) => values[(o % model.x.columns) * n + Math.floor(o / model.x.columns)]),
    );
    model.outputs.forEach(({ alpha, beta }, o) => {
      assert.deepEqual(json.outputs[o].alpha, Array.from(alpha), name);
      assert.deepEqual(json.outputs[o].beta, Array.from(beta), name);
    });
  }
});

test('python: every model predicts what kernelscope predicts', {
  skip: !existsSync(PYTHON) && !process.env.CI && 'no numpy',
}, async () => {
  const out = (own: string) => join(own, 'python.csv');
  const lines = fitted.map(({ folder: own, rows }) => [join(own, 'python'), rows, out(own)].join('\t'));
  const { status, stderr } = spawnSync(PYTHON, ['test/export/predictAll.py'], {
    input: lines.join('\n'),
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const found = new Map<string, Differences>();
  for (const { name, folder: own, expected } of fitted)
    found.set(name, compareCsv(expected, await readFile(out(own), 'utf8')));
  checked(found);
});

for (const [format, close] of [
  ['onnx', 1e-6],
  ['onnx64', CLOSE],
] as const)
  test(`${format}: every model predicts in ONNX Runtime what its module does`, {
    skip: !existsSync(PYTHON) && !process.env.CI && 'no onnxruntime',
  }, async () => {
    const made = fitted.filter(({ name }) => name !== REFUSED);
    const tasks = await Promise.all(
      made.map(async ({ folder: own, rows }) => ({
        folder: join(own, format),
        rows: onnxRows(await readFile(rows, 'utf8')),
      })),
    );
    const answers = await runOnnx(tasks);
    const found = new Map<string, Differences>();
    for (const [i, { name, folder: own }] of made.entries()) {
      const { outputs, failed } = answers[i];
      const module = await import(pathToFileURL(join(own, 'javascript/model.js')).href);
      const none = { error: Number.NaN, interval: Number.NaN, other: failed };
      found.set(
        name,
        failed ? none : onnxDifferences(outputs, module.predict(moduleRows(tasks[i].rows, format === 'onnx'))),
      );
    }
    found.delete(ROUGH);
    checked(found, close);
  });

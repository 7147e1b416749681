// Every method, kernel and map of features: an export predicts what `kernelscope predict` does.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { schemaId } from '../../src/engine/contract/jsonKinds';
import { unpackModel } from '../../src/engine/model/save';
import { holdsItsSchema } from '../jsonSchemas';
import { testFolder } from '../testFolder';
import { CASES } from './cases';
import { type Differences, differencesTable } from './compareCsv';
import { exportCase, graphDifferences, javascriptDifferences, pythonDifferences } from './everyExport';
import { type FittedCase, fitCase, PYTHON, writeRows } from './fittedCases';

/** Relative to the largest size in a column. Fits that nearly interpolate multiply the rounding of distances by their coefficients. */
const CLOSE = 1e-7;

/** A kernel like |x − z|^0.2: where rows have an equal weekday, the last digit of its cosine shows in the fourth of predictions. */
const ROUGH = 'krr spline(order=1.2)';
const folder = testFolder();
const fitted: FittedCase[] = [];
before(async () => {
  await writeRows(folder);
});

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
    await exportCase(folder, made);
    fitted.push(made);
  });

test('javascript: every model predicts what kernelscope predicts', async () => {
  checked(await javascriptDifferences(fitted));
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
  checked(await pythonDifferences(fitted));
});

test('onnx: every model predicts in ONNX Runtime what its module does, in 32 bits and in 64', {
  skip: !existsSync(PYTHON) && !process.env.CI && 'no onnxruntime',
}, async () => {
  const { onnx, onnx64 } = await graphDifferences(fitted);
  for (const [found, close] of [
    [onnx, 1e-6],
    [onnx64, CLOSE],
  ] as const)
    checked(new Map([...found].filter(([name]) => name !== ROUGH)), close);
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();
const run = (...argv: string[]) => runIn(folder, argv);
const fixture = (name: string) => resolve('test/oracles/files', name);

test('a Parquet file is inspected, fitted, predicted and written as CSV', async () => {
  const file = fixture('groups.parquet');
  const inspected = await run('inspect', file);
  assert.equal(inspected.code, 0);
  assert.match(inspected.out, /Parquet/);
  const model = join(folder, 'x.ksmodel');
  const fitted = await run('fit', file, '--target', 'y', '--method', 'rf-ridge', '--quiet', '--save', model);
  assert.equal(fitted.code, 0, fitted.err);
  const out = join(folder, 'predicted.csv');
  const predicted = await run('predict', model, file, '--out', out, '--quiet');
  assert.equal(predicted.code, 0, predicted.err);
  const [head, first, ...rest] = (await readFile(out, 'utf8')).trim().split(/\r?\n/);
  assert.equal(head, 'row,predicted,lower,upper,observed');
  assert.match(first, /^1,.*,1$/);
  assert.equal(rest.length, 2999);
});

test('a column that a Parquet file has and that is not read is refused as target and as feature', async () => {
  const file = fixture('types.parquet');
  for (const options of [
    ['--target', 'list'],
    ['--target', 'y', '--features', 'list'],
  ]) {
    const { code, err } = await run('fit', file, ...options, '--quiet');
    assert.notEqual(code, 0);
    assert.match(err, /"list" of types\.parquet holds lists, which are not read\. Choose another column\./);
  }
});

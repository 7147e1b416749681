import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
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
  const small = ['--method', 'rf-ridge', '--set', 'kernel=gaussian', '--set', 'features=40', '--quiet'];
  const fitted = await run('fit', file, '--target', 'y', ...small, '--save', model);
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

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${from + i},${((from + i) * 7) % 11},${2 * (from + i)}`).join('\n');

test('a folder, a pattern and several files are one table', async () => {
  const parts = join(folder, 'parts');
  await mkdir(parts);
  await writeFile(join(parts, 'a.csv'), `x,z,y\n${rows(0, 30)}\n`);
  await writeFile(join(parts, 'b.csv'), `x,z,y\n${rows(30, 30)}\n`);
  await chmod(join(parts, 'b.csv'), 0o600);
  const asked: readonly (readonly string[])[] = [['parts'], ['parts/*.csv'], ['parts/a.csv', 'parts/b.csv']];
  for (const files of asked) {
    const { code, out, err } = await run('inspect', ...files.map((file) => join(folder, file)), '--json');
    assert.equal(code, 0, err);
    const { file, rows: found } = JSON.parse(out);
    assert.equal(found, 60);
    assert.match(file.name, /^(parts|parts\/\*\.csv|a\.csv, b\.csv) \(2 files\)$/);
  }
  const both = [join(parts, 'a.csv'), join(parts, 'b.csv')];
  const model = join(folder, 'parts.ksmodel');
  const fitted = await run('fit', ...both, '--target', 'y', '--quiet', '--save', model);
  assert.equal(fitted.code, 0, fitted.err);
  if (process.platform !== 'win32') assert.equal((await stat(model)).mode & 0o077, 0, 'who may not read a part');
  const predicted = await run('predict', model, ...both, '--quiet');
  assert.equal(predicted.out.trim().split(/\r?\n/).length, 61);
});

test('an output would overwrite no part, and standard input is no part', async () => {
  const at = (name: string) => join(folder, 'parts', name);
  for (const input of [join(folder, 'parts'), at('*.csv')]) {
    const { code, err } = await run('inspect', input, '--table', at('b.csv'));
    assert.equal(code, 2);
    assert.match(err, /would overwrite the input .*b\.csv/);
  }
  assert.match((await run('inspect', at('a.csv'), '-')).err, /standard input cannot be one of several files/);
  assert.match(
    (await run('inspect', at('a.csv'), join(folder, 'parts'))).err,
    /a folder cannot be one of several files/,
  );
});

test('the file that is fitted is refused as that of held-out rows, also by another path', async () => {
  const file = join(folder, 'own.csv');
  await writeFile(file, `x,y\n${Array.from({ length: 30 }, (_, i) => `${i},${i % 7}`).join('\n')}\n`);
  for (const holdout of [file, `${folder}/./own.csv`, `${folder}/none/../own.csv`])
    for (const command of ['fit', 'compare', 'recommend']) {
      const { code, err, out } = await run(command, file, '--target', 'y', '--holdout', holdout, '--quiet');
      assert.deepEqual([code, out], [2, ''], err);
      assert.match(err, /is the one that is fitted.*Name another file, or hold out a fraction\./);
    }
});

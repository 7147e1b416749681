import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext } from '../../src/engine/contract/context';
import { pack } from '../../src/engine/contract/pack';
import { readPipe } from '../../src/engine/data/pipe';
import { failure } from '../engine/data/reading';
import { inPieces } from '../inPieces';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();

const table = `a,b,y\n${Array.from({ length: 40 }, (_, i) => `${Math.sin(i)},${Math.cos(3 * i)},${(i * 7) % 11}`).join('\n')}\n`;
const FIT = ['--target', 'y', '--set', 'lengthScale=1', '--set', 'lambda=0.01', '--set', 'folds=0'];

/** Runs a command line with this standard input, a few bytes at a time. */
async function run(input: string | Uint8Array | undefined, ...argv: string[]) {
  let reads = 0;
  const chunks = () => {
    reads++;
    return inPieces(input ?? '', 7);
  };
  const said = await runIn(folder, argv, input === undefined ? {} : { input: { chunks, live: false } });
  return { ...said, reads };
}

/** The JSON of a fit without what differs from run to run. */
function fitted(text: string): unknown {
  const { timings, file, ...rest } = JSON.parse(text);
  return rest;
}

test('standard input is read as a file would be, by each of its names, zipped or not', async () => {
  const path = join(folder, 'table.csv');
  await writeFile(path, table);
  const expected = await run(undefined, 'fit', path, ...FIT, '--json', '-');
  for (const name of ['-', '/dev/stdin', '/dev/fd/0']) {
    for (const input of [table, gzipSync(table)]) {
      const { out, err, code, reads } = await run(input, 'fit', name, ...FIT, '--json', '-');
      assert.equal(code, 0, err);
      assert.equal(reads, 1);
      assert.deepEqual(fitted(out), fitted(expected.out));
      assert.equal(JSON.parse(out).file, 'standard input');
    }
  }
});

test('inspect, recommend and predict read standard input, and so does --holdout', async () => {
  const out = join(folder, 'out.csv');
  const inspected = await run(table, 'inspect', '-', '--table', out);
  assert.match(inspected.out, /^standard input: 40 rows, 3 columns\n/);
  assert.equal(await readFile(out, 'utf8'), table.replaceAll('\n', '\r\n'));
  const path = join(folder, 'train.csv');
  const model = join(folder, 'fitted.model');
  await writeFile(path, table);
  const saved = await run(table, 'fit', path, ...FIT, '--holdout', '-', '--save', model);
  assert.equal(saved.code, 0, saved.err);
  // The file of the fit itself would be known by its name.
  const copied = join(folder, 'copied.csv');
  await writeFile(copied, table);
  assert.deepEqual(await run(table, 'predict', model, '-'), {
    ...(await run(undefined, 'predict', model, copied)),
    reads: 1,
  });
  const recommended = await run(table, 'recommend', '-', '--target', 'y');
  assert.equal(recommended.code, 0, recommended.err);
});

test('a model is read from standard input as from its file', async () => {
  const path = join(folder, 'rows.csv');
  const model = join(folder, 'piped.model');
  await writeFile(path, table);
  assert.equal((await run(undefined, 'fit', path, ...FIT, '--save', model)).code, 0);
  const bytes = await readFile(model);
  const expected = await run(undefined, 'predict', model, path);
  assert.deepEqual(await run(bytes, 'predict', '-', path), { ...expected, reads: 1 });
  const keep = ['--keep', '--out', join(folder, 'kept.csv')];
  assert.equal((await run(bytes, 'predict', '/dev/stdin', path, ...keep)).code, 0);
  const folders = [join(folder, 'of-file'), join(folder, 'of-pipe')];
  assert.equal((await run(undefined, 'export', model, '--as', 'python', '--out', folders[0])).code, 0);
  const exported = await run(bytes, 'export', '-', '--as', 'python', '--out', folders[1]);
  assert.equal(exported.code, 0, exported.err);
  const [ofFile, ofPipe] = await Promise.all(
    folders.map((each) => readFile(join(each, 'kernelscope_model.py'), 'utf8')),
  );
  assert.equal(ofPipe, ofFile);
  const both = await run(bytes, 'predict', '-', '-');
  assert.deepEqual([both.code, both.reads, both.out], [2, 0, '']);
  assert.match(both.err, /standard input can be read only once, and two inputs are -: give a file for one of them\./);
});

test('standard input that is no model is said to be none, without reading on', async () => {
  const path = join(folder, 'rows.csv');
  for (const [input, why] of [
    ['', /standard input cannot be read as a model: .*too short/],
    [table, /standard input cannot be read as a model: .*begin with its mark/],
    [
      table.repeat(20),
      /standard input cannot be read as a model: it does not begin as one\. Give a file that 'fit --save' wrote/,
    ],
  ] as const) {
    const { code, err, out } = await run(input, 'predict', '-', path);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, why);
  }
  let pieces = 0;
  const endless = async function* () {
    for (;;) {
      pieces++;
      yield Buffer.alloc(1024);
    }
  };
  const { code } = await runIn(folder, ['predict', '-', path], { input: { chunks: endless, live: false } });
  assert.deepEqual([code, pieces], [1, 4]);
});

test('a file that is no model is said to be what it is, once, with the files to give', async () => {
  const place = (name: string) => join(folder, name);
  await writeFile(place('no.ksmodel'), table);
  await writeFile(place('run.ksrun'), pack({ id: 'a', model: {} }));
  await writeFile(place('short.ksmodel'), pack({ kind: 'kernelscope model' }).subarray(0, 20));
  for (const [name, why] of [
    ['no.ksmodel', 'it does not begin with its mark'],
    ['run.ksrun', 'it holds a run'],
    ['short.ksmodel', 'it was cut off'],
    ['', 'it is a folder'],
    ['none.ksmodel', 'there is no such file'],
  ])
    for (const words of [
      ['predict', place(name), place('no.ksmodel')],
      ['export', place(name), '--as', 'json', '--out', place('e')],
    ]) {
      const { code, err } = await run(undefined, ...words);
      const remedy = "Give a file that 'fit --save' wrote, or model.ksmodel of 'fit --out'.";
      assert.deepEqual([code, err], [1, `kernelscope: ${place(name)} cannot be read as a model: ${why}. ${remedy}\n`]);
    }
});

test('standard input that is not there, empty, endless or asked for twice is said in words', async () => {
  assert.match((await run('', 'fit', '-', ...FIT)).err, /standard input is empty/);
  const nothing = await run('', 'inspect', '-');
  assert.deepEqual([nothing.code, nothing.out], [1, '']);
  assert.match(nothing.err, /standard input is empty/);
  assert.match((await run(undefined, 'fit', '-', ...FIT)).err, /no standard input here/);
  const twice = await run(table, 'fit', '-', ...FIT, '--holdout', '/dev/stdin');
  assert.deepEqual([twice.code, twice.reads], [2, 0]);
  assert.match(twice.err, /read only once/);
  assert.match((await run(table, 'reproduce', 'tkrr-fig2', '--file', '-')).err, /no standard input/);
  const endless = async function* (bytes: Uint8Array) {
    for (;;) yield bytes;
  };
  const small = failure('memory/too-large', /^standard input is larger than the 1 MB .* Save it as a file/);
  await assert.rejects(readPipe(endless(Buffer.from('1,2\n')), 'standard input', quietContext, 1e6), small);
  await assert.rejects(readPipe(endless(Buffer.alloc(100)), 'zero', quietContext), failure('file/binary', /^zero/));
});

test('whoever has to type the data is told so', async () => {
  const input = { chunks: () => inPieces(table, 7), live: true };
  const { code, err } = await runIn(folder, ['inspect', '-'], { input });
  assert.equal(code, 0);
  assert.equal(err, 'Waiting for data on standard input.\n');
});

test('pipes, files that only seem empty and devices', { skip: process.platform === 'win32' }, async () => {
  const pipe = join(folder, 'pipe.csv');
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
  const [read] = await Promise.all([run(undefined, 'inspect', pipe), writeFile(pipe, gzipSync(table))]);
  assert.match(read.out, /^pipe\.csv: 40 rows, 3 columns\ngzip, /);
  const [train, test] = [join(folder, 'train.fifo'), join(folder, 'test.fifo')];
  assert.equal(spawnSync('mkfifo', [train, test]).status, 0);
  const both = run(undefined, 'fit', train, ...FIT, '--holdout', test, '--json', '-');
  await Promise.all([writeFile(train, table), writeFile(test, table)]);
  assert.equal(JSON.parse((await both).out).data.holdout, 40);
  assert.match((await run(undefined, 'inspect', '/dev/zero')).err, /zero is not text/);
  assert.match((await run(undefined, 'fit', '/dev/null', ...FIT)).err, /null is empty/);
  await mkdir(join(folder, 'bare'));
  assert.match((await run(undefined, 'inspect', join(folder, 'bare'))).err, /bare is a folder without a table/);
  await writeFile(join(folder, 'empty.csv'), '');
  assert.match((await run(undefined, 'fit', join(folder, 'empty.csv'), ...FIT)).err, /empty\.csv is empty/);
  assert.match((await run(undefined, 'inspect', '/dev/null')).err, /null is empty/);
  assert.match((await run(undefined, 'inspect', join(folder, 'empty.csv'))).out, /! The file is empty\./);
  if (existsSync('/proc/self/mounts')) {
    const { out } = await run(undefined, 'inspect', '/proc/self/mounts', '--header', 'no', '--delimiter', 'blanks');
    assert.match(out, /^mounts: \d+ rows, 6 columns/);
  }
});

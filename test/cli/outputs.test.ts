import assert from 'node:assert/strict';
import { chmod, copyFile, link, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { printable } from '../../src/cli/textTable';
import { unpackModel } from '../../src/engine/model/save';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const isLinux = process.platform === 'linux';
const folder = testFolder();

async function run(...argv: string[]) {
  let bytes: Uint8Array = new Uint8Array();
  const binary = (content: Uint8Array) => {
    bytes = content;
  };
  const said = await runIn(folder, argv, { binary });
  return { ...said, bytes };
}

const FIT = ['--target', 'signal', '--set', 'lengthScale=0.5', '--set', 'folds=0'];

test('no output overwrites an input or another output, whatever its name', async () => {
  const [data, other, linked] = ['data.csv', 'other.csv', 'linked.csv'].map((name) => join(folder, name));
  await copyFile('samples/wave.csv', data);
  await link(data, other);
  await symlink('data.csv', linked);
  const text = await readFile(data, 'utf8');
  for (const path of [data, other, linked]) {
    for (const option of ['--save', '--json']) {
      const { code, err } = await run('fit', data, ...FIT, option, path);
      assert.equal(code, 2);
      assert.match(err, /would overwrite the input/);
    }
  }
  const { code, err } = await run('inspect', data, '--table', other);
  assert.equal(code, 2);
  assert.match(err, /--table .* would overwrite the input/);
  const twice = await run('fit', data, ...FIT, '--save', join(folder, 'm'), '--json', join(folder, '.', 'm'));
  assert.equal(twice.code, 2);
  assert.match(twice.err, /would overwrite the output of --save/);
  const both = await run('fit', data, ...FIT, '--save', '-', '--json', '-');
  assert.match(both.err, /would overwrite the other output on standard output/);
  assert.equal(await readFile(data, 'utf8'), text);
  assert.deepEqual((await readdir(folder)).sort(), ['data.csv', 'linked.csv', 'other.csv']);
});

test('a model of private data is private too', { skip: !isLinux }, async () => {
  const [data, model] = [join(folder, 'private.csv'), join(folder, 'private.model')];
  await copyFile('samples/wave.csv', data);
  await chmod(data, 0o600);
  assert.equal((await run('fit', data, ...FIT, '--save', model)).code, 0);
  assert.equal((await stat(model)).mode & 0o777, 0o600);
  await Promise.all([data, model].map((path) => rm(path)));
});

test('a device may be written by several outputs', { skip: !isLinux }, async () => {
  const { code, err } = await run('fit', 'samples/wave.csv', ...FIT, '--save', '/dev/null', '--json', '/dev/null');
  assert.equal(code, 0, err);
});

test('a model goes to standard output as bytes and alone, and never to a person', async () => {
  const { code, out, bytes } = await run('fit', 'samples/wave.csv', ...FIT, '--save', '-');
  assert.equal(code, 0);
  assert.equal(out, '');
  assert.equal(unpackModel(bytes).method, 'krr');
  const seen = await runIn(folder, ['fit', 'samples/wave.csv', ...FIT, '--save', '-']);
  assert.equal(seen.code, 2);
  assert.match(seen.err, /a model is not text/);
});

test('what a file holds is never obeyed by the terminal, also in failures', async () => {
  const path = join(folder, 'escape.csv');
  const rows = Array.from({ length: 30 }, (_, i) => `${i},${i % 7}`).join('\n');
  await writeFile(path, `a\x1b]0;pwned\x07\x1b[31m\u202egnp.exe\u200b,b\n${rows}\n`);
  for (const argv of [
    ['fit', path, '--target', 'nope'],
    ['recommend', path, '--target', 'nope'],
    ['fit', path, '--target', 'b', '--kind', 'nope=number'],
    ['fit', path, '--target', 'b', '--features', 'nope'],
    ['inspect', join(folder, 'f\x1b[2J\u202ex.csv')],
    ['fit', path, '--\x1b[31mnope'],
  ]) {
    const { code, out, err } = await run(...argv);
    assert.notEqual(code, 0);
    assert.match(err, /^kernelscope: .*\\u/, argv.join(' '));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    assert.doesNotMatch(out + err.slice(0, -1), /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  }
});

test('control, direction and zero-width characters are shown; letters of any script stay', () => {
  assert.equal(printable('a\u061c\u200e\u2028\ufeff\u2066b'), 'a\\u061c\\u200e\\u2028\\ufeff\\u2066b');
  assert.equal(printable('Größe 大小 حجم λ²'), 'Größe 大小 حجم λ²');
});

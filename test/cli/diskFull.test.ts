import assert from 'node:assert/strict';
import { type FileHandle, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const FILE = 'samples/leaves.csv';
const PCA = ['--method', 'ny-kpca', '--set', 'components=2', '--set', 'tradeOff=false'];
const RIDGE = ['--method', 'rf-ridge', '--set', 'features=20', '--set', 'lengthScale=1', '--set', 'compare=false'];

const folder = testFolder();

const run = (...argv: string[]) => runIn(folder, argv);

/** Runs `work` as on a disk that is full after so many bytes of a file: the rest is refused. */
async function whileFull<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const handle = await open(join(folder, 'probe'), 'w');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  await rm(join(folder, 'probe'));
  const { write, writeFile: whole } = prototype;
  const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  let left = bytes;
  const some = async (file: FileHandle, content: string | Uint8Array) => {
    const buffer = Buffer.from(content as string);
    await (write as (data: Uint8Array, offset: number) => Promise<unknown>).call(file, buffer.subarray(0, left), 0);
    left -= Math.min(left, buffer.length);
    if (left === 0) throw full();
    return { bytesWritten: buffer.length, buffer };
  };
  Object.assign(prototype, {
    async writeFile(this: FileHandle, content: string | Uint8Array) {
      await some(this, content);
    },
    write(this: FileHandle, content: string | Uint8Array) {
      return some(this, content);
    },
  });
  try {
    return await work();
  } finally {
    Object.assign(prototype, { write, writeFile: whole });
  }
}

const model = (name: string) => join(folder, name);

test('models, results, predictions, scores and tables on a full disk: one sentence, the file of that name as it was, no other', async () => {
  const [target] = (await readFile(FILE, 'utf8')).split(/\r?\n/)[0].split(',').slice(1);
  const ridge = ['--target', target, ...RIDGE];
  assert.equal((await run('fit', FILE, ...PCA, '--save', model('pca'))).code, 0);
  const saved = await run('fit', FILE, ...ridge, '--save', model('ridge'));
  assert.equal(saved.code, 0, saved.err);
  const path = join(folder, 'kept');
  const commands: readonly string[][] = [
    ['fit', FILE, ...ridge, '--save', path],
    ['fit', FILE, ...PCA, '--save', path],
    ['fit', FILE, ...PCA, '--json', path],
    ['predict', model('ridge'), FILE, '--out', path],
    ['predict', model('pca'), FILE, '--out', path],
    ['inspect', FILE, '--table', path],
  ];
  for (const command of commands) {
    await writeFile(path, 'as it was');
    const there = (await readdir(folder)).sort();
    const { code, err } = await whileFull(100, () => run(...command));
    assert.equal(code, 1, `${command.join(' ')}: ${err}`);
    assert.match(
      err,
      /^kernelscope: .*kept was not written: the disk is full\. Choose another place and try again\.\n$/,
    );
    assert.equal(await readFile(path, 'utf8'), 'as it was', command.join(' '));
    assert.deepEqual((await readdir(folder)).sort(), there, command.join(' '));
  }
  // With room the same command writes.
  assert.equal((await run(...commands[3])).code, 0);
  assert.match(await readFile(path, 'utf8'), /^row,predicted/);
});

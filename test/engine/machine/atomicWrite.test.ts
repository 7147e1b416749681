import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { atomicWrite } from '../../../src/engine/machine/atomicWrite';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kernelscope-'));
});
after(() => rm(folder, { recursive: true }));

test('replaces a file whole and leaves nothing else', async () => {
  const path = join(folder, 'a.txt');
  await writeFile(path, 'old');
  await atomicWrite(path, 'new');
  assert.equal(await readFile(path, 'utf8'), 'new');
  assert.deepEqual(await readdir(folder), ['a.txt']);
});

test('a writer that fails half-way leaves the old file and no temporary one', async () => {
  const path = join(folder, 'a.txt');
  await assert.rejects(
    atomicWrite(path, async (file) => {
      await file.write('half');
      throw new Error('stopped');
    }),
    /stopped/,
  );
  assert.equal(await readFile(path, 'utf8'), 'new');
  assert.deepEqual(await readdir(folder), ['a.txt']);
});

test('a missing folder is said in words, or made when asked for', async () => {
  const path = join(folder, 'deeper', 'b.txt');
  await assert.rejects(
    atomicWrite(path, ''),
    (e: unknown) => e instanceof KernelscopeError && /folder does not exist/.test(e.message),
  );
  await atomicWrite(path, 'b', { makeFolder: true });
  assert.equal(await readFile(path, 'utf8'), 'b');
});

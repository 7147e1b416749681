// Files that are written into a folder: all of them, or no new one.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { type FolderFile, writeFolder } from '../../src/cli/folder';
import { removeUnfinished } from '../../src/engine/machine/unfinished';
import { testFolder } from '../testFolder';

const folder = testFolder();
const NAMES = ['a.py', 'figures/1-rent/b.json', 'c.npz', 'README.md'];

const fails = () => {
  throw new Error('no space');
};

const filesFailingAt = (failing: number, fail: () => void = fails): FolderFile[] =>
  NAMES.map((name, i) => ({
    name,
    content: () => {
      if (i === failing) fail();
      return `new ${name}`;
    },
  }));

const filesIn = async (place: string): Promise<string[]> => {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map(({ name }) => name);
};

test('a write that fails at any file leaves the folder as it was: new, empty, or with files of others', async () => {
  for (let failing = 0; failing < NAMES.length; failing++)
    for (const before of [undefined, [], ['other.txt', '.hidden']]) {
      const parent = await mkdtemp(join(folder, 'parent'));
      const place = join(parent, 'out');
      if (before) await mkdir(place);
      for (const name of before ?? []) await writeFile(join(place, name), name);
      await assert.rejects(writeFolder(place, filesFailingAt(failing), []), /no space/);
      assert.deepEqual(await readdir(parent), before ? ['out'] : []);
      if (before) assert.deepEqual((await filesIn(place)).sort(), [...before].sort());
      await writeFolder(place, filesFailingAt(-1), []);
      assert.deepEqual(
        (await filesIn(place)).sort(),
        [...NAMES.map((name) => basename(name)), ...(before ?? [])].sort(),
      );
    }
});

test('a process that ends before any of the files leaves the folder as it was', async () => {
  for (let ending = 1; ending < NAMES.length; ending++)
    for (const before of [undefined, [], ['other.txt', 'c.npz']]) {
      const parent = await mkdtemp(join(folder, 'ended'));
      const place = join(parent, 'out');
      if (before) await mkdir(place);
      for (const name of before ?? []) await writeFile(join(place, name), name);
      let left: [string[], string[]] | undefined;
      const end = () => {
        removeUnfinished();
        left = [readdirSync(parent), before ? readdirSync(place) : []];
      };
      await writeFolder(place, filesFailingAt(ending, end), []).catch(() => {});
      assert.deepEqual(left, [before ? ['out'] : [], [...(before ?? [])].sort()], `${ending} ${before}`);
    }
});

test('a folder that the system lets nobody make is refused', { skip: process.platform !== 'linux' }, async () => {
  for (const place of ['/proc/kernelscope', '/proc/kernelscope/below', '/sys/kernelscope'])
    await assert.rejects(writeFolder(place, filesFailingAt(-1), []), /was not written/);
});

test('a file that stood there is not removed, and nothing is removed through a link', async () => {
  const place = await mkdtemp(join(folder, 'there'));
  const elsewhere = await mkdtemp(join(folder, 'elsewhere'));
  await writeFile(join(place, 'a.py'), 'old');
  await writeFile(join(elsewhere, 'b.json'), 'mine');
  await symlink(join(elsewhere, 'b.json'), join(place, 'c.npz'));
  await assert.rejects(writeFolder(place, filesFailingAt(3), []), /no space/);
  assert.deepEqual((await readdir(place)).sort(), ['a.py', 'c.npz']);
  assert.equal(await readFile(join(elsewhere, 'b.json'), 'utf8'), 'mine');
});

// Files that are written into a folder: all of them, or no new one.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type FolderFile, writeFolder } from '../../src/cli/folder';
import { testFolder } from '../testFolder';

const folder = testFolder();
const NAMES = ['a.py', 'b.json', 'c.npz', 'README.md'];

const filesFailingAt = (failing: number): FolderFile[] =>
  NAMES.map((name, i) => ({
    name,
    content: () => {
      if (i === failing) throw new Error('no space');
      return `new ${name}`;
    },
  }));

test('a write that fails at any file leaves the folder as it was: new, empty, or with files of others', async () => {
  for (let failing = 0; failing < NAMES.length; failing++)
    for (const before of [undefined, [], ['other.txt', '.hidden']]) {
      const parent = await mkdtemp(join(folder, 'parent'));
      const place = join(parent, 'out');
      if (before) await mkdir(place);
      for (const name of before ?? []) await writeFile(join(place, name), name);
      await assert.rejects(writeFolder(place, filesFailingAt(failing), []), /no space/);
      assert.deepEqual(await readdir(parent), before ? ['out'] : []);
      if (before) assert.deepEqual((await readdir(place)).sort(), [...before].sort());
      await writeFolder(place, filesFailingAt(-1), []);
      assert.deepEqual((await readdir(place)).sort(), [...NAMES, ...(before ?? [])].sort());
    }
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

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { link, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeUnfollowed } from '../../../src/engine/machine/writeUnfollowed';
import { testFolder } from '../../testFolder';

const folder = testFolder();
const isLinux = process.platform === 'linux';

test('where a stranger may have prepared the place no link is followed: what has the name is replaced itself, or kept', {
  skip: !isLinux,
}, async () => {
  const [root, outside] = [join(folder, 'prepared'), join(folder, 'outside')];
  await Promise.all([root, outside].map((path) => mkdir(path)));
  const victim = join(outside, 'victim');
  const prepare: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
    nothing: async () => {},
    file: (path) => writeFile(path, 'theirs'),
    link: (path) => symlink(victim, path),
    dangling: (path) => symlink(join(outside, 'new'), path),
    second: (path) => link(victim, path),
    pipe: async (path) => execFileSync('mkfifo', [path]),
  };
  for (const [kind, make] of Object.entries(prepare))
    for (const there of ['replaced', 'kept'] as const) {
      await writeFile(victim, 'precious');
      const path = join(root, `${kind}-${there}`);
      await make(path);
      const written = writeUnfollowed(path, 'ours', { there });
      if (there === 'kept' && kind !== 'nothing') await assert.rejects(written, /exists, and no file is replaced/);
      else {
        await written;
        assert.equal(await readFile(path, 'utf8'), 'ours');
        assert.ok((await lstat(path)).isFile());
      }
      assert.equal(await readFile(victim, 'utf8'), 'precious', kind);
      assert.deepEqual(await readdir(outside), ['victim'], kind);
    }
});

test('a name that is taken while the content comes is kept, and a folder that becomes a link leads nowhere', {
  skip: !isLinux,
}, async () => {
  const [root, outside] = [join(folder, 'racing'), join(folder, 'beyond')];
  await Promise.all([root, outside].map((path) => mkdir(path)));
  const path = join(root, 'a.txt');
  const taking = writeUnfollowed(
    path,
    async (sink) => {
      await sink('ours');
      await symlink(join(outside, 'a.txt'), path);
    },
    { there: 'kept' },
  );
  await assert.rejects(taking, /exists, and no file is replaced/);
  assert.deepEqual(await readdir(root), ['a.txt']);
  const moved = join(folder, 'moved');
  for (const there of ['replaced', 'kept'] as const) {
    await writeUnfollowed(
      join(root, there),
      async (sink) => {
        await rename(root, moved);
        await symlink(outside, root);
        await sink('ours');
      },
      { there },
    );
    assert.equal(await readFile(join(moved, there), 'utf8'), 'ours');
    await assert.rejects(writeUnfollowed(join(root, 'b'), '', { there }), /its folder is a link, or lies behind one/);
    await rm(root);
    await rename(moved, root);
  }
  assert.deepEqual(await readdir(outside), []);
});

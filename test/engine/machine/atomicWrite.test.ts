import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { atomicWrite } from '../../../src/engine/machine/atomicWrite';
import { removeUnfinished } from '../../../src/engine/machine/unfinished';
import { testFolder } from '../../testFolder';

const folder = testFolder();

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
    atomicWrite(path, async (sink) => {
      await sink('half');
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

const isLinux = process.platform === 'linux';

test('a symbolic link leads to the new content, also where nothing was there yet', { skip: !isLinux }, async () => {
  const [target, link, dangling] = ['target.txt', 'link.txt', 'dangling.txt'].map((name) => join(folder, name));
  await writeFile(target, 'old');
  await symlink('target.txt', link);
  await symlink('later.txt', dangling);
  await atomicWrite(link, 'new');
  await atomicWrite(dangling, 'first');
  assert.equal(await readlink(link), 'target.txt');
  assert.equal(await readFile(target, 'utf8'), 'new');
  assert.equal(await readFile(join(folder, 'later.txt'), 'utf8'), 'first');
});

test('links that lead in a circle are said in words', { skip: !isLinux }, async () => {
  await symlink('round-b', join(folder, 'round-a'));
  await symlink('round-a', join(folder, 'round-b'));
  await assert.rejects(atomicWrite(join(folder, 'round-a'), 'x'), /links lead in a circle/);
});

test('mode and owner stay, and every name of a file leads to the new content', { skip: !isLinux }, async () => {
  const [path, other] = [join(folder, 'named.txt'), join(folder, 'other.txt')];
  await writeFile(path, 'old, and longer than what comes');
  await link(path, other);
  await chmod(path, 0o640);
  const root = process.getuid?.() === 0;
  if (root) await chown(path, 1234, 4321);
  await atomicWrite(path, 'new');
  const after = await stat(path);
  assert.equal(after.mode & 0o7777, 0o640);
  assert.equal(after.nlink, 2);
  assert.equal(await readFile(other, 'utf8'), 'new');
  if (root) assert.deepEqual([after.uid, after.gid], [1234, 4321]);
  await rm(other);
  await atomicWrite(path, 'again');
  const alone = await stat(path);
  assert.equal(alone.mode & 0o7777, 0o640);
  if (root) assert.deepEqual([alone.uid, alone.gid], [1234, 4321]);
});

test('private files and their folder are for the owner alone', { skip: !isLinux }, async () => {
  const path = join(folder, 'runs', 'a.ksrun');
  await atomicWrite(path, 'x', { makeFolder: true, private: true });
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await stat(join(folder, 'runs'))).mode & 0o777, 0o700);
});

test('what holds the rows of a file is new to nobody who may not read that file', { skip: !isLinux }, async () => {
  const data = join(folder, 'rows.csv');
  await writeFile(data, 'a\n1\n');
  const modeOf = async (name: string, rowsOf: string) => {
    await atomicWrite(join(folder, name), 'x', { rowsOf });
    return (await stat(join(folder, name))).mode & 0o777;
  };
  const before = process.umask(0o022);
  try {
    await chmod(data, 0o600);
    assert.equal(await modeOf('of-private', data), 0o600);
    await chmod(data, 0o444);
    assert.equal(await modeOf('of-public', data), 0o644);
    assert.equal(await modeOf('of-nothing', join(folder, 'gone.csv')), 0o644);
    assert.equal(await modeOf('of-pipe', '/dev/null'), 0o644);
  } finally {
    process.umask(before);
  }
});

test('a pipe is written in place and stays a pipe', { skip: !isLinux }, async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const heard = readFile(path, 'utf8');
  await atomicWrite(path, 'through the pipe');
  assert.equal(await heard, 'through the pipe');
  assert.ok((await stat(path)).isFIFO());
});

test('a device is written in place and stays a device', { skip: !isLinux }, async () => {
  await atomicWrite('/dev/null', 'into nothing');
  assert.ok((await stat('/dev/null')).isCharacterDevice());
  await assert.rejects(atomicWrite('/dev/full', 'x'), /the disk is full/);
});

test('a name as long as names may be is written', async () => {
  const path = join(folder, 'n'.repeat(255));
  await atomicWrite(path, 'long');
  assert.equal(await readFile(path, 'utf8'), 'long');
  await assert.rejects(atomicWrite(`${path}n`, 'too long'), /its name is too long/);
});

test('a rename that another program holds up is tried again, and then said in words', async () => {
  const path = join(folder, 'held.txt');
  let attempts = 0;
  const held =
    (times: number, code = 'EBUSY') =>
    async (from: string, to: string) => {
      if (attempts++ < times) throw Object.assign(new Error('held'), { code });
      await rename(from, to);
    };
  for (const code of ['EBUSY', 'EPERM', 'EACCES']) {
    attempts = 0;
    await atomicWrite(path, code, { rename: held(3, code) });
    assert.equal(attempts, 4);
    assert.equal(await readFile(path, 'utf8'), code);
  }
  await atomicWrite(path, 'through');
  attempts = 0;
  await assert.rejects(atomicWrite(path, 'never', { rename: held(100) }), /another program is using it/);
  assert.equal(await readFile(path, 'utf8'), 'through');
});

test('temporary files of killed processes are swept, those of others and young ones are not', async () => {
  const within = join(folder, 'swept');
  const old = '.kernelscope.0123456789ab.tmp';
  const young = '.kernelscope.ba9876543210.tmp';
  const foreign = '.kernelscope.notes.tmp';
  await mkdir(within);
  for (const name of [old, young, foreign]) await writeFile(join(within, name), 'x');
  const hoursAgo = Date.now() / 1000 - 7200;
  await utimes(join(within, old), hoursAgo, hoursAgo);
  await utimes(join(within, foreign), hoursAgo, hoursAgo);
  await atomicWrite(join(within, 'a.txt'), 'x');
  assert.deepEqual((await readdir(within)).sort(), [young, foreign, 'a.txt'].sort());
});

test('a process that is told to end removes what it has not finished', async () => {
  const within = join(folder, 'ended');
  await mkdir(within);
  let seen: string[] = [];
  await assert.rejects(
    atomicWrite(join(within, 'a.txt'), async (sink) => {
      await sink('half');
      seen = await readdir(within);
      removeUnfinished();
      throw new Error('ended');
    }),
    /ended/,
  );
  assert.equal(seen.length, 1);
  assert.deepEqual(await readdir(within), []);
});

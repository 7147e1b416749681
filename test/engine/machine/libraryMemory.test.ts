import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  isDistrusted,
  isOpen,
  isProven,
  LibraryMemory,
  libraryMemoryPath,
} from '../../../src/engine/machine/libraryMemory';
import { testFolder } from '../../testFolder';

/** A library that is no more than a file, and a memory in which it is proven. */
async function proven() {
  const folder = testFolder();
  const file = join(folder, 'libopenblas.so.0');
  writeFileSync(file, 'in place of a library');
  const path = join(folder, 'caches', 'libraries.json');
  const memory = new LibraryMemory(path, 'here', '1.0.0');
  await memory.note(file, { verdict: 'proven', ratio: 2.6 });
  return { folder, file, path, memory };
}

const filesOf = async (memory: LibraryMemory) => (await memory.tried()).map(({ file }) => file);

test('what is known of a library is kept, and added to', async () => {
  const { file, memory } = await proven();
  await memory.note(file, { told: true });
  const [library] = await memory.tried();
  const { verdict, ratio, told, ends } = library;
  assert.deepEqual({ verdict, ratio, told, ends }, { verdict: 'proven', ratio: 2.6, told: true, ends: 0 });
  assert.ok(isProven(library) && !isOpen(library));
  assert.deepEqual(await filesOf(memory), [file]);
});

test('the file is for its owner alone', { skip: process.platform === 'win32' }, async () => {
  const { path } = await proven();
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
});

test('a trial holds for one machine and one version', async () => {
  const { path, file } = await proven();
  assert.deepEqual(await filesOf(new LibraryMemory(path, 'here', '1.0.0')), [file]);
  assert.deepEqual(await filesOf(new LibraryMemory(path, 'elsewhere', '1.0.0')), []);
  assert.deepEqual(await filesOf(new LibraryMemory(path, 'here', '1.0.1')), []);
});

test('a library that was replaced, touched or taken away must prove itself anew', async () => {
  for (const change of [
    (file: string) => writeFileSync(file, 'in place of another library'),
    (file: string) => utimesSync(file, 1, 1),
    (file: string) => {
      const { mtime } = statSync(file);
      // As long, and as old by its date.
      writeFileSync(file, 'in place of a LIBRARY');
      utimesSync(file, mtime, mtime);
    },
  ]) {
    const { file, memory } = await proven();
    change(file);
    assert.deepEqual(await filesOf(memory), [], String(change));
  }
});

test('a file that holds anything else holds nothing', async () => {
  const { path, memory } = await proven();
  const whole = JSON.parse(readFileSync(path, 'utf8'));
  const [library] = whole.libraries;
  const spoilt = [
    '',
    '[]',
    'null',
    '{"machine"',
    { ...whole, libraries: library },
    { ...whole, libraries: Array(65).fill(library) },
    ...Object.keys(library).map((name) => ({ ...whole, libraries: [{ ...library, [name]: undefined }] })),
    ...Object.keys(library).map((name) => ({ ...whole, libraries: [{ ...library, [name]: [] }] })),
    ...[-1, null, '2.6', Number.NaN].map((ratio) => ({ ...whole, libraries: [{ ...library, ratio }] })),
    { ...whole, libraries: [{ ...library, file: 'libopenblas.so.0' }] },
    { ...whole, libraries: [{ ...library, verdict: 'trusted' }] },
    { ...whole, padding: 'x'.repeat(65_536) },
  ];
  for (const content of spoilt) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(path, text);
    assert.deepEqual(await memory.tried(), [], text.slice(0, 300));
  }
  writeFileSync(path, JSON.stringify(whole));
  assert.equal((await memory.tried()).length, 1);
});

test('a library whose process ended is distrusted until its file changes; while it is tried, after the second time', async () => {
  const { file, memory } = await proven();
  await memory.distrust(file);
  const [distrusted] = await memory.tried();
  assert.ok(isDistrusted(distrusted) && !isProven(distrusted) && !isOpen(distrusted));
  writeFileSync(file, 'in place of its next release');
  await memory.note(file, { ends: 1 });
  assert.ok((await memory.tried()).every(isOpen));
  await memory.note(file, { ends: 2 });
  assert.ok(!(await memory.tried()).some(isOpen));
});

test('a trial that was ended for want of a processor is taken back', async () => {
  const { folder, file, memory } = await proven();
  const other = join(folder, 'libmkl_rt.so.3');
  writeFileSync(other, 'in place of a library');
  await memory.note(other, { ends: 2 });
  await memory.forgive();
  const ends = Object.fromEntries((await memory.tried()).map((library) => [library.file, library.ends]));
  assert.deepEqual(ends, { [other]: 1, [file]: 0 });
  await memory.forget();
  assert.deepEqual(await memory.tried(), []);
  await memory.forgive();
});

/** The number of a process that is no more. */
const endedProcess = () => spawnSync(process.execPath, ['-e', '']).pid;

test('uses that did not end by themselves are settled: one may be an interruption, two in a row are not', async () => {
  const { file, path, memory } = await proven();
  writeFileSync(`${path}.${endedProcess()}`, file);
  await memory.settleUses();
  assert.ok((await memory.tried()).some(isProven));
  writeFileSync(`${path}.${endedProcess()}`, file);
  writeFileSync(`${path}.${process.pid}`, 'a library in use');
  writeFileSync(`${path}.note`, 'no number');
  await memory.settleUses();
  assert.ok(!(await memory.tried()).some(isProven));
  assert.deepEqual(readdirSync(dirname(path)).sort(), [
    'libraries.json',
    `libraries.json.${process.pid}`,
    'libraries.json.note',
  ]);
});

test('the memory is in the folder of caches, and one for each machine', () => {
  const name = /^linear-algebra-[0-9a-f]{16}\.json$/;
  const place = (environment: Record<string, string>, platform: NodeJS.Platform) => {
    const path = libraryMemoryPath(environment, platform) ?? '';
    assert.match(path.split(/[\\/]/).at(-1) ?? '', name);
    return dirname(path);
  };
  assert.equal(place({ HOME: '/home/a' }, 'linux'), '/home/a/.cache/kernelscope');
  assert.equal(place({ HOME: '/home/a', XDG_CACHE_HOME: '/caches' }, 'linux'), '/caches/kernelscope');
  assert.equal(place({ HOME: '/Users/a' }, 'darwin'), '/Users/a/Library/Caches/kernelscope');
  for (const environment of [{}, { HOME: '' }, { HOME: 'relative' }, { LOCALAPPDATA: '/x' }])
    assert.equal(libraryMemoryPath(environment, 'linux'), undefined);
  assert.equal(libraryMemoryPath({ HOME: '/home/a' }, 'win32'), undefined);
});

test('a memory that cannot be written says so, and a use that cannot be marked is no failure', async () => {
  const { folder, file } = await proven();
  const taken = join(folder, 'taken');
  writeFileSync(taken, '');
  const memory = new LibraryMemory(join(taken, 'libraries.json'), 'here', '1.0.0');
  await assert.rejects(memory.note(file, {}), /was not written/);
  memory.markUse(file);
  await memory.settleUses();
  assert.deepEqual(await memory.tried(), []);
  mkdirSync(join(folder, 'caches'), { recursive: true });
  assert.ok(existsSync(file));
});

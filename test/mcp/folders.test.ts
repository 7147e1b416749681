import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { toFailure } from '../../src/engine/contract/failure';
import { Folders } from '../../src/mcp/folders';
import { testFolder } from '../testFolder';

const base = realpathSync(testFolder());
const [work, notes, elsewhere] = ['work', 'notes', 'elsewhere'].map((name) => join(base, name));
let folders: Folders;

before(async () => {
  for (const path of [work, notes, elsewhere, join(work, 'data'), join(work, '.hidden'), join(work, 'a.csv.d')])
    mkdirSync(path);
  for (const path of [
    join(work, 'here.csv'),
    join(work, 'data', 'rows.csv'),
    join(work, '.hidden', 'secret.csv'),
    join(notes, 'other.tsv'),
    join(elsewhere, 'rows.csv'),
  ])
    writeFileSync(path, 'x\n1\n');
  symlinkSync(join(elsewhere, 'rows.csv'), join(work, 'link.csv'));
  symlinkSync(elsewhere, join(work, 'way'));
  symlinkSync(join(elsewhere, 'gone.csv'), join(work, 'dangling.csv'));
  symlinkSync('loop.csv', join(work, 'loop.csv'));
  symlinkSync(join(work, 'data', 'rows.csv'), join(work, 'inner.csv'));
  symlinkSync(work, join(base, 'alias'));
  folders = await Folders.of([work, notes]);
});

async function refusal(job: Promise<unknown>): Promise<string> {
  const error = await job.then(
    (value) => assert.fail(`it did not fail: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  assert.notEqual(toFailure(error).code, 'engine/failed');
  return toFailure(error).message;
}

test('a file is found by its path in any of the folders, by its whole path, and by links that stay inside', async () => {
  const rows = { kind: 'path', path: join(work, 'data', 'rows.csv') };
  for (const named of [
    'data/rows.csv',
    'data/../data/./rows.csv',
    join(work, 'data/rows.csv'),
    join(base, 'alias/data/rows.csv'),
    'inner.csv',
    '../work/data/rows.csv',
  ])
    assert.deepEqual(await folders.file(named), rows, named);
  assert.equal((await folders.file('other.tsv')).path, join(notes, 'other.tsv'));
  assert.equal(folders.shown(rows.path), join('data', 'rows.csv'));
});

const OUTSIDE = [
  ['above the folder', '../elsewhere/rows.csv'],
  ['a whole path', '/etc/passwd'],
  ['the folder above', '..'],
  ['a link to a file', 'link.csv'],
  ['a file by a link to a folder', 'way/rows.csv'],
  ['a file that is not there, by a link to a folder', 'way/none.csv'],
  ['above, by a link', 'way/../../elsewhere/rows.csv'],
  ['a file that is not there above', '../elsewhere/none.csv'],
  ['a folder of a like name', '../work2/rows.csv'],
] as const;
for (const [what, named] of OUTSIDE)
  test(`${what} is outside, whether it is there or not`, async () => {
    assert.match(await refusal(folders.file(named)), /is outside work or notes, or a link that leads out/);
  });

const NO_FILE = [
  ['a misspelt file', 'hree.csv', /no file hree\.csv in work or notes\. Did you mean here\.csv\?/],
  ['a file of another folder', 'rows.csv', /Did you mean data\/rows\.csv\?/],
  ['a file like no other', 'zzzzzzzzzzzz', /There are here\.csv, data\/rows\.csv, other\.tsv\./],
  ['a link to nothing', 'dangling.csv', /no file dangling\.csv/],
  ['a link in a circle', 'loop.csv', /no file loop\.csv/],
  ['a folder', 'data', /data is no file/],
  ['the folder itself', '.', /\. is no file\. Name a file with a table\. There are here\.csv/],
  ['a character of code 0', 'a\0.csv', /no character of code 0/],
] as const;
for (const [what, named, says] of NO_FILE)
  test(`${what} is a sentence on what to do`, async () => {
    assert.match(await refusal(folders.file(named)), says);
  });

test('a new file is made where nothing is, under an ending that fits', async () => {
  assert.equal(await folders.newFile('new.csv', '.csv'), join(work, 'new.csv'));
  assert.equal(await folders.newFile('data/new.CSV', '.csv'), join(work, 'data', 'new.CSV'));
  assert.equal(await folders.newFile(join(notes, 'm.ksmodel'), '.ksmodel'), join(notes, 'm.ksmodel'));
  for (const [named, says] of [
    ['here.csv', /here\.csv exists, and no file is replaced/],
    ['a.csv.d', /has to end in \.csv/],
    ['inner.csv', /exists/],
    ['dangling.csv', /exists/],
    ['none/new.csv', /folder of none\/new\.csv is not there/],
    ['here.csv/new.csv', /is not there/],
    ['.bashrc', /has to end in \.csv/],
    ['../new.csv', /outside.*write nothing there/],
    ['way/new.csv', /outside/],
    ['/etc/new.csv', /outside/],
  ] as const)
    assert.match(await refusal(folders.newFile(named, '.csv')), says, named);
});

test('what is given has to be folders', async () => {
  assert.match(await refusal(Folders.of([join(work, 'here.csv')])), /here\.csv is no folder/);
  assert.match(await refusal(Folders.of([join(base, 'none')])), /is no folder/);
  assert.deepEqual((await Folders.of([work, join(base, 'alias')])).roots, [work]);
});

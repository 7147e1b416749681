import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Uri } from 'vscode';
import { withSelection } from '../../src/extension/arguments/selection';
import { failureOf } from './failureOf';
import { FileType, files, workspace } from './fakeVscode';

const file = (path: string) => {
  files.set(`file:${path}`, new Uint8Array(1));
  return Uri.file(path);
};

test('several selected files are one table, whichever was clicked', async () => {
  const all = [file('/data/b.csv'), file('/data/a.csv'), file('/data/x/c.csv')];
  for (const clicked of all) {
    const [joined, ...rest] = await withSelection([clicked, all]);
    assert.equal((joined as Uri).fsPath, '/data/{a.csv,b.csv,x/c.csv}');
    assert.deepEqual(rest, []);
  }
});

test('what is no selection of several files stays as it is', async () => {
  const one = file('/data/a.csv');
  const other = file('/data/b.csv');
  for (const given of [[], [one], [one, [one]], [one, { target: 'y' }], ['a.csv', [one, other]], [one, [other, other]]])
    assert.equal(await withSelection(given), given);
});

test('a folder among files, and files that are on no disk, are refused', async () => {
  const [one, other] = [file('/data/a.csv'), file('/data/b.csv')];
  const far = Uri.from({ scheme: 'memfs', path: '/c.csv' });
  assert.match((await failureOf(withSelection([one, [one, far]]))).message, /only on disk/);
  const was = workspace.fs.stat;
  workspace.fs.stat = async () => ({ size: 0, mtime: 0, type: FileType.Directory });
  try {
    assert.equal((await failureOf(withSelection([one, [one, other]]))).failure.code, 'file/is-directory');
  } finally {
    workspace.fs.stat = was;
  }
});

// "Export Model…": the questions before anything is written, and the files on the disk when it is not written
// completely.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError } from '../../src/engine/contract/context';
import { exportModelCommand } from '../../src/extension/commands/exportModel';
import type { Services } from '../../src/extension/services';
import { FileSystemError, files, reset, shown, Uri, workspace } from './fakeVscode';
import { sampleRun } from './sampleRun';

const SIZE = "2 files, 1.2 MB; the model's own file has 80 kB.";
const LEFT_OUT = 'Prediction intervals are left out, because they would make it 24.9 MB.';
const place = Uri.from({ scheme: 'memfs', path: '/data' });
/** The requests that the engine was sent. */
const asked: object[] = [];

/** Files of an export without intervals have another content than those with them. */
function services(cancelled = false): Services {
  const run = { ...sampleRun('a', '2026-07-01T10:00:00Z'), origin: 'memfs:/data/rows.csv' };
  const call = async (_: string, request: { readonly intervals?: boolean }) => {
    asked.push(request);
    if (cancelled) throw cancelledError();
    const content = new TextEncoder().encode(String(request.intervals ?? false));
    const all = ['model.onnx', 'README.md', 'about.json'].map((name) => ({ name, content }));
    return { files: all, size: SIZE, ...(request.intervals !== true && { leftOut: LEFT_OUT }) };
  };
  return {
    log: { error() {}, info() {}, warn() {}, debug() {} },
    store: { load: async () => run, list: async () => [] },
    engine: { call },
    tasks: { run: (_: object, work: (call: object) => unknown) => work({}) },
  } as unknown as Services;
}

const texts = (of: string) => shown.filter(({ place: where }) => where === of).map(({ text }) => text);

/** Exports with dialogs, in which a person gives this answer to the question. */
async function exported(answer: string | undefined, { cancelled = false, folder = true } = {}) {
  reset((where, options) => {
    if (where === 'pick') return options.find((item) => (item as { label: string }).label.includes('ONNX'));
    if (where === 'dialog') return folder ? [place] : undefined;
    return answer !== undefined && options.includes(answer) ? answer : undefined;
  });
  asked.length = 0;
  files.set(`${place}/rows.csv`, new Uint8Array());
  return exportModelCommand(services(cancelled), 'a');
}

const onDisk = () => [...files.keys()].filter((path) => !path.endsWith('rows.csv')).sort();

test('the size, and what is left out for it, are said before anything is written', async () => {
  for (const [answer, content] of [
    ['Without Intervals', 'false'],
    ['With Intervals', 'true'],
  ] as const) {
    await exported(answer);
    assert.ok(texts('message').includes(`${LEFT_OUT} ${SIZE}`), texts('message').join('|'));
    assert.deepEqual(texts('button').slice(0, 2), ['Without Intervals', 'With Intervals']);
    const written = onDisk().filter((path) => !path.endsWith('/'));
    assert.equal(written.length, 3);
    for (const path of written) assert.equal(new TextDecoder().decode(files.get(path)), content);
  }
});

test('who cancels, at whichever step, finds nothing on the disk', async () => {
  for (const [answer, more] of [
    [undefined, {}],
    ['With Intervals', { folder: false }],
    ['With Intervals', { cancelled: true }],
  ] as const) {
    const result = await exported(answer, more);
    assert.ok(result === undefined || 'failure' in result, JSON.stringify(result));
    assert.deepEqual(onDisk(), []);
  }
});

test('an export that fails at any of its files leaves none, and nothing else is touched', async (t) => {
  const { writeFile } = workspace.fs;
  t.after(() => {
    workspace.fs.writeFile = writeFile;
  });
  for (const failing of [0, 1, 2]) {
    let count = 0;
    workspace.fs.writeFile = async (uri, content) => {
      // Somebody else's file comes into the folder meanwhile.
      if (failing === 2 && count === 1) files.set(`${Uri.joinPath(uri, '../other.txt')}`, new Uint8Array());
      if (count++ === failing) throw new FileSystemError('NoPermissions');
      files.set(uri.toString(), content);
    };
    const result = await exported('Without Intervals');
    assert.ok(result && 'failure' in result);
    assert.equal(result.failure.code, 'file/not-written');
    const left = onDisk().filter((path) => !path.endsWith('/'));
    assert.deepEqual(
      left.map((path) => path.replace(/^.*\//, '')),
      failing === 2 ? ['other.txt'] : [],
    );
    assert.equal(
      onDisk().some((path) => path.endsWith('/')),
      failing === 2,
    );
  }
});

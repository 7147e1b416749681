import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../src/engine/contract/pack';
import { ResultsPanel } from '../../src/extension/panels/resultsPanel';
import { EventEmitter, Uri } from './fakeVscode';
import { sampleRun } from './sampleRun';

/** A panel over a view that, once closed, throws wherever it is touched, as VS Code's do. */
function opened(runId: string, bytes: () => Promise<Uint8Array>) {
  const closing = new EventEmitter<undefined>();
  const posted: string[] = [];
  let closed = false;
  const alive = <T>(value: T): T => {
    if (closed) throw new Error('Webview is disposed');
    return value;
  };
  const webview = {
    onDidReceiveMessage: new EventEmitter().event,
    postMessage: async ({ type }: { type: string }) => posted.push(type),
    asWebviewUri: String,
    cspSource: '',
    html: '',
  };
  const view = {
    get webview() {
      return alive(webview);
    },
    get title() {
      return alive('a');
    },
    set title(_: string) {
      alive('');
    },
    onDidDispose: closing.event,
    dispose() {},
  };
  const said: string[] = [];
  const log = { warn: (line: string) => said.push(line), error: (line: string) => said.push(line), info() {} };
  const host = { log, extensionUri: Uri.file('/extension'), store: { bytes }, actions: {} };
  const panel = new ResultsPanel(view as never, { runId, tab: 'overview' }, host as never);
  const close = () => {
    closed = true;
    closing.fire(undefined);
  };
  return { panel, posted, said, close };
}

const never = () => Promise.reject(new Error('not asked for'));

test('a fit whose panel is closed meanwhile goes on, and its progress is heard by nobody', async () => {
  const { panel, posted, close } = opened('', never);
  panel.await(() => {});
  await panel.receive({ type: 'ready' });
  panel.progress(0.2, 'reading');
  assert.deepEqual(posted, ['progress', 'progress']);
  close();
  panel.progress(0.4, 'decomposing');
  assert.equal(panel.finish('a', 0), false);
  panel.abandon();
  assert.deepEqual(posted, ['progress', 'progress']);
});

test('a panel that is closed while its run is read says nothing more', async () => {
  let read = (_: Uint8Array) => {};
  const { panel, posted, said, close } = opened('a', () => new Promise((done) => (read = done)));
  const replayed = panel.receive({ type: 'ready' });
  close();
  read(pack(sampleRun('a', '2026-07-01T10:00:00Z')));
  await replayed;
  assert.deepEqual([...posted, ...said], []);
});

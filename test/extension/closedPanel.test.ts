import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../src/engine/contract/failure';
import { pack } from '../../src/engine/contract/pack';
import type { FitRequest } from '../../src/engine/contract/run';
import { runFit } from '../../src/extension/fit/runFit';
import { ResultsPanel } from '../../src/extension/panels/resultsPanel';
import type { Services } from '../../src/extension/services';
import { RunningTasks } from '../../src/extension/tasks';
import { failureOf } from './failureOf';
import { EventEmitter, Uri } from './fakeVscode';
import { sampleRun } from './sampleRun';

/** A panel over a view that, once closed, throws wherever it is touched, as VS Code's do. */
function opened(runId: string, bytes: () => Promise<Uint8Array>) {
  const closing = new EventEmitter<undefined>();
  const posted: string[] = [];
  const buttons: { id: string; title: string }[] = [];
  const fitted: string[] = [];
  let closed = false;
  const alive = <T>(value: T): T => {
    if (closed) throw new Error('Webview is disposed');
    return value;
  };
  const webview = {
    onDidReceiveMessage: new EventEmitter().event,
    postMessage: async (message: { type: string; buttons?: { id: string; title: string }[] }) => {
      posted.push(message.type);
      buttons.push(...(message.buttons ?? []));
    },
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
    get visible() {
      return alive(true);
    },
    onDidDispose: closing.event,
    dispose: () => close(),
  };
  const said: string[] = [];
  const log = {
    warn: (line: string) => said.push(line),
    error: (line: string) => said.push(line),
    info() {},
    debug() {},
  };
  const host = {
    log,
    extensionUri: Uri.file('/extension'),
    store: { bytes },
    actions: { fitTitled: async (title: string) => fitted.push(title) },
  };
  const panel = new ResultsPanel(view as never, { runId, tab: 'overview' }, host as never);
  const close = () => {
    if (closed) return;
    closed = true;
    closing.fire(undefined);
  };
  return { panel, posted, buttons, fitted, said, close, isClosed: () => closed };
}

const never = () => Promise.reject(new Error('not asked for'));

test('a fit ends with its panel, and nothing of it is heard after', async () => {
  const { panel, posted, close } = opened('', never);
  let cancelled = 0;
  panel.await({ cancel: () => cancelled++, finish() {}, seen() {} }, 0);
  await panel.receive({ type: 'ready' });
  panel.progress(0.2, 'reading');
  assert.deepEqual(posted, ['progress', 'progress']);
  assert.equal(panel.watcher.place.isSeen(), true);
  close();
  assert.equal(cancelled, 1);
  assert.equal(panel.watcher.place.isSeen(), false);
  panel.progress(0.4, 'decomposing');
  panel.finish('a', 0);
  panel.abandon();
  assert.deepEqual(posted, ['progress', 'progress']);
});

test('a panel that is closed after its fit cancels nothing', async () => {
  const { panel, close } = opened('', never);
  let cancelled = 0;
  panel.await({ cancel: () => cancelled++, finish() {}, seen() {} }, 0);
  panel.finish('a', 0);
  close();
  assert.equal(cancelled, 0);
});

test('Stop in the page ends the comparison of its fit, and cancels nothing', async () => {
  const { panel } = opened('', never);
  const did: string[] = [];
  panel.await({ cancel: () => did.push('cancel'), finish: () => did.push('finish'), seen() {} }, 0);
  await panel.receive({ type: 'finishRace' });
  assert.deepEqual(did, ['finish']);
  panel.finish('a', 0);
  await panel.receive({ type: 'finishRace' });
  assert.deepEqual(did, ['finish']);
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

test('while a person picks its cancel button ends the picks, then the fit', () => {
  const { panel, posted } = opened('', never);
  let [ended, cancelled] = [0, 0];
  panel.expect(() => ended++);
  void panel.receive({ type: 'ready' });
  assert.deepEqual(posted, ['progress']);
  void panel.receive({ type: 'cancel' });
  assert.equal(ended, 1);
  panel.await({ cancel: () => cancelled++, finish() {}, seen() {} }, 0);
  assert.deepEqual(posted, ['progress', 'progress']);
  void panel.receive({ type: 'cancel' });
  assert.deepEqual([ended, cancelled], [1, 1]);
});

test('a panel whose run is not stored offers to fit its file again, and makes way for it', async () => {
  const gone = () => Promise.reject(new KernelscopeError('run/unreadable', 'This run is no longer in the history.'));
  for (const runId of ['', 'a']) {
    const { panel, posted, buttons, fitted, isClosed } = opened(runId, gone);
    await panel.receive({ type: 'ready' });
    assert.deepEqual([posted, buttons.map(({ title }) => title)], [['failure'], ['Fit the File Again']]);
    await panel.receive({ type: 'failureButton', id: buttons[0].id });
    assert.deepEqual([fitted, isClosed()], [['a'], true]);
  }
});

test('a panel that is closed while a person picks ends the picks', () => {
  const { panel, close } = opened('', never);
  let ended = 0;
  panel.expect(() => ended++);
  close();
  assert.equal(ended, 1);
});

test('what a panel was opened for ends with it before the fit too: no page of ways, no panel, no fit', async () => {
  const left = new AbortController();
  const called: string[] = [];
  const engine = {
    call: async (what: string) => {
      called.push(what);
      // The person closes the panel during the pilot.
      if (what === 'propose') left.abort();
      return what === 'estimate' ? { verdict: 'ask', seconds: 60 } : { proposals: [{ possible: true }], message: '' };
    },
  };
  const services = {
    engine,
    tasks: new RunningTasks(),
    paces: { get: () => ({}) },
    clusters: {},
  } as unknown as Services;
  const request = { source: {}, design: { target: 'y' }, method: 'krr' } as unknown as FitRequest;
  const begin = () => assert.fail('a fit began');
  const { failure } = await failureOf(
    runFit(services, request, Uri.file('/a.csv') as never, { signal: left.signal, begin, ways: {} }),
  );
  assert.equal(failure.code, 'run/cancelled');
  assert.deepEqual(called, ['propose']);
});

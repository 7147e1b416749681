import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showReproduction } from '../../src/extension/commands/reproduce';
import { ResultsPanel } from '../../src/extension/panels/resultsPanel';
import { type FromView, pageMessage } from '../../src/webview/protocol.schema';
import { Uri, window } from './fakeVscode';

const filter = { kind: 'zones', lambda: 1e-3, k: 0, r: 10 } as const;
const SENT: { readonly [K in FromView['type']]: Extract<FromView, { readonly type: K }> } = {
  ready: { type: 'ready' },
  state: { type: 'state', view: { runId: 'a', tab: 'risk', filter } },
  drawn: { type: 'drawn', tab: 'rows', milliseconds: 12.5 },
  save: { type: 'save', name: 'x.svg', format: 'svg', bytes: Uint8Array.of(1) },
  use: { type: 'use', filter },
  useStrength: { type: 'useStrength', axis: 'epsilon', value: 0.5 },
  change: { type: 'change', change: { kind: 'kernel', kernel: 'laplace', byColumn: true } },
  command: { type: 'command', command: 'kernelscope.predict' },
  pick: { type: 'pick', what: 'kernel' },
  openLine: { type: 'openLine', line: 3 },
  popOut: { type: 'popOut', tab: 'rows' },
  changeData: { type: 'changeData' },
  compare: { type: 'compare' },
  compareState: {
    type: 'compareState',
    view: { runIds: ['a', 'b'], baseline: 'b', target: 'y', measure: 'absolute', race: 'r' },
  },
  openRun: { type: 'openRun', id: 'a' },
  chooseRuns: { type: 'chooseRuns' },
  fitCandidate: { type: 'fitCandidate', lane: 'matern32-columns' },
  inspectState: {
    type: 'inspectState',
    view: { file: 'file:///a.csv', sort: 'gaps', reversed: true, filter: 'x', open: 3 },
  },
  dataChange: { type: 'dataChange', change: { kind: 'kind', column: 2, as: 'category' } },
  dataAction: { type: 'dataAction', action: 'fit' },
  failureButton: { type: 'failureButton', id: 'tryAgain' },
  saveScores: { type: 'saveScores' },
  ask: { type: 'ask', id: 3, question: { kind: 'whatIf', row: 2, values: { a: '1' }, intervals: true } },
  showBefore: { type: 'showBefore' },
  saveRows: { type: 'saveRows', rows: '1,4-7' },
  formChanged: { type: 'formChanged', values: { a: 'x', b: ['y', 'z'] } },
  formAction: { type: 'formAction', action: 'fit', values: {} },
  explain: { type: 'explain', anchor: 'methods.md#kernels' },
  start: { type: 'start', choice: 'gauge' },
  takeWay: { type: 'takeWay', way: 2 },
  cancel: { type: 'cancel' },
  finishRace: { type: 'finishRace' },
  defect: { type: 'defect', message: 'm', stack: 's' },
};

test('what a page sends is read as it was sent', () => {
  for (const message of Object.values(SENT)) assert.deepEqual(pageMessage(structuredClone(message)), message);
});

test("a click on Huber's lane is read, with nothing but its kind", () => {
  const message = { type: 'change', change: { kind: 'huber', method: 'other' } };
  assert.deepEqual(pageMessage(message), { type: 'change', change: { kind: 'huber' } });
  assert.deepEqual(pageMessage({ type: 'fitCandidate', lane: 'huber' }), { type: 'fitCandidate', lane: 'huber' });
});

test('a click on landmarks or random features is read, and on no other lane that way', () => {
  const read = (lane: unknown, more = {}) =>
    pageMessage({ type: 'change', change: { kind: 'approximation', lane, ...more } });
  const change = { kind: 'approximation', lane: 'features' };
  assert.deepEqual(read('features', { count: 1e9 }), { type: 'change', change });
  for (const other of ['huber', 'toString', undefined, 3, ['landmarks']]) assert.equal(read(other), undefined);
});

test('a message with a member missing or of another kind is passed over', () => {
  const others = [undefined, null, -1, 1.5, Number.NaN, 'constructor', {}, [], { kind: 'toString' }, { length: 2e8 }];
  for (const message of Object.values(SENT))
    for (const [name, was] of Object.entries(message))
      for (const other of others) {
        const read = pageMessage({ ...message, [name]: other });
        // A state of the page is mended where it can be; texts and numbers may be any.
        if (read === undefined || name === 'view') continue;
        assert.equal(typeof other, typeof was, `${message.type}.${name}`);
      }
  for (const value of [
    undefined,
    null,
    'ready',
    7,
    [],
    { type: '__proto__' },
    { type: 'toString' },
    { type: ['ready'] },
  ])
    assert.equal(pageMessage(value), undefined);
  assert.equal(pageMessage({ type: 'state' }), undefined);
  assert.equal(pageMessage({ type: 'use', filter: { kind: 'zones', lambda: Number.NaN, k: 0, r: 1 } }), undefined);
  for (const threshold of [0, 1, -0.5, 'half'])
    assert.equal(pageMessage({ type: 'use', filter, threshold }), undefined);
  const moved = { type: 'use', filter, threshold: 0.3 };
  assert.deepEqual(pageMessage(moved), moved);
  assert.equal(pageMessage({ type: 'openLine', line: -1 }), undefined);
  for (const command of ['kernelscope.clearRuns', 'workbench.action.quit', 'constructor', undefined])
    assert.equal(pageMessage({ type: 'command', command }), undefined);
  for (const change of [
    undefined,
    { kind: 'toString' },
    { kind: 'kernel', kernel: '0.5*linear', byColumn: true },
    { kind: 'kernel', kernel: 'laplace' },
    { kind: 'lastRows', share: 1 },
    { kind: 'lastRows', share: 0.2, by: 3 },
  ])
    assert.equal(pageMessage({ type: 'change', change }), undefined);
});

test('panels do nothing for a message that no page of theirs sends', async () => {
  const did: string[] = [];
  const listen = () => ({ dispose() {} });
  const note =
    (what: string) =>
    async (...given: unknown[]) =>
      void did.push(`${what} ${given.length}`);
  let page: (message: unknown) => unknown = () => {};
  const view = {
    webview: {
      onDidReceiveMessage(heard: typeof page) {
        page = heard;
        return { dispose() {} };
      },
      postMessage: note('post'),
      asWebviewUri: String,
      cspSource: 'https://file.example',
      html: '',
    },
    onDidDispose: listen,
    title: 'a',
  };
  const actions = Object.fromEntries(
    ['refit', 'openLine', 'save', 'changeData', 'compare', 'saveScores'].map((name) => [name, note(name)]),
  );
  const log = { warn: () => did.push('warned'), error: note('log'), info() {}, debug() {} };
  const extensionUri = Uri.file('/extension');
  const host = { actions, log, extensionUri, viewed: note('viewed'), popOut: note('popOut'), store: {} };
  new ResultsPanel(view as never, { runId: 'a', tab: 'overview' }, host as never);
  const wrong = Object.values(SENT).flatMap((message) =>
    Object.keys(message).map((name) => ({ ...message, [name]: { length: 2e8 } })),
  );
  const refused = wrong.filter((message) => pageMessage(message) === undefined);
  assert.ok(refused.length > Object.keys(SENT).length);
  for (const message of refused) await page(message);
  assert.deepEqual(new Set(did), new Set(['warned']));
  did.length = 0;
  Object.assign(window, { createWebviewPanel: () => view });
  showReproduction({ context: { extensionUri }, log } as never, { spec: { title: 'A figure' } } as never);
  for (const message of refused) await page(message);
  assert.deepEqual(new Set(did), new Set(['warned']));
  did.length = 0;
  await page({ type: 'ready' });
  assert.deepEqual(did, ['post 1']);
});

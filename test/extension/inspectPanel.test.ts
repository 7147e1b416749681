import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError } from '../../src/engine/contract/context';
import { KernelscopeError } from '../../src/engine/contract/failure';
import { unpack } from '../../src/engine/contract/pack';
import { type Asking, type InspectHost, InspectPanel } from '../../src/extension/panels/inspectPanel';
import type { Inspected } from '../../src/webview/inspect/inspected';
import type { ToView } from '../../src/webview/protocol';
import { Uri } from './fakeVscode';

const FILE = 'file:/data/a.csv';
const looked = (rows: number) => ({
  inspected: { file: 'a.csv', profile: { inspection: { rows, columns: [{}, {}] } } } as unknown as Inspected,
  request: {} as never,
});

function opened(file: string, look: (asking: Asking) => Promise<ReturnType<typeof looked>>, more: object = {}) {
  const did: string[] = [];
  const inbox: ToView[] = [];
  const view = {
    webview: {
      onDidReceiveMessage: () => ({ dispose() {} }),
      async postMessage(message: ToView) {
        inbox.push(message);
      },
      asWebviewUri: String,
      cspSource: 'https://file.example',
      html: '',
    },
    visible: true,
    onDidDispose: () => ({ dispose() {} }),
    onDidChangeViewState: () => ({ dispose() {} }),
    title: 'a',
  };
  const note =
    (what: string) =>
    async (...given: unknown[]) =>
      void did.push([what, ...given.map(String)].join(' '));
  const host = {
    extensionUri: Uri.file('/extension'),
    log: { warn: note('warn'), error: note('error'), debug() {} },
    look: (_: unknown, asking: Asking) => look(asking),
    choose: note('choose'),
    act: note('act'),
    openLine: note('line'),
    save: note('save'),
    helps: (_: unknown, __: unknown, retry: () => unknown) => [{ action: 'tryAgain', title: 'Try Again', act: retry }],
    ...more,
  } as unknown as InspectHost;
  const panel = new InspectPanel(view as never, { file }, host);
  const sent = <K extends ToView['type']>(type: K) =>
    inbox.filter((message): message is Extract<ToView, { readonly type: K }> => message.type === type);
  return { panel, did, sent };
}

test('a page that is ready gets the file, again when it comes back from hiding, without another look', async () => {
  let looks = 0;
  const { panel, sent } = opened(FILE, async () => looked(10 + looks++));
  await panel.receive({ type: 'ready' });
  const [message] = sent('inspected');
  assert.equal((unpack(message.bytes) as Inspected).profile.inspection.rows, 10);
  await panel.receive({ type: 'ready' });
  assert.deepEqual([sent('inspected').length, looks], [2, 1]);
  const shown = panel.whenShown();
  await panel.receive({ type: 'inspectState', view: { file: 'file:/etc/passwd', sort: 'gaps', alone: true } });
  assert.deepEqual(await shown, { file: FILE, sort: 'gaps' }, 'the page does not say which file it is');
});

test('a choice is kept, and the file looked at again', async () => {
  const alones: boolean[] = [];
  const { panel, did, sent } = opened(FILE, async ({ alone }) => {
    alones.push(alone);
    return looked(3);
  });
  await panel.receive({ type: 'dataChange', change: { kind: 'alone' } });
  assert.equal(did.length, 0, 'nothing is shown yet');
  await panel.receive({ type: 'ready' });
  await panel.receive({ type: 'dataChange', change: { kind: 'alone' } });
  await panel.receive({ type: 'dataChange', change: { kind: 'target', column: 1 } });
  assert.deepEqual(alones, [false, true, false]);
  assert.equal(did.filter((what) => what.startsWith('choose')).length, 2);
  assert.equal(sent('inspected').length, 3);
});

test('a look is cancelled, and tried again by the button that is offered; another button does nothing', async () => {
  let begun = () => {};
  let looks = 0;
  const look = ({ signal }: Asking) => {
    if (looks++ > 0) return Promise.resolve(looked(5));
    return new Promise<never>((_, fail) => {
      signal.addEventListener('abort', () => fail(cancelledError()));
      begun();
    });
  };
  const { panel, sent } = opened(FILE, look);
  const started = new Promise<void>((done) => {
    begun = done;
  });
  const ready = panel.receive({ type: 'ready' });
  await started;
  await panel.receive({ type: 'cancel' });
  await ready;
  const [{ failure, buttons }] = sent('failure');
  assert.deepEqual([failure.code, buttons], ['run/cancelled', [{ id: 'tryAgain', title: 'Try Again' }]]);
  await panel.receive({ type: 'failureButton', id: 'readAnyway' });
  assert.equal(looks, 1);
  await panel.receive({ type: 'failureButton', id: 'tryAgain' });
  assert.equal(sent('inspected').length, 1);
});

test('what cannot be read is said with its buttons, and so is a panel that no longer knows its file', async () => {
  const why = new KernelscopeError('data/header-only', 'a.csv has only a header line.');
  const { panel, sent } = opened(FILE, () => Promise.reject(why));
  assert.deepEqual(await panel.look(), { failure: why.failure });
  await panel.receive({ type: 'ready' });
  assert.equal(sent('failure').at(-1)?.failure.message, 'a.csv has only a header line.');
  const lost = opened('', async () => looked(1));
  await lost.panel.receive({ type: 'ready' });
  assert.match(lost.sent('failure')[0].failure.message, /no longer known/);
});

test('of two looks the later one is shown, whichever ends first', async () => {
  const ends: ((rows: number) => void)[] = [];
  const { panel, sent } = opened(FILE, () => new Promise((done) => ends.push((rows) => done(looked(rows)))));
  const first = panel.receive({ type: 'ready' });
  const second = panel.look();
  ends[1](2);
  ends[0](1);
  await Promise.all([first, second]);
  const shown = sent('inspected').map(({ bytes }) => (unpack(bytes) as Inspected).profile.inspection.rows);
  assert.deepEqual(shown, [2]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../src/engine/contract/pack';
import { ResultsPanel } from '../../src/extension/panels/resultsPanel';
import type { ToView } from '../../src/webview/protocol';
import type { FromView } from '../../src/webview/protocol.schema';
import { exampleRun } from '../figures/exampleRun';
import { exampleRace, openRace, raceOfMany } from '../figures/raceExample';
import { EventEmitter, Uri } from './fakeVscode';

type Told = Extract<ToView, { readonly type: 'show' | 'race' }>;

/** A panel over runs in memory, each as it is stored, and the messages that it sent its page and its requests. */
function opened(runs: Readonly<Record<string, object>>) {
  const told: Told[] = [];
  const webview = {
    onDidReceiveMessage: new EventEmitter().event,
    postMessage: async (message: ToView) => {
      if (message.type === 'show' || message.type === 'race') told.push(message);
    },
    asWebviewUri: String,
    cspSource: '',
    html: '',
  };
  const asked: unknown[] = [];
  const actions = {
    refit: async (_: unknown, setting: { readonly lane?: string }) => {
      asked.push(setting);
      return { id: setting.lane ?? 'laplace' };
    },
  };
  const bytes = async (id: string) => (runs[id] ? pack(runs[id]) : Promise.reject(new Error('gone')));
  const log = { warn() {}, error() {}, info() {}, debug() {} };
  const host = { log, extensionUri: Uri.file('/extension'), store: { bytes }, actions, viewed() {}, titled: () => 'a' };
  const view = { webview, title: '', onDidDispose: new EventEmitter<undefined>().event, dispose() {} };
  const panel = new ResultsPanel(view as never, { runId: '', tab: 'overview' }, host as never);
  return { panel, told, asked };
}

test('the candidates of a race follow its first figures, and come again when the page does', async () => {
  const { panel, told } = opened({});
  panel.await({ cancel() {}, finish() {}, seen() {} }, 0);
  await panel.receive({ type: 'ready' });
  const race = openRace();
  panel.race('run', race);
  assert.deepEqual(told, [], 'before there are first figures nothing stands there to follow');
  const run = { ...exampleRun(), id: 'run', race };
  panel.interim(run);
  panel.race('another', race);
  panel.race('run', { ...race, lanes: [{}] } as never);
  panel.race('run', race);
  assert.deepEqual(
    told.map(({ type }) => type),
    ['show', 'race'],
  );
  await panel.receive({ type: 'ready' });
  assert.deepEqual(
    told.slice(2).map(({ type }) => type),
    ['show', 'race'],
  );
});

test('first figures are told to be seen once they are drawn, and once only', async () => {
  const { panel } = opened({});
  let seen = 0;
  panel.await({ cancel() {}, finish() {}, seen: () => seen++ }, 0);
  const drawn = () => panel.receive({ type: 'drawn', tab: 'overview', milliseconds: 1 });
  await drawn();
  assert.equal(seen, 0, 'of the run that stood there before');
  panel.interim({ ...exampleRun(), id: 'run', race: openRace() });
  await drawn();
  await drawn();
  assert.equal(seen, 1);
});

test('a candidate is fitted once: chosen again, its run is shown', async () => {
  const stored = (id: string, kernel: string) => {
    const run = exampleRun();
    const parameters = [
      { name: 'kernel', title: 'Kernel', value: kernel, rule: 'set' },
      { name: 'lengthScale', title: 'Length scale', value: 2, rule: 'set' },
    ];
    return { ...run, id, origin: 'file:///a.csv', parameters, race: exampleRace() };
  };
  const { panel, told, asked } = opened({
    winner: stored('winner', 'matern32'),
    laplace: stored('laplace', 'laplace'),
  });
  panel.await({ cancel() {}, finish() {}, seen() {} }, 0);
  panel.finish('winner', 0);
  await panel.receive({ type: 'ready' });
  const choose = (kernel: 'laplace' | 'matern32'): FromView => ({
    type: 'change',
    change: { kind: 'kernel', kernel, byColumn: false },
  });
  await panel.receive(choose('laplace'));
  await panel.receive(choose('matern32'));
  await panel.receive(choose('laplace'));
  assert.equal(asked.length, 1);
  assert.deepEqual(
    told.map((message) => message.type === 'show' && message.view.runId),
    ['winner', 'laplace', 'winner', 'laplace'],
  );
});

test('a fit by landmarks is shown again from its lane, and is none of the exact fits with that kernel', async () => {
  const stored = (id: string, method: string, kernel: string) => {
    const run = exampleRun();
    const parameters = [{ name: 'kernel', title: 'Kernel', value: kernel, rule: 'set' }];
    return { ...run, id, origin: 'file:///a.csv', request: { ...run.request, method }, parameters, race: raceOfMany() };
  };
  const { panel, told, asked } = opened({
    winner: stored('winner', 'krr', 'matern32'),
    landmarks: stored('landmarks', 'nystrom-ridge', 'matern32'),
    features: stored('features', 'rf-ridge', 'matern32'),
    laplace: stored('laplace', 'rf-ridge', 'laplace'),
  });
  panel.await({ cancel() {}, finish() {}, seen() {} }, 0);
  panel.finish('winner', 0);
  await panel.receive({ type: 'ready' });
  const by = (lane: 'landmarks' | 'features') =>
    panel.receive({ type: 'change', change: { kind: 'approximation', lane } });
  await by('landmarks');
  await by('features');
  await by('landmarks');
  await by('features');
  await panel.receive({ type: 'change', change: { kind: 'kernel', kernel: 'laplace', byColumn: false } });
  await panel.receive({ type: 'change', change: { kind: 'kernel', kernel: 'matern32', byColumn: false } });
  assert.equal(asked.length, 3);
  assert.deepEqual(
    told.map((message) => message.type === 'show' && message.view.runId),
    ['winner', 'landmarks', 'features', 'landmarks', 'features', 'laplace', 'features'],
  );
});

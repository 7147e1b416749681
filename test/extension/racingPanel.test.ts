import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../src/engine/contract/pack';
import { ResultsPanel } from '../../src/extension/panels/resultsPanel';
import type { FromView, ToView } from '../../src/webview/protocol';
import { exampleRun } from '../figures/exampleRun';
import { exampleRace, openRace } from '../figures/raceExample';
import { EventEmitter, Uri } from './fakeVscode';

type Told = Extract<ToView, { readonly type: 'show' | 'race' }>;

/** A panel over runs in memory, each as it is stored, and what it told its page and asked for. */
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
    refit: async (_: unknown, setting: unknown) => {
      asked.push(setting);
      return { id: 'laplace' };
    },
  };
  const bytes = async (id: string) => (runs[id] ? pack(runs[id]) : Promise.reject(new Error('gone')));
  const log = { warn() {}, error() {}, info() {}, debug() {} };
  const host = { log, extensionUri: Uri.file('/extension'), store: { bytes }, actions, viewed() {} };
  const view = { webview, title: '', onDidDispose: new EventEmitter<undefined>().event, dispose() {} };
  const panel = new ResultsPanel(view as never, { runId: '', tab: 'overview' }, host as never);
  return { panel, told, asked };
}

test('the candidates of a race follow its first figures, and come again when the page does', async () => {
  const { panel, told } = opened({});
  panel.await(() => {});
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
  panel.await(() => {});
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

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { RunStore } from '../../src/doors/runs/store';
import { unpack } from '../../src/engine/contract/pack';
import type { RunResult } from '../../src/engine/contract/run';
import { candidateRequest, RememberedRaces, type StoredRace } from '../../src/extension/compare/races';
import { type CompareHost, ComparePanel } from '../../src/extension/panels/comparePanel';
import { RunMarks } from '../../src/extension/runs/marks';
import type { Compared, ToView } from '../../src/webview/protocol';
import { COMPARE_STATE, type CompareState, remembered } from '../../src/webview/protocol.schema';
import { compareRace } from '../figures/compareExample';
import { exampleRun } from '../figures/exampleRun';
import { Uri } from './fakeVscode';
import { memory } from './memory';
import { sampleComponents } from './sampleRun';

let root: string;
let store: RunStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernelscope-'));
  store = new RunStore(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const stored = (id: string, lengthScale: number, more: Partial<RunResult> = {}) => ({
  ...exampleRun({ n: 30, holdout: 8, lengthScale }),
  id,
  origin: 'file:///pumps.csv',
  ...more,
});

const RACE: StoredRace = {
  id: 'race',
  origin: 'file:///pumps.csv',
  file: 'pumps.csv',
  request: { ...exampleRun({ n: 20, holdout: 4 }).request, parameters: { folds: 5 } },
  race: compareRace(),
  candidates: [{ id: 'matern32', parameters: { kernel: 'matern32', lengthScale: '1 2' } }],
};

interface Bed {
  readonly panel: ComparePanel;
  readonly did: string[];
  /** Resolves with what the page is sent next of this kind. */
  readonly sent: <K extends ToView['type']>(type: K) => Promise<Extract<ToView, { readonly type: K }>>;
}

async function opened(state: CompareState, actions: Partial<CompareHost['actions']> = {}): Promise<Bed> {
  const did: string[] = [];
  const inbox: ToView[] = [];
  let arrived = () => {};
  const view = {
    webview: {
      onDidReceiveMessage: () => ({ dispose() {} }),
      async postMessage(message: ToView) {
        inbox.push(message);
        arrived();
      },
      asWebviewUri: String,
      cspSource: 'https://file.example',
      html: '',
    },
    onDidDispose: () => ({ dispose() {} }),
    title: 'a',
  };
  const { keep } = memory();
  const races = new RememberedRaces(keep);
  await races.add(RACE);
  const note =
    (what: string) =>
    async (...given: unknown[]) =>
      void did.push([what, ...given.map(String)].join(' '));
  const log = { warn: note('warn'), error: note('error'), info() {}, debug() {} };
  const host = {
    extensionUri: Uri.file('/extension'),
    store,
    marks: new RunMarks(keep),
    races,
    log,
    actions: { openRun: note('open'), openLine: note('line'), save: note('save'), ...actions },
    pinned: note('pinned'),
  };
  const panel = new ComparePanel(view as never, state, host as never);
  const sent: Bed['sent'] = async (type) => {
    for (;;) {
      const at = inbox.findIndex((message) => message.type === type);
      if (at >= 0) return inbox.splice(at, 1)[0] as never;
      await new Promise<void>((done) => {
        arrived = done;
      });
    }
  };
  return { panel, did, sent };
}

const comparedIn = ({ bytes }: { readonly bytes: Uint8Array }) => unpack(bytes) as Compared;

test('a page that is ready gets the runs, named as the view names them, and acts on them alone', async () => {
  await store.save(stored('a', 0.8));
  await store.save(stored('b', 0.3));
  const { panel, did, sent } = await opened({ runIds: ['a', 'b', 'gone'], baseline: 'b' });
  await panel.receive({ type: 'ready' });
  const message = await sent('compare');
  const { runs, file, target } = comparedIn(message);
  assert.deepEqual([file, target, runs.length], [runs[0].file, 'pressure', 2]);
  assert.equal(new Set(runs.map(({ name }) => name)).size, 2, 'told apart');
  assert.equal(message.view.baseline, 'b');
  assert.match(did.shift() ?? '', /^warn .*gone/, 'a run that is gone is left out');
  await panel.receive({ type: 'openRun', id: 'a' });
  await panel.receive({ type: 'openRun', id: 'of no comparison' });
  await panel.receive({ type: 'openLine', line: 3 });
  assert.deepEqual(
    did.map((what) => what.split(' ')[0]),
    ['open', 'line'],
  );
  await panel.receive({ type: 'compareState', view: { runIds: ['x'], baseline: 'a' } });
  assert.deepEqual(panel.runIds, ['a', 'b'], 'the page does not say which runs there are');
  assert.equal(did.at(-1), 'pinned a');
});

test('what cannot be compared, or is no whole run, is a sentence and not a page', async () => {
  await store.save(stored('a', 0.8));
  await store.save(sampleComponents('components', '2026-01-01T00:00:00Z'));
  await store.save(stored('other', 0.3, { target: 'colour' }));
  await store.save(stored('broken', 0.3, { paths: 7 as never }));
  const failureOf = async (...runIds: string[]) => {
    const { panel, sent } = await opened({ runIds });
    await panel.receive({ type: 'ready' });
    return (await sent('failure')).failure.message;
  };
  assert.match(await failureOf('a', 'other'), /^Only runs of one target/);
  assert.match(await failureOf('a', 'broken'), /^Choose two runs or more/);
  assert.match(await failureOf('gone'), /no longer in the history/);
});

test('a race is shown as it goes on, and a candidate that is fitted joins its runs', async () => {
  await store.save(stored('fresh', 0.8));
  const asked: unknown[] = [];
  const fitCandidate: CompareHost['actions']['fitCandidate'] = async (race, lane, follow) => {
    asked.push(race.id, lane);
    follow(0.5, 'fitting');
    return 'fresh';
  };
  const { panel, sent } = await opened({ runIds: [] }, { fitCandidate });
  let cancelled = 0;
  panel.await('pumps.csv', () => cancelled++);
  await panel.receive({ type: 'ready' });
  assert.equal((await sent('progress')).stage, 'starting');
  panel.interim({ ...RACE.race, chosen: undefined } as never);
  assert.equal(comparedIn(await sent('compare')).race?.chosen, undefined);
  await panel.receive({ type: 'cancel' });
  assert.equal(cancelled, 1);
  panel.finish('race');
  const shown = comparedIn(await sent('compare'));
  assert.deepEqual([shown.race?.chosen, shown.fits], ['matern32', ['matern32']]);
  await panel.receive({ type: 'fitCandidate', lane: 'matern32' });
  assert.deepEqual(asked, ['race', 'matern32']);
  assert.deepEqual(
    comparedIn(await sent('compare')).runs.map(({ id }) => id),
    ['fresh'],
  );
  await sent('idle');
  assert.deepEqual(panel.runIds, ['fresh']);
});

test('a candidate is fitted with its kernel and length scales, and what the person had set', () => {
  assert.deepEqual(candidateRequest(RACE, 'matern32')?.parameters, {
    folds: 5,
    kernel: 'matern32',
    lengthScale: '1 2',
  });
  assert.equal(candidateRequest(RACE, 'mean'), undefined);
});

test('races are kept, the newest twenty of them, and nonsense among them is passed over', async () => {
  const { kept, keep } = memory();
  const races = new RememberedRaces(keep);
  for (let i = 0; i < 25; i++) await races.add({ ...RACE, id: `r${i}` });
  assert.deepEqual([races.get('r4'), races.get('r5')?.id, races.get(undefined)], [undefined, 'r5', undefined]);
  for (const [key] of kept) kept.set(key, [null, { id: 'r', race: { lanes: 7 } }, { id: 7 }]);
  assert.equal(races.get('r'), undefined);
});

test('what the page of a comparison remembered is not trusted', () => {
  assert.deepEqual(remembered(COMPARE_STATE, undefined), { runIds: [] });
  assert.deepEqual(
    remembered(COMPARE_STATE, { runIds: [7], baseline: 3, target: [], measure: 'constructor', race: {} }),
    {
      runIds: [],
    },
  );
  assert.equal(remembered(COMPARE_STATE, { runIds: Array.from({ length: 50 }, (_, i) => `${i}`) }).runIds.length, 7);
  assert.deepEqual(remembered(COMPARE_STATE, { runIds: ['a', 'a'], measure: 'wrong' }), {
    runIds: ['a'],
    measure: 'wrong',
  });
});

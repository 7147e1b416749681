import './setPlatform';
import { DEFAULT_METHOD } from '../choices/choices';
import { fitRequest } from '../choices/fitRequest';
import { EngineClient } from '../client/engineClient';
import { startWorker } from '../client/workerProcess';
import { RunStore } from '../doors/runs/store';
import type { FileSource } from '../engine/contract/data';
import { KernelscopeError, toFailure } from '../engine/contract/failure';
import { plannedMemory } from '../engine/machine/memory';
import { stem } from '../engine/words/fileName';
import { memorySize } from '../engine/words/quantities';
import { counted } from '../engine/words/sentence';
import { changedRequest, methodSpec, raceAfter } from '../extension/fit/changedRequest';
import { answerOf } from '../extension/improve/answerOf';
import type { PanelActions } from '../extension/panels/panelActions';
import { ResultsPanel } from '../extension/panels/resultsPanel';
import { targetItems } from '../extension/picks/targetItems';
import type { TaskCall } from '../extension/tasks';
import { platform } from '../platform/platform';
import { pageMessage } from '../webview/protocol.schema';
import { demoFrame, download } from './demoFrame';
import { beside } from './setPlatform';

const ELSEWHERE = 'That works in the editor: install the extension.';
const UNHEARD = 'In this page the engine hears of nothing while it computes: wait for it, or cancel the fit.';
/** The messages of the panel's page that need no editor. */
const HERE = new Set(
  'ready state drawn save saveRows use useStrength change ask showBefore cancel finishRace defect'.split(' '),
);
/** A module of WebAssembly that adds two vectors. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

const log = { debug() {}, info() {}, warn() {}, error: (text: string) => console.warn(text) };
const engine = new EngineClient({ start: () => startWorker('', log), log });

const part = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const [chooser, form, target] = [part<HTMLInputElement>('file'), part('ask'), part<HTMLSelectElement>('target')];
const [stage, bar, cancel] = [part('stage'), part<HTMLProgressElement>('bar'), part('cancel')];

let file: File | undefined;
let panel: ResultsPanel | undefined;
/** The task under way. */
let current: AbortController | undefined;

const say = (sentence: string) => part('said').replaceChildren(sentence);

function fail(error: unknown): void {
  const { code, message } = toFailure(error);
  say(code === 'run/cancelled' ? 'Cancelled.' : message);
}

/** Runs one task at a time: the task under way ends, and shows nothing more. */
async function during(job: (call: TaskCall) => Promise<void>): Promise<void> {
  current?.abort();
  panel?.abandon();
  const mine = new AbortController();
  current = mine;
  say('');
  const onProgress = (fraction: number, doing: string) => {
    if (current !== mine) return;
    stage.textContent = doing;
    bar.value = fraction;
    bar.hidden = cancel.hidden = false;
  };
  await job({ signal: mine.signal, onProgress }).catch((error) => current === mine && fail(error));
  if (current !== mine) return;
  stage.textContent = '';
  bar.hidden = cancel.hidden = true;
}

/** The bytes of a file, of which this page and its engine hold one copy each. */
async function sourceOf(of: File): Promise<FileSource> {
  const { name, size } = of;
  const most = plannedMemory() / 2;
  if (size > most) {
    const why = `${name} takes ${memorySize(size)}, and a page can read at most ${memorySize(most)}. The extension and the command line read it from the disk.`;
    throw new KernelscopeError('memory/too-large', why);
  }
  const bytes = await of.arrayBuffer().catch(() => {
    throw new KernelscopeError('file/unreadable', `${name} is a folder, or was changed: choose a file again.`);
  });
  return { kind: 'bytes', name, bytes: new Uint8Array(bytes) };
}

/** Reads a file and proposes what to predict. */
const open = (chosen: () => Promise<File>, wanted?: string): Promise<void> =>
  during(async (call) => {
    form.hidden = true;
    call.onProgress(0, 'reading');
    file = await chosen();
    const params = { source: await sourceOf(file), read: {} };
    const inspection = await engine.call('inspect', params, call);
    // Without ranks the names can still be chosen.
    const targets = await engine.call('targets', params, call).catch(() => []);
    if (call.signal.aborted) return;
    const { groups, unfit, preselected } = targetItems(inspection, { targets });
    const options = groups.flatMap(({ items }) =>
      items.map(({ label, detail }) => new Option(`${label}: ${detail}`, label)),
    );
    const others = unfit.map(({ label, description }) => new Option(`${label}: ${description}`, label));
    for (const option of others) option.disabled = true;
    target.replaceChildren(...options, ...others);
    target.value = wanted ?? preselected?.column ?? options[0]?.value ?? '';
    const { rows, columns } = inspection;
    part('read').textContent = `${file.name}: ${counted(rows, 'row')}, ${counted(columns.length, 'column')}.`;
    form.hidden = false;
    if (options.length === 0) say(`No column of ${file.name} can be predicted.`);
  });

/** Fits as the extension does when only a target was chosen for the file, and shows the extension's own panel. */
async function fitFile(): Promise<void> {
  const of = file;
  if (of === undefined || target.value === '') return;
  await during(async ({ signal }) => {
    const method = await methodSpec({ engine }, DEFAULT_METHOD);
    const request = fitRequest(await sourceOf(of), method, { target: target.value }, {});
    const store = new RunStore('');
    const view = demoFrame(part('panel'), of.name, hear);
    const [since, stop, finish, seen] = [performance.now(), ...[0, 1, 2].map(() => new AbortController())] as const;
    const host = { log, store, actions: actionsOn(of, store), viewed() {}, titled: () => of.name };
    const opened = new ResultsPanel(view, { runId: '', tab: 'overview' }, host as never);
    panel = opened;
    opened.await({ cancel: () => stop.abort(), finish: () => finish.abort(), seen: () => seen.abort() }, since);
    const { progress: onProgress, interim, race } = opened.watcher;
    try {
      const run = await engine.call('fit', request, {
        ...{ signal: AbortSignal.any([signal, stop.signal]), finish: finish.signal, seen: seen.signal, onProgress },
        onInterim: (sent) => (sent.kind === 'run' ? interim(sent.run) : race(sent.runId, sent.race)),
      });
      store.hold({ ...run, origin: of.name });
      opened.finish(run.id, since);
    } catch (error) {
      opened.abandon();
      throw error;
    }
  });
}

/** Receives a message of the panel's page, or a file that was dropped on it. */
function hear(message: unknown, receive: (message: unknown) => void): void {
  const { dropped } = (message ?? {}) as { dropped?: unknown };
  const { type } = pageMessage(message) ?? {};
  if (dropped instanceof File) void open(async () => dropped);
  else if (type === 'finishRace' && !platform.sharesMemory) say(UNHEARD);
  else if (type === undefined || HERE.has(type)) receive(message);
  else say(ELSEWHERE);
}

function actionsOn(of: File, store: RunStore): Partial<PanelActions> {
  return {
    async refit(run, setting, onProgress, signal) {
      try {
        const request = { ...(await changedRequest({ engine }, run, setting)), source: await sourceOf(of) };
        const race = raceAfter(run, setting);
        const result = await engine.call('fit', request, { onProgress, signal });
        const fresh = { ...(race && { race }), ...result, origin: run.origin };
        store.hold(fresh);
        return fresh;
      } catch (error) {
        return void fail(error);
      }
    },
    async answer({ id, request }, question, signal) {
      const model = async () => (await store.load(id)).model;
      return answerOf(engine, { ...request, source: await sourceOf(of) }, { id, model }, question, { signal });
    },
    save: async (_, name, format, bytes) => download(`${name}.${format}`, bytes),
    async saveRows(run, rows) {
      const request = { ...run.request, source: await sourceOf(of) };
      await engine
        .call('rowsCsv', { request, rows })
        .then((text) => download(`${stem(of.name)}-rows.csv`, new TextEncoder().encode(text)), fail);
    },
  };
}

/** The reason why this browser cannot run the engine; undefined if it can. */
function unable(): string | undefined {
  if (location.protocol === 'file:')
    return 'This page has to come from a web server. In its folder, run: python3 -m http.server. Then open http://localhost:8000.';
  if (typeof Worker === 'undefined') return 'This page computes in a worker, which this browser does not have.';
  if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(new Uint8Array(SIMD)))
    return 'This page computes by WebAssembly with SIMD, which this browser does not have. Any browser of 2023 or later has it.';
  return undefined;
}

function begin(): void {
  const take = (chosen: File | undefined) => chosen && void open(async () => chosen);
  chooser.addEventListener('change', () => take(chooser.files?.[0]));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void fitFile();
  });
  cancel.addEventListener('click', () => current?.abort());
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
  for (const button of document.querySelectorAll<HTMLElement>('[data-sample]'))
    button.addEventListener('click', async () => {
      const { sample = '', target: wanted } = button.dataset;
      await open(async () => new File([await (await beside(`samples/${sample}`)).blob()], sample), wanted);
      if (!form.hidden && file?.name === sample) await fitFile();
    });
  part('begin').hidden = false;
  say('');
}

const why = unable();
if (why === undefined) begin();
else say(why);

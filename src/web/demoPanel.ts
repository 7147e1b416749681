import type { WebviewPanel } from 'vscode';
import type { EngineClient } from '../client/engineClient';
import { RunStore } from '../doors/runs/store';
import type { FileSource } from '../engine/contract/data';
import { type Failure, toFailure } from '../engine/contract/failure';
import type { FitRequest } from '../engine/contract/run';
import { stem } from '../engine/words/fileName';
import { changedRequest, raceAfter } from '../extension/fit/changedRequest';
import { answerOf } from '../extension/improve/answerOf';
import { pageMessage } from '../extension/panels/pageMessage';
import type { PanelActions } from '../extension/panels/panelActions';
import { ResultsPanel } from '../extension/panels/resultsPanel';
import { platform } from '../platform/platform';
import type { Dropped } from './panelFrame';

const ELSEWHERE = 'That works in the editor: install the extension.';
const UNHEARD = 'In this page the engine hears of nothing while it computes: wait for it, or cancel the fit.';

/** What a panel of this page needs of it. */
export interface Demo {
  readonly engine: EngineClient;
  readonly file: File;
  /** Where the panel is put. */
  readonly place: HTMLElement;
  /** Its bytes, read again each time. Throws what a person can act on. */
  readonly source: () => Promise<FileSource>;
  readonly say: (sentence: string) => void;
  readonly fail: (failure: Failure) => void;
  readonly take: (file: File) => void;
}

let shown: ResultsPanel | undefined;

/** What the panel still asks for ends with it. */
export const closePanel = (): void => shown?.abandon();

/** Fits in the extension's own panel, whose page is a frame. Resolves once the run is shown; throws the engine's failures, without a panel then. */
export async function fitInFrame(demo: Demo, request: FitRequest, signal: AbortSignal): Promise<void> {
  const { engine, say } = demo;
  const store = new RunStore('');
  const view = frameOf(demo);
  const panel = new ResultsPanel(
    view,
    { runId: '', tab: 'overview' },
    {
      // The frame has its addresses beside this page.
      extensionUri: undefined as never,
      log: { debug() {}, info() {}, warn() {}, error: console.error } as never,
      store,
      actions: actionsOf(demo, store),
      popOut: () => say(ELSEWHERE),
      viewed() {},
      titled: ({ file }) => file,
    },
  );
  shown = panel;
  const [stop, finish, seen] = [new AbortController(), new AbortController(), new AbortController()];
  const since = performance.now();
  const end = () => (platform.sharesMemory ? finish.abort() : say(UNHEARD));
  panel.await({ cancel: () => stop.abort(), finish: end, seen: () => seen.abort() }, since);
  const { progress, interim, race } = panel.watcher;
  try {
    const run = await engine.call('fit', request, {
      signal: AbortSignal.any([signal, stop.signal]),
      finish: finish.signal,
      seen: seen.signal,
      onProgress: progress,
      onInterim: (sent) => (sent.kind === 'run' ? interim(sent.run) : race(sent.runId, sent.race)),
    });
    store.hold({ ...run, origin: demo.file.name });
    panel.finish(run.id, since);
  } catch (error) {
    panel.abandon();
    throw error;
  }
}

function actionsOf({ engine, file, source, say, fail }: Demo, store: RunStore): PanelActions {
  const elsewhere = async () => void say(ELSEWHERE);
  return {
    async refit(run, setting, onProgress, signal) {
      try {
        const request = { ...(await changedRequest({ engine }, run, setting)), source: await source() };
        const race = raceAfter(run, setting);
        const result = await engine.call('fit', request, { onProgress, signal });
        const fresh = { ...(race && { race }), ...result, origin: run.origin };
        store.hold(fresh);
        return fresh;
      } catch (error) {
        return void fail(toFailure(error));
      }
    },
    async answer({ id, request }, question, signal) {
      const model = async () => (await store.load(id)).model;
      return answerOf(engine, { ...request, source: await source() }, { id, model }, question, { signal });
    },
    async save(_, name, format, bytes) {
      download(name.toLowerCase().endsWith(`.${format}`) ? name : `${name}.${format}`, bytes);
    },
    async saveRows({ request }, rows) {
      try {
        const text = await engine.call('rowsCsv', { request: { ...request, source: await source() }, rows });
        download(`${stem(file.name)}-rows.csv`, new TextEncoder().encode(text));
      } catch (error) {
        fail(toFailure(error));
      }
    },
    pick: async () => void say(ELSEWHERE),
    command: elsewhere,
    fitTitled: elsewhere,
    openLine: elsewhere,
    changeData: elsewhere,
    compare: elsewhere,
    saveScores: elsewhere,
  };
}

function download(name: string, bytes: Uint8Array): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A frame as the editor's panel: alone in its place, with no right to reach this page but by messages. */
function frameOf({ file, place, say, take }: Demo): WebviewPanel {
  const frame = document.createElement('iframe');
  const nothing = { dispose() {} };
  const closes: (() => void)[] = [];
  let receive: (message: unknown) => void = () => {};
  const hear = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow) return;
    const { dropped } = (data ?? {}) as Partial<Dropped>;
    if (dropped instanceof File) take(dropped);
    else if (pageMessage(data)?.type === 'explain') say(ELSEWHERE);
    else receive(data);
  };
  frame.title = `Results of ${file.name}`;
  frame.sandbox.add('allow-scripts');
  frame.src = 'panel.html';
  addEventListener('message', hear);
  place.replaceChildren(frame);
  const view = {
    title: file.name,
    visible: true,
    webview: {
      html: '',
      cspSource: '',
      asWebviewUri: String,
      onDidReceiveMessage(listener: typeof receive) {
        receive = listener;
        return nothing;
      },
      postMessage: async (message: unknown) => frame.contentWindow?.postMessage(message, '*'),
    },
    onDidDispose(listener: () => void) {
      closes.push(listener);
      return nothing;
    },
    onDidChangeViewState: () => nothing,
    dispose() {
      removeEventListener('message', hear);
      frame.remove();
      for (const close of closes) close();
    },
  };
  return view as never;
}

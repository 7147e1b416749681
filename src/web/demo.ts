import './setPlatform';
import { DEFAULT_METHOD } from '../choices/choices';
import type { DesignChoices } from '../choices/fitChoices';
import { fitRequest } from '../choices/fitRequest';
import { EngineClient } from '../client/engineClient';
import { startWorker } from '../client/workerProcess';
import type { FileSource, ReadOptions } from '../engine/contract/data';
import { type Failure, KernelscopeError, toFailure } from '../engine/contract/failure';
import { plannedMemory } from '../engine/machine/memory';
import { count } from '../engine/words/numbers';
import { memorySize } from '../engine/words/quantities';
import { counted } from '../engine/words/sentence';
import { methodSpec } from '../extension/fit/methodSpec';
import { targetItems } from '../extension/picks/targetItems';
import type { TaskCall } from '../extension/tasks';
import { SAMPLES, type SampleName } from '../webview/start/samples';
import { closePanel, fitInFrame } from './demoPanel';

/** Numbers; dates, categories and gaps; classes. */
const SHOWN: readonly SampleName[] = ['fan-noise', 'flats', 'leaves'];

const log = { info() {}, error: (text: string) => console.warn(text) };
const engine = new EngineClient({ start: () => startWorker('', log), log });

const part = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const [chooser, form, target] = [part<HTMLInputElement>('file'), part('ask'), part<HTMLSelectElement>('target')];
const [said, stage, bar, cancel] = [part('said'), part('stage'), part<HTMLProgressElement>('bar'), part('cancel')];

let file: File | undefined;
let read: ReadOptions = {};
/** What is under way. */
let current: AbortController | undefined;

const say = (sentence: string, ...buttons: HTMLElement[]) => said.replaceChildren(sentence, ...buttons);

function button(title: string, press: () => unknown): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = title;
  made.addEventListener('click', press);
  return made;
}

/** The button that helps, where this page can do that. */
function helpFor({ code, data }: Failure): HTMLElement[] {
  const [rows, failed] = [Number(data?.proposedRows), file];
  if (code === 'memory/too-large' && rows > 0)
    return [button(`Use ${count(rows)} Random Rows`, () => fitFile({ maxRows: rows }))];
  if (code !== 'file/expands' || !failed) return [];
  return [button('Read It Anyway', () => open(failed, { acceptExpansion: true }))];
}

const fail = (failure: Failure) =>
  failure.code === 'run/cancelled' ? say('Cancelled.') : say(`${failure.message} `, ...helpFor(failure));

/** One thing at a time: what was under way ends, and says nothing more. */
async function during(job: (call: TaskCall) => Promise<void>): Promise<void> {
  current?.abort();
  closePanel();
  const mine = new AbortController();
  current = mine;
  say('');
  const onProgress = (fraction: number, doing: string) => {
    if (current !== mine) return;
    stage.textContent = doing;
    bar.value = fraction;
    bar.hidden = cancel.hidden = false;
  };
  try {
    await job({ signal: mine.signal, onProgress });
  } catch (error) {
    if (current === mine) fail(toFailure(error));
  }
  if (current !== mine) return;
  current = undefined;
  stage.textContent = '';
  bar.hidden = cancel.hidden = true;
}

/** The bytes of a file, which this page and its engine hold once each. */
async function sourceOf(of: File): Promise<FileSource> {
  const { name, size } = of;
  const most = plannedMemory() / 2;
  if (size > most)
    throw new KernelscopeError(
      'memory/too-large',
      `${name} takes ${memorySize(size)}, and a page can read at most ${memorySize(most)}. The extension and the command line read it from the disk.`,
    );
  try {
    return { kind: 'bytes', name, bytes: new Uint8Array(await of.arrayBuffer()) };
  } catch {
    throw new KernelscopeError(
      'file/unreadable',
      `${name} cannot be read: it is a folder, or was changed. Choose it again.`,
    );
  }
}

/** Reads a file and proposes what to predict. */
function open(chosen: File, how: ReadOptions = {}, wanted?: string): Promise<void> {
  file = chosen;
  read = how;
  form.hidden = true;
  return during(async (call) => {
    call.onProgress(0, `reading ${chosen.name}`);
    const source = await sourceOf(chosen);
    const inspection = await engine.call('inspect', { source, read }, call);
    // Without ranks the names are still there to choose from.
    const targets = await engine.call('targets', { source, read }, call).catch((error: unknown) => {
      if (call.signal.aborted) throw error;
      return [];
    });
    if (call.signal.aborted) return;
    const { groups, unfit, preselected } = targetItems(inspection, { targets });
    const unable = unfit.map((item) => ({ ...item, detail: item.description }));
    target.replaceChildren(
      ...[...groups, { title: 'cannot be a target', items: unable }].map(({ title, items }) => {
        const group = document.createElement('optgroup');
        group.label = title;
        group.disabled = items === unable;
        group.append(...items.map(({ label, detail }) => new Option(detail ? `${label}: ${detail}` : label, label)));
        return group;
      }),
    );
    target.value = wanted ?? preselected?.column ?? groups[0]?.items[0]?.column ?? '';
    part('read').textContent =
      `${inspection.file.name}: ${counted(inspection.rows, 'row')}, ${counted(inspection.columns.length, 'column')}.`;
    form.hidden = false;
    if (groups.length === 0) say('No column of this file can be predicted.');
  });
}

/** As the extension fits a file whose target alone was chosen. */
function fitFile(design: DesignChoices = {}): Promise<void> {
  const [fitted, place, source] = [file, part('panel'), () => sourceOf(fitted as File)];
  if (!fitted || target.value === '') return Promise.resolve();
  return during(async ({ signal }) => {
    const choices = { target: target.value, design, read };
    const request = fitRequest(await source(), await methodSpec({ engine }, DEFAULT_METHOD), choices, {});
    await fitInFrame({ engine, file: fitted, place, source, say, fail, take: open }, request, signal);
  });
}

async function openSample(name: SampleName): Promise<void> {
  await during(async (call) => {
    call.onProgress(0, `loading ${name}.csv`);
    const answer = await fetch(`samples/${name}.csv`, { signal: call.signal });
    if (!answer.ok) throw new KernelscopeError('file/not-found', `The sample ${name}.csv is not beside this page.`);
    file = new File([await answer.blob()], `${name}.csv`);
  });
  const { target } = SAMPLES[name].given;
  if (file?.name !== `${name}.csv`) return;
  await open(file, {}, target);
  if (!form.hidden) await fitFile();
}

/** A module that adds two vectors. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

/** Why this browser cannot run the engine; undefined where it can. */
function unable(): string | undefined {
  if (location.protocol === 'file:')
    return 'This page has to come from a web server. In its folder, run: python3 -m http.server. Then open http://localhost:8000.';
  if (typeof Worker === 'undefined') return 'This page computes in a worker, which this browser does not have.';
  if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(new Uint8Array(SIMD)))
    return 'This page computes by WebAssembly with SIMD, which this browser does not have. Any browser of 2023 or later has it.';
  return undefined;
}

function begin(): void {
  chooser.addEventListener('change', () => {
    const [chosen] = chooser.files ?? [];
    if (chosen) void open(chosen);
    chooser.value = '';
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void fitFile();
  });
  cancel.addEventListener('click', () => current?.abort());
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const chosen = event.dataTransfer?.files[0];
    if (chosen) void open(chosen);
  });
  part('samples').append(...SHOWN.map((name) => button(`${SAMPLES[name].title}: ${name}.csv`, () => openSample(name))));
  part('begin').hidden = false;
  say('');
}

const why = unable();
if (why === undefined) begin();
else say(why);

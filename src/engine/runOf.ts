import { leakCallouts } from './compare/leaks';
import { type Callout, inOrder, quietly } from './contract/callout';
import { cutSentence } from './contract/cut';
import { bareDesign, bareSource, type Design, type Inspection, type ReadRules } from './contract/data';
import type { Model } from './contract/model';
import type { Note } from './contract/note';
import type { ComponentsOutcome, FitOutcome, FitRequest } from './contract/run';
import { fileNotes } from './data/fileCallouts';
import { frozenReading } from './data/frozenReading';
import { fitCard, fitQuality, fitRecord } from './fit/fitRecord';
import { lastRowsCallouts } from './fit/lastRowsCallout';
import type { AnyMethod } from './fit/method';
import { kernelTitle } from './kernels/kernelWords';
import { version } from './machine/version';
import { toldCallout } from './words/callouts';

/** The facts that a run holds in addition to its outcome. */
export interface RunSurroundings {
  readonly request: FitRequest;
  readonly method: Pick<AnyMethod, 'id' | 'title'>;
  readonly inspection: Inspection;
  readonly design: Design;
  /** Findings on the target leaking into the features. */
  readonly leak: Parameters<typeof leakCallouts>[1];
  /** Notes on the algebra that computes. */
  readonly notes: readonly Note[];
  /** Seconds of the stages before the fit. */
  readonly reading: Readonly<Record<string, number>>;
  /** Estimated bytes of memory. */
  readonly bytes: number;
  /** `performance.now()` when the run began. */
  readonly started: number;
}

/** Makers of the runs of a request, the first figures and the fit itself, under one id. */
export function runsOf({ request, method, inspection, design, leak, notes, reading, bytes, started }: RunSurroundings) {
  const id = globalThis.crypto.randomUUID();
  const created = new Date().toISOString();
  // Options accepted for this file do not apply to files that are predicted; findings of reading are in `frozen`.
  const {
    acceptExpansion: _,
    undecorated: __,
    levels: ___,
    multiplied: ____,
    ...readOfModel
  }: ReadRules = request.read;
  const frozen = frozenReading(inspection, usedColumns(request, design));
  // The callouts say of rows of totals; their buffer is the table's, and a run is handed over with its buffers.
  const { totals: _____, ...told } = inspection;
  /** The run of an outcome; `taken` is the request that would give it if the fit settled more than was requested. */
  const runOf = <Outcome extends FitOutcome | ComponentsOutcome>(outcome: Outcome, taken = request) => ({
    ...outcome,
    kernelscope: version,
    id,
    created,
    request: withoutBytes(taken),
    file: inspection.file,
    inspection: { ...told, notes: fileNotes(told.notes) },
    method: { id: method.id, title: method.title },
    data: design.report,
    callouts: calloutsOf(request, design, leak, outcome),
    notes: [...design.report.notes, ...outcome.notes.filter((note) => note.code !== INTERVALS), ...notes].map(
      (note) => ({ ...note, text: cutSentence(note.text) }),
    ),
    model: {
      ...outcome.model,
      version,
      read: { ...readOfModel, frozen },
      ...withRecord(design, outcome),
      quality: fitQuality(design, inspection, outcome, calloutsOf(request, design, leak, outcome)),
      card: fitCard(created.slice(0, 10), outcome),
    },
    timings: { ...reading, ...outcome.timings, total: (performance.now() - started) / 1000 },
    bytes,
    kernelName: kernelTitle(outcome.kernel),
  });
  return { id, runOf };
}

/** The note of intervals that hold fewer or more rows than they should, which is a callout. */
const INTERVALS = 'interval/misses';

/**
 * The callouts of a fit: about its file, target and held-out rows, and the fit's own measurements, which replace the
 * former.
 */
function calloutsOf(
  { design: options, parameters }: FitRequest,
  design: Design,
  leak: RunSurroundings['leak'],
  outcome: FitOutcome | ComponentsOutcome,
): readonly Callout[] {
  const measured: Callout[] = [...(outcome.callouts ?? [])];
  if (!('components' in outcome))
    measured.push(...leakCallouts(design, leak, outcome), ...lastRowsCallouts(options, design, outcome));
  const intervals = outcome.notes.filter(({ code }) => code === INTERVALS);
  measured.push(...intervals.map(({ text }) => toldCallout('intervals', 'doubt', text, [])));
  const kinds = new Set(measured.map(({ kind }) => kind));
  const robust = 'robust' in outcome && outcome.robust !== undefined;
  const settled = (callout: Callout) =>
    (robust && callout.kind === 'fewRows') ||
    (parameters.classWeight === 'balanced' && callout.act?.change.kind === 'balance');
  const others = (design.callouts ?? []).filter((callout) => !kinds.has(callout.kind) && !settled(callout));
  // A target that grows by factors naturally has rows far out: its logarithm is the one thing to try.
  const told = others.map((one) => (kinds.has('logarithm') && one.kind === 'fewRows' ? quietly(one) : one));
  return inOrder([...measured, ...told]);
}

/** The names of the columns that a model reads from a file that it predicts. */
function usedColumns({ design: { weights } }: FitRequest, { transform, target, moreTargets, source }: Design) {
  const weighing = source?.weights ?? weights;
  return new Set([
    ...transform.inputs.map(({ column }) => column),
    ...(target === '' ? [] : [target, ...moreTargets]),
    ...(weighing === undefined ? [] : [weighing]),
  ]);
}

function withRecord(design: Design, outcome: FitOutcome | ComponentsOutcome): Pick<Model, 'fitted'> {
  const fitted = fitRecord(design, outcome);
  return fitted ? { fitted } : {};
}

/** A stored run names where its data came from; it does not carry a copy of them. */
export const withoutBytes = (request: FitRequest): FitRequest => ({
  ...request,
  source: bareSource(request.source),
  design: bareDesign(request.design),
});

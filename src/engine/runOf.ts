import { leakNotes } from './compare/leaks';
import { bareDesign, bareSource } from './contract/bare';
import type { Design, Inspection } from './contract/data';
import type { Model } from './contract/model';
import type { Note } from './contract/note';
import type { ComponentsOutcome, FitOutcome, FitRequest } from './contract/run';
import { fitRecord } from './fit/fitRecord';
import type { AnyMethod } from './fit/method';
import { kernelTitle } from './kernels/kernelWords';
import { version } from './machine/version';

/** What a run says beside its outcome. */
export interface RunFacts {
  readonly request: FitRequest;
  readonly method: Pick<AnyMethod, 'id' | 'title'>;
  readonly inspection: Inspection;
  readonly design: Design;
  /** Of the target in the features. */
  readonly leak: Parameters<typeof leakNotes>[1];
  /** Of what computes. */
  readonly notes: readonly Note[];
  /** Seconds of what came before the fit. */
  readonly reading: Readonly<Record<string, number>>;
  /** Of memory, as estimated. */
  readonly bytes: number;
  /** `performance.now()` as it began. */
  readonly started: number;
}

/** What makes runs of a request: of first figures, and of the fit itself, under one id. */
export function runsOf({ request, method, inspection, design, leak, notes, reading, bytes, started }: RunFacts) {
  const id = globalThis.crypto.randomUUID();
  const created = new Date().toISOString();
  // What was accepted of this file says nothing of those that are predicted.
  const { acceptExpansion: _, ...readOfModel } = request.read;
  const runOf = <Outcome extends FitOutcome | ComponentsOutcome>(outcome: Outcome) => ({
    ...outcome,
    kernelscope: version,
    id,
    created,
    request: withoutBytes(request),
    file: inspection.file,
    inspection,
    method: { id: method.id, title: method.title },
    data: design.report,
    notes: [
      ...('components' in outcome ? [] : leakNotes(design, leak, outcome)),
      ...design.report.notes,
      ...outcome.notes,
      ...notes,
    ],
    model: { ...outcome.model, version, read: readOfModel, ...withRecord(design, outcome) },
    timings: { ...reading, ...outcome.timings, total: (performance.now() - started) / 1000 },
    bytes,
    kernelName: kernelTitle(outcome.kernel),
  });
  return { id, runOf };
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

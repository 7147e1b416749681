import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { finishParts } from './cluster/finishParts';
import { type MadePlan, makePlan, type PlanRequest } from './cluster/makePlan';
import { type Mapped, mapPart, type PartPlace } from './cluster/mapPart';
import { type Packed, visitOfFile } from './cluster/packed';
import { contentOfPlan, type OpenPlan, openPlan } from './cluster/planFile';
import type { PlanPart } from './cluster/planPart';
import { openSolution, solveParts } from './cluster/solutionFile';
import {
  type AddedKind,
  type FileInTurn,
  mergedNodes,
  missingParts,
  type NamedBytes,
  packSums,
  readInTurn,
} from './cluster/sumsFile';
import { onDiskAlone } from './contract/clusterFailures';
import { contextWith, partOf, type RunContext } from './contract/context';
import type { FileSource } from './contract/data';
import type { EngineApi } from './contract/rpc';
import type { AnyRun } from './contract/run';
import { importanceOf } from './explain/importance';
import type { FitContext } from './fit/method';
import type { Chooser } from './machine/backEnd';
import { notSetAside } from './machine/unfinished';
import { lossOfMethod } from './methods/registry';
import { runsOf, withoutBytes } from './runOf';

export type { FileInTurn, NamedBytes } from './cluster/sumsFile';

export interface Merged extends Packed {
  readonly parts: number;
  readonly missing: number;
}

export function clusterSteps(algebra: Chooser): ClusterSteps {
  return new ClusterSteps(algebra);
}

/**
 * A fit in steps with files between them: the plan, the visits to parts, their sums, and the run. Bytes in, bytes out.
 */
export class ClusterSteps {
  constructor(private readonly algebra: Chooser) {}

  plan(request: PlanRequest, context: RunContext): Promise<MadePlan> {
    return makePlan(request, this.algebra, context);
  }

  /** The parts of a plan, in the order of their numbers. */
  parts({ name, bytes }: NamedBytes): readonly PlanPart[] {
    return contentOfPlan(bytes, basename(name)).content.parts;
  }

  /** The sums of a part or, with a solution, its errors. */
  async map(
    plan: NamedBytes,
    part: number,
    place: PartPlace & { readonly solution?: NamedBytes },
    context: RunContext,
  ): Promise<Mapped> {
    const { open, inner } = await this.open(plan, context);
    const { solution } = place;
    const solved = solution && openSolution(solution, open, inner);
    return mapPart(open, part, place, solved, inner);
  }

  /** Merges files of sums, or of errors, into one; the first file says which. */
  async merge(plan: NamedBytes, [first, ...others]: readonly FileInTurn[], context: RunContext): Promise<Merged> {
    const { open } = await this.open(plan, context);
    // A pipe can be read once.
    const read = await readInTurn(first);
    const { kind, solution } = visitOfFile(read.bytes, read.name);
    const merged = async <K extends AddedKind>(of: K): Promise<Merged> => {
      const nodes = await mergedNodes(of, [read, ...others], open, solution);
      const missing = missingParts(nodes, open.parts.length).length;
      return { ...packSums(of, { plan: open.id, solution, nodes }), parts: open.parts.length, missing };
    };
    return merged(kind);
  }

  /** The spectrum from the sums of all parts or, with `skipMissing`, of the parts that are there. */
  async solve(
    plan: NamedBytes,
    files: readonly FileInTurn[],
    context: RunContext,
    skipMissing = false,
  ): Promise<Packed> {
    const { open, inner } = await this.open(plan, context);
    return solveParts(open, { files, skipMissing }, inner);
  }

  /** The run of all parts; with `measured` the importance of its columns is measured at length. */
  async finish(
    plan: NamedBytes,
    solution: NamedBytes,
    files: readonly FileInTurn[],
    context: RunContext,
    measured = false,
  ): Promise<AnyRun> {
    const started = performance.now();
    const { open, inner } = await this.open(plan, partOf(context, 0, 0.2));
    const solved = openSolution(solution, open, inner);
    const { notes } = this.algebra(open.rows);
    const { outcome, ...fitted } = await finishParts(open, solved, files, inner);
    const { runOf } = runsOf({ ...fitted, notes: notes(), reading: {}, started });
    const run: AnyRun = runOf(outcome);
    if (!measured) return run;
    const { seed } = open.design;
    return {
      ...run,
      importance: importanceOf(run.model, fitted.design.holdout, { seed, loss: lossOfMethod(run.model) }, inner),
    };
  }

  /** Plans the fit of a request into a folder. Throws what `plan` throws, and `file/not-written`. */
  async planIn(
    { request, folder }: EngineApi['planParts']['params'],
    context: RunContext,
  ): Promise<EngineApi['planParts']['result']> {
    const { source, streamed: _, onCluster: { skipFailed = false, partSize } = {}, ...asked } = request;
    const { bytes, content } = await this.plan({ ...asked, paths: [pathOf(source)], skipFailed, partSize }, context);
    await writeFile(join(folder, 'plan'), bytes, { mode: 0o600 }).catch(notSetAside);
    return { parts: content.parts.length };
  }

  /** Finishes a fit from its folder. The run, and the request that repeats it, name the files as in the request. */
  async finishIn(
    { request, folder, importance: measured = false }: EngineApi['finishParts']['params'],
    context: RunContext,
  ): Promise<EngineApi['finishParts']['result']> {
    const [plan, solution, errors] = await Promise.all(
      ['plan', 'solution', 'errors'].map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
    );
    const run = await this.finish(plan, solution, [errors], context, measured);
    const file = { ...run.file, path: pathOf(request.source) };
    return { ...run, request: withoutBytes(request), file, inspection: { ...run.inspection, file } };
  }

  private async open(
    { name, bytes }: NamedBytes,
    context: RunContext,
  ): Promise<{ readonly open: OpenPlan; readonly inner: FitContext }> {
    // The number of rows decides which algebra computes, and only the plan has it; all fits that features are made for use the same core.
    const { linalg } = this.algebra(Number.MAX_SAFE_INTEGER);
    const inner = contextWith(context, { linalg });
    return { open: await openPlan(bytes, basename(name), inner), inner };
  }
}

function pathOf(source: FileSource): string {
  if (source.kind === 'path') return source.path;
  throw onDiskAlone();
}

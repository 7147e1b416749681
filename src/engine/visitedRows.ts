import { besideFit } from './compare/besideFit';
import { findLeak } from './compare/leaks';
import { openWayVisited } from './compare/openMethod';
import { costWithRace, racedOn } from './compare/race/racedFit';
import type { SummedId } from './contract/cluster';
import { contextWith, partOf, type RunContext } from './contract/context';
import type { Sample } from './contract/data';
import { KernelscopeError } from './contract/failure';
import type { Model } from './contract/model';
import type { Estimate, EstimateRequest, RequestContext } from './contract/rpc';
import type { AnyRun, FitRequest } from './contract/run';
import { stampKey } from './data/stampKey';
import { estimateFit } from './fit/estimate';
import type { FitContext, FitCost } from './fit/method';
import { methodById } from './methods/registry';
import { checkParameters } from './parameters/checkParameters';
import { checkSummed, SUMMED } from './parts/families';
import { planOf } from './parts/plan';
import { fitVisited, heldOutOf, type VisitedFile, visitedFile, visits } from './parts/visitedFile';
import type { FitMachine, RowStore } from './rowStore';
import { runsOf } from './runOf';
import { paceOf } from './statistics/pace';
import { count } from './words/numbers';
import { durationRange, memorySize } from './words/quantities';
import { listed } from './words/sentence';

/** The number of M×M matrices for sums while they are added up, in addition to those of a fit in memory. */
const SQUARES = 3;

export function visitedRows(machine: FitMachine): VisitedRows {
  return new VisitedRows(machine);
}

/**
 * Rows that are read from their file as often as they are needed and never held in memory. Remembers the findings of
 * the last file.
 */
export class VisitedRows implements RowStore {
  private last: { readonly key: string; readonly file: VisitedFile } | undefined;

  constructor(private readonly machine: FitMachine) {}

  /** True if a request that is too large for memory can be fitted in this way. */
  takes(request: FitRequest): boolean {
    try {
      checkSummed(openWayVisited(request).request);
      return true;
    } catch (error) {
      if (error instanceof KernelscopeError) return false;
      throw error;
    }
  }

  /** A failure for lack of memory that also names the methods for which memory would be enough, if there are any. */
  withAdvice({ failure: { code, message, data } }: KernelscopeError, request: FitRequest): KernelscopeError {
    const { family } = methodById(request.method);
    const ways = Object.entries(SUMMED).flatMap(([id, { method }]) =>
      (method.family === 'components') === (family === 'components') ? [id] : [],
    );
    const others = this.takes({ ...request, method: ways[0], parameters: {} });
    const advice = others ? ` ${listed(ways)} fit rows that are not held in memory.` : '';
    return new KernelscopeError(code, `${message}${advice}`, data);
  }

  /** Estimates memory and time. Throws `parameter/invalid` for a request that needs all rows at once. */
  async estimate({ paces, ahead: _, ...asked }: EstimateRequest, context: RunContext): Promise<Estimate> {
    const { request } = openWayVisited(asked);
    const id = checkSummed(request);
    const { rows, sample } = await this.file(id, request, partOf(context, 0.6, 1));
    const { method, alone } = SUMMED[id];
    const given = checkParameters(method, request.parameters);
    const { columns } = sample.train.x;
    const parameters = sample.train.x.rows < rows ? { ...given, ...alone } : given;
    const { threads } = this.machine.linearAlgebra(rows).linalg.core;
    const cost = visitedCost(costWithRace(method, parameters, sample.train.x.rows, columns, threads), {
      all: method.cost(parameters, rows, columns, threads),
      count: SUMMED[id].count(parameters, rows),
    });
    const estimate = estimateFit(rows, columns, this.machine.memory(), () => cost, paceOf(paces, method.family));
    if (estimate.verdict === 'refuse') return { ...estimate, proposedRows: rows };
    const message = `Fitting ${count(rows)} rows takes ${durationRange(estimate.range)} and ${memorySize(cost.bytes)} of memory: they are read from the file several times and not held.`;
    return { ...estimate, proposedRows: rows, message, ...(asked.openMethod && { method: id }) };
  }

  async fit(given: FitRequest, context: RequestContext): Promise<AnyRun> {
    const started = performance.now();
    const { request, notes: unused } = openWayVisited(given);
    const id = checkSummed(request);
    const { method } = SUMMED[id];
    const parametersGiven = checkParameters(method, request.parameters);
    const file = await this.file(id, request, partOf(context, 0, 0.1));
    const reading = { read: (performance.now() - started) / 1000 };
    const { sample, rows, needs, shares, inspection, options } = file;
    const estimate = await this.estimate(request, partOf(context, 0.1, 0.1));
    if (estimate.verdict === 'refuse')
      throw new KernelscopeError('memory/too-large', estimate.message, { bytes: estimate.bytes });
    const { linalg, notes } = this.machine.linearAlgebra(rows);
    const within = (from: number, to: number): FitContext => contextWith(partOf(context, from, to), { linalg });

    const { parameters, withRace } = racedOn(method, sample, parametersGiven, within(0.1, 0.25), {
      onRace: (race) => context.publish?.({ kind: 'race', runId: '', race }),
      finishing: () => context.finishing?.() === true,
      fitted: rows,
    });
    const plan = planOf(sample, { method: id, parameters, options, needs, shares, rows }, within(0.25, 0.3));
    const fitted = await fitVisited(plan, visits(request.source, file.reading, plan), within(0.3, 0.97));
    const { design } = fitted;
    const raced = 'components' in fitted.outcome ? fitted.outcome : withRace(fitted.outcome);
    const outcome = besideFit(raced, design, parameters, within(0.97, 1));
    const leak = 'components' in outcome ? undefined : findLeak(design, context);
    const { bytes } = estimate;
    const asked: FitRequest = { ...request, design: options, streamed: true };
    const facts = { request: asked, method, inspection, design, leak, notes: notes(), reading, bytes, started };
    const { runOf } = runsOf(facts);
    if (!given.openMethod) return runOf(outcome);
    const count = SUMMED[id].count(parametersGiven, rows);
    return runOf({
      ...outcome,
      notes: [...outcome.notes, ...unused],
      approximate: { by: 'rule', kind: 'landmarks', count },
    });
  }

  async heldOut(asked: FitRequest, context: RunContext, model: Model): Promise<Sample | undefined> {
    const { request } = openWayVisited(asked);
    const file = await this.file(checkSummed(request), request, partOf(context, 0, 0.5));
    return heldOutOf(request.source, file, model, partOf(context, 0.5, 1));
  }

  private async file(id: SummedId, { source, read, design }: FitRequest, context: RunContext): Promise<VisitedFile> {
    const named = source.kind === 'path' ? await stampKey(source) : undefined;
    const key = named && JSON.stringify([named, read, design, SUMMED[id].kind]);
    if (key !== undefined && this.last?.key === key) return this.last.file;
    this.last = undefined;
    const file = await visitedFile(source, read, design, id, context);
    if (key !== undefined) this.last = { key, file };
    return file;
  }
}

/** The cost of a streamed fit: memory of the sample's fit and of the sums, time of two visits to all rows. */
function visitedCost(
  sampled: FitCost,
  { all, count: features }: { readonly all: FitCost; readonly count: number },
): FitCost {
  return {
    bytes: sampled.bytes + 8 * SQUARES * features * features,
    coreBytes: sampled.coreBytes,
    seconds: sampled.seconds + 2 * all.seconds,
  };
}

import { besideFit } from './compare/besideFit';
import type { ProposalMachine } from './compare/candidates';
import { findLeak } from './compare/leaks';
import { type OpenWay, openWay } from './compare/openMethod';
import { propose } from './compare/propose';
import { raceCost } from './compare/race/cost';
import {
  costWithRace,
  firstFigures,
  fitWinner,
  racedParameters,
  raceOf,
  racingMethod,
  withoutOpenKernel,
  withRules,
} from './compare/race/racedFit';
import { noTarget, targetCandidates } from './compare/targets/targetCandidates';
import { contextWith, partOf, type RunContext, silently } from './contract/context';
import type { Design, FileSource, ReadRules, Sample } from './contract/data';
import { KernelscopeError } from './contract/failure';
import { measuredWay } from './contract/measuredWay';
import type { Parameters } from './contract/method';
import type { Paced } from './contract/pace';
import type { Proposals } from './contract/proposal';
import type { Race } from './contract/race';
import type { Estimate, EstimateRequest, RaceAnswer, RequestContext } from './contract/rpc';
import type { AnyRun, ComponentsOutcome, FitOutcome, FitRequest } from './contract/run';
import { withDateOrder } from './data/dateOrder';
import { buildDesign } from './data/design';
import { designBytes, mostDesignRows } from './data/designBytes';
import { frozenReading } from './data/frozenReading';
import { rulesOf } from './data/logarithm';
import { readTable } from './data/readTable';
import { buildRows } from './data/rowsDesign';
import { stampKey } from './data/stampKey';
import type { Table } from './data/table';
import { estimateFit, requireMemory, viewSeconds } from './fit/estimate';
import { TRIED_COUNTS } from './fit/features/cost';
import { methodById } from './methods/registry';
import { checkParameters } from './parameters/checkParameters';
import { computingOn, type FitMachine, type RowStore } from './rowStore';
import { runsOf, withoutBytes } from './runOf';
import { SpectrumCache } from './spectrum/cache';
import { paceOf } from './statistics/pace';

const isTargetless = ({ method }: FitRequest): boolean => methodById(method).family === 'components';
/** A key that is equal for requests that fit the same rows and columns of a table. */
const designKey = (request: FitRequest): string => JSON.stringify([request.design, isTargetless(request)]);
const seconds = (from: number) => (performance.now() - from) / 1000;

/** The fraction of the progress that the stages take: the run is made after them. */
const WORK = 0.99;
/** A table of more columns than this makes room for its fit: reading it again takes seconds, and the fit of as many rows longer. */
const KEPT_BYTES = 5e7;
/** Seconds that a pilot takes. */
const PILOT = 4;

interface Reading {
  readonly key: string;
  /** The same bytes object that was read, as long as its owner keeps it; absent for a path. */
  readonly bytes?: WeakRef<Uint8Array>;
  readonly table: Table;
  readonly seconds: number;
  /** The design of the last estimate, stored for the fit that follows. */
  made?: { readonly key: string; readonly design: Design } | undefined;
}

/**
 * Rows in memory. It remembers the last table read, the estimate for it, and one decomposition, so that inspecting,
 * estimating and fitting in turn read the file and prepare its columns once.
 */
export class HeldRows implements RowStore {
  private last: Reading | undefined;
  private readonly spectra = new SpectrumCache();
  /**
   * The first figures by their design, the last of which is retained with its estimate, and the method and parameters
   * they belong to.
   */
  private readonly firsts = new WeakMap<Design, { readonly of: string; readonly outcome: FitOutcome | undefined }>();

  /** `elsewhere`: true for a request whose rows are too large for memory but can be fitted in another way. */
  constructor(
    private readonly machine: FitMachine,
    private readonly elsewhere: (request: FitRequest) => boolean,
  ) {}

  /** Gives the table back that was read last. */
  forget(): void {
    this.last = undefined;
  }

  /** The table, and the seconds it took to read: also when that was for an earlier request. */
  async read(source: FileSource, read: ReadRules, context: RunContext): Promise<{ table: Table; seconds: number }> {
    const key = JSON.stringify([source.kind, source.kind === 'path' ? await stampKey(source) : source.name, read]);
    const bytes = source.kind === 'bytes' ? source.bytes : undefined;
    if (this.last?.key === key && this.last.bytes?.deref() === bytes) return this.last;
    this.last = undefined;
    const started = performance.now();
    const table = await readTable(source, read, context);
    this.last = { key, ...(bytes && { bytes: new WeakRef(bytes) }), table, seconds: seconds(started) };
    return this.last;
  }

  /** The design of a request, built from its table; a file of held-out rows is read too. Throws `memory/too-large`. */
  async design(table: Table, asked: FitRequest, context: RunContext): Promise<Design> {
    const request = inDateOrder(table, asked, context);
    const { design } = request;
    const { holdout } = design;
    const targetless = isTargetless(request);
    const made = this.last?.made;
    if (this.last) this.last.made = undefined;
    if (made && this.last?.table === table && holdout.kind !== 'file' && made.key === designKey(request))
      return made.design;
    if (!targetless && design.target.trim() === '' && table.inspection.defaultTarget === undefined)
      throw noTarget(table.inspection, targetCandidates(table, silently(context)));
    const build = targetless ? buildRows : buildDesign;
    const bytes = designBytes(table, design, targetless);
    requireMemory('Preparing', mostDesignRows(table, design), bytes, this.machine.memory());
    if (holdout.kind !== 'file') return build(table, design, context);
    const rules = { ...rulesOf(request), frozen: frozenReading(table.inspection) };
    const heldOut = await readTable(holdout.source, rules, partOf(context, 0, 0.5));
    return build(table, design, partOf(context, 0.5, 1), heldOut);
  }

  async estimate({ ahead, ...request }: EstimateRequest, context: RunContext): Promise<Estimate> {
    const { table } = await this.read(request.source, rulesOf(request), partOf(context, 0, 0.5));
    const design = await this.design(table, request, partOf(context, 0.5, 0.6));
    const way = this.wayOf(design, request);
    const estimate = this.costOf(design, { ...way.request, ...(request.paces && { paces: request.paces }) });
    if (estimate.verdict === 'refuse' && this.elsewhere(request)) throw tooLarge(estimate);
    if (ahead && estimate.verdict !== 'refuse') this.firstOf(design, way.request, context);
    if (this.last?.table === table)
      this.last.made = { key: designKey(inDateOrder(table, request, silently(context))), design };
    if (way.approximate === undefined) return estimate;
    // Fewer landmarks may be enough.
    const { method, parameters } = way.request;
    const fewest = {
      ...way.request,
      parameters: { ...parameters, landmarks: Math.min(TRIED_COUNTS[0], way.approximate.count) },
    };
    const [least] = this.costOf(design, { ...fewest, ...(request.paces && { paces: request.paces }) }).range;
    return { ...estimate, method, range: [Math.min(least, estimate.range[0]), estimate.range[1]] };
  }

  private firstOf(design: Design, { method, parameters }: FitRequest, context: RunContext): FitOutcome | undefined {
    const [of, made] = [JSON.stringify([method, parameters]), this.firsts.get(design)];
    if (made?.of === of) return made.outcome;
    const given = checkParameters(methodById(method), parameters);
    const racing = racingMethod(methodById(method), given);
    const computing = computingOn(this.machine, design.train.x.rows, context);
    const outcome = racing && firstFigures(racing, design, given, computing);
    this.firsts.set(design, { of, outcome });
    return outcome;
  }

  async heldOut(request: FitRequest, context: RunContext): Promise<Sample | undefined> {
    const { table } = await this.read(request.source, rulesOf(request), partOf(context, 0, 0.7));
    return (await this.design(table, request, partOf(context, 0.7, 1))).holdout;
  }

  /** The fit to make for a request, whose method may be open. */
  private wayOf(design: Design, request: FitRequest): OpenWay {
    const { rows, columns } = design.train.x;
    return openWay(request, rows, columns, this.planned(design));
  }

  /** The memory and the threads that a fit of a design may plan on. */
  private planned({ train }: Design): ProposalMachine {
    const { threads } = this.machine.linearAlgebra(train.x.rows).linalg.core;
    return { memory: this.machine.memory(), threads };
  }

  /** The estimated cost; `alone` is the cost of the computation that replaces a complete fit. */
  private costOf(design: Design, request: FitRequest & Paced, alone?: typeof raceCost): Estimate {
    const method = methodById(request.method);
    const parameters = checkParameters(method, request.parameters);
    const { rows, columns } = design.train.x;
    const { threads } = this.machine.linearAlgebra(rows).linalg.core;
    const costOf = (n: number) =>
      alone ? alone(n, columns, threads) : costWithRace(method, parameters, n, columns, threads);
    return estimateFit(rows, columns, this.machine.memory(), costOf, paceOf(request.paces, method.family));
  }

  async propose({ paces, ...request }: FitRequest & Paced, context: RunContext): Promise<Proposals> {
    const { table } = await this.read(request.source, rulesOf(request), partOf(context, 0, 0.15));
    const design = await this.design(table, request, partOf(context, 0.15, 0.2));
    const machine = { ...this.planned(design), ...(paces && { paces }) };
    return propose(design, request, machine, computingOn(this.machine, design.train.x.rows, partOf(context, 0.2, 1)));
  }

  async fit(asked: FitRequest, context: RequestContext): Promise<AnyRun> {
    const started = performance.now();
    const prepared = await this.prepare(asked, context);
    const { request, method, parameters, inspection, reading, design, linalg, notes, inner, way } = prepared;
    const leak = method.family === 'components' ? undefined : findLeak(design, inner);
    const { bytes } = prepared;
    const facts = { request, method, inspection, design, leak, notes: notes(), reading, bytes, started };
    const { id, runOf } = runsOf(facts);
    const racing = racingMethod(method, parameters);
    const share = sharesOf(prepared, racing !== undefined);
    const { publish } = context;
    let count = way.approximate?.count ?? 0;
    const tookLandmarks = (taken: number) => {
      count = taken;
    };
    const fitting = contextWith(share.fit, {
      linalg,
      cache: this.spectra,
      hints: { withoutPartial: context.withoutPartial, ...(way.approximate && { tookLandmarks }) },
    });
    const beside = (outcome: FitOutcome | ComponentsOutcome, kernel?: Parameters): AnyRun => {
      if ('components' in outcome) return runOf(outcome);
      const { rules, notes: unused } = way;
      const noted = { ...withRules(outcome, rules), notes: [...outcome.notes, ...unused] };
      const whole = besideFit(noted, design, parameters, share.beside);
      if (way.approximate === undefined) return runOf(whole);
      const { count: most } = way.approximate;
      const approximate = { ...way.approximate, count, ...(count < most && { most }) };
      const taken = { ...request, parameters: { ...request.parameters, landmarks: count } };
      // The fit is reported before its loss is measured.
      publish?.({ kind: 'run', run: runOf({ ...whole, approximate }, taken) });
      const { openMethod: _, ...named } = asked;
      const ways = propose(design, { ...named, design: request.design }, this.planned(design), share.pilot, {
        ...kernel,
        landmarks: count,
      });
      const { loss, ...measured } = measuredWay(approximate, ways);
      // For classes the pilot compares errors other than those that are reported to a person.
      return runOf({ ...whole, approximate: { ...measured, ...(loss && !design.classes && { loss }) } }, taken);
    };
    if (racing === undefined) return beside(method.run(design, withoutOpenKernel(parameters), fitting));
    let shown = false;
    const onRace = (race: Race) => {
      if (publish === undefined) return;
      if (shown) return publish({ kind: 'race', runId: id, race });
      shown = true;
      const first = this.firstOf(design, request, inner);
      if (first) publish({ kind: 'run', run: runOf({ ...first, race }) });
    };
    const outcome = raceOf(racing, design, parameters, share.race, {
      onRace,
      finishing: () => context.finishing?.() === true,
    });
    if (outcome === undefined) return beside(racing.run(design, withoutOpenKernel(parameters), fitting));
    const fitted = fitWinner(racing, design, parameters, outcome, fitting);
    const kernel = outcome.taken && racedParameters(outcome.taken);
    return beside({ ...fitted, timings: { race: outcome.race.seconds, ...fitted.timings } }, kernel);
  }

  async compare(asked: FitRequest, context: RequestContext): Promise<RaceAnswer> {
    const { request, method, parameters, inspection, design, inner } = await this.prepare(asked, context, raceCost);
    const { kernel: _, lengthScale: __, lengthScaleRule: ___, ...others } = parameters;
    const racing = racingMethod(method, others);
    const outcome =
      racing &&
      raceOf(racing, design, others, inner, {
        onRace: (race) => context.publish?.({ kind: 'race', runId: '', race }),
      });
    if (outcome === undefined)
      throw new KernelscopeError(
        'parameter/invalid',
        racing
          ? `${design.train.x.rows} training rows are too few to compare kernels by folds. Hold out fewer rows.`
          : `${method.title} has no kernel to choose here. Compare with krr, or another method that fits a target.`,
      );
    const candidates = Array.from(outcome.candidates, ([id, choice]) => ({ id, parameters: racedParameters(choice) }));
    return {
      request: withoutBytes({ ...request, parameters: others, ...(asked.openMethod && { openMethod: true }) }),
      file: inspection.file,
      data: design.report,
      race: outcome.race,
      candidates,
    };
  }

  /** The rows of a request, once its parameters are checked and memory is known to suffice. */
  private async prepare(asked: FitRequest, context: RunContext, alone?: typeof raceCost) {
    checkParameters(methodById(asked.method), asked.parameters);
    const { table, seconds: read } = await this.read(asked.source, rulesOf(asked), partOf(context, 0, 0.1));
    const designStarted = performance.now();
    const ordered = inDateOrder(table, asked, silently(context));
    const design = await this.design(table, ordered, partOf(context, 0.1, 0.15));
    const reading = { read, design: seconds(designStarted) };
    const { openMethod: _, ...named } = ordered;
    const way = this.wayOf(design, alone ? named : ordered);
    const { request } = way;
    const method = methodById(request.method);
    const parameters = checkParameters(method, request.parameters);
    const estimate = this.costOf(design, request, alone);
    if (estimate.verdict === 'refuse') throw tooLarge(estimate);
    const { linalg, notes } = this.machine.linearAlgebra(design.train.x.rows);
    const inner = contextWith(partOf(context, 0.15, 1), { linalg, cache: this.spectra });
    const { inspection } = table;
    if (8 * inspection.rows * table.columns.length > KEPT_BYTES) this.forget();
    const { bytes } = estimate;
    return { request, way, method, parameters, inspection, reading, design, linalg, notes, inner, bytes };
  }
}

/** The request with its held-out rows settled, if that was left to the file. */
const inDateOrder = (table: Table, request: FitRequest, context: RunContext): FitRequest => ({
  ...request,
  design: withDateOrder(table, request.design, context),
});

/** The contexts of the stages of a fit, which share its progress as they are expected to share its time. */
function sharesOf(
  { method, parameters, design, linalg, inner, way }: Awaited<ReturnType<HeldRows['prepare']>>,
  races: boolean,
) {
  const { rows, columns } = design.train.x;
  const { threads } = linalg.core;
  const expected = {
    race: races ? raceCost(rows, columns, threads).seconds : 0,
    fit: method.cost(races ? { ...parameters, lengthScale: 1 } : parameters, rows, columns, threads).seconds,
    beside: viewSeconds(columns),
    pilot: way.approximate ? PILOT : 0,
  };
  const total = Object.values(expected).reduce((sum, v) => sum + v, 0);
  let reached = 0;
  const next = (seconds: number) => {
    const from = reached;
    reached = from + (WORK * seconds) / total;
    return partOf(inner, from, reached);
  };
  const [race, fit] = [next(expected.race), next(expected.fit)];
  return {
    race,
    fit: contextWith(fit, { linalg, cache: inner.cache }),
    beside: contextWith(next(expected.beside), { linalg, cache: inner.cache }),
    pilot: next(expected.pilot),
  };
}

function tooLarge({ message, bytes, rows, proposedRows }: Estimate): KernelscopeError {
  return new KernelscopeError('memory/too-large', message, { bytes, ...(proposedRows < rows && { proposedRows }) });
}

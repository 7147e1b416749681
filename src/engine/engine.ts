import { type ClusterSteps, clusterSteps } from './clusterSteps';
import { leakOfFile } from './compare/leakOfFile';
import { noTarget, targetCandidates } from './compare/targets/targetCandidates';
import { inOrder } from './contract/callout';
import { heldOutThere } from './contract/clusterFailures';
import { partOf, type RunContext, silently } from './contract/context';
import type { Sample } from './contract/data';
import { KernelscopeError } from './contract/failure';
import type { Model } from './contract/model';
import type { Reproduction, ReproductionRequest, ReproductionSpec } from './contract/reproduction';
import type { EngineApi, EngineMethod, RequestContext } from './contract/rpc';
import type { FitRequest } from './contract/run';
import { calloutsOf } from './data/calloutsOf';
import { withDateOrder } from './data/dateOrder';
import { fileNotes, inspectionTold } from './data/fileCallouts';
import { checkedRanges } from './data/leaveOut';
import { rulesOf } from './data/logarithm';
import { columnDetail } from './data/profile/columnDetail';
import { profileTable } from './data/profile/profile';
import { rowsCsv } from './data/writeTable';
import { describeRows } from './explain/describeRows';
import { importanceOf } from './explain/importance';
import { judgedRows } from './explain/judgedRows';
import { rowCard } from './explain/rowCard';
import { specOf } from './fit/method';
import { HeldRows } from './heldRows';
import type { Computing } from './linalg/linalg';
import { lossOfMethod, methods } from './methods/registry';
import { checkModel } from './model/save';
import { type Exports, ModelUses } from './modelUses';
import { computingOn, type FitMachine, type RowStore } from './rowStore';
import { type VisitedRows, visitedRows } from './visitedRows';

/** The facts and loaders of the machine that the engine runs on. */
export interface Machine extends FitMachine {
  /** Loads the published figures when they are first requested: no fit needs them. */
  readonly reproductions: () => Promise<Reproductions>;
  /** Loads the exporters. */
  readonly exports: () => Promise<Exports>;
}

/** The published figures that can be computed again. */
interface Reproductions {
  reproductionSpecs(): readonly ReproductionSpec[];
  runReproduction(request: ReproductionRequest, context: Computing): Promise<Reproduction>;
}

type Handlers = {
  readonly [M in EngineMethod]: (
    params: EngineApi[M]['params'],
    context: RequestContext,
  ) => Promise<EngineApi[M]['result']>;
};

/**
 * The engine as a set of requests, without any transport: the worker serves it over a port, the command line calls it.
 */
export class Engine {
  private readonly held: HeldRows;
  private madeVisited: VisitedRows | undefined;
  private madeOnDisk: ClusterSteps | undefined;
  /** The uses of an existing model. */
  readonly models: ModelUses;

  constructor(private readonly machine: Machine) {
    this.held = new HeldRows(machine, (request) => this.visited.takes(request));
    this.models = new ModelUses(machine);
  }

  // These two are made when they are first needed: most processes need neither, and do without their bundle.
  private get visited(): VisitedRows {
    this.madeVisited ??= visitedRows(this.machine);
    return this.madeVisited;
  }

  private get onDisk(): ClusterSteps {
    this.madeOnDisk ??= clusterSteps(this.machine.linearAlgebra);
    return this.madeOnDisk;
  }

  readonly handlers: Handlers = {
    methods: async () => methods.map(specOf),
    inspect: async ({ source, read }, context) =>
      inspectionTold((await this.held.read(source, read, context)).table.inspection),
    targets: async ({ source, read }, context) =>
      targetCandidates((await this.held.read(source, read, partOf(context, 0, 0.9))).table, partOf(context, 0.9, 1)),
    profile: async ({ source, read, design, alone = false }, context) => {
      const { table } = await this.held.read(source, rulesOf({ read, design }), partOf(context, 0, 0.6));
      const ordered = alone ? design : withDateOrder(table, design, silently(context));
      const profile = profileTable(table, ordered, alone, partOf(context, 0.6, 0.9));
      const leaks = profile.target ? leakOfFile(table, design, partOf(context, 0.9, 1)) : [];
      const inspection = { ...table.inspection, notes: fileNotes(table.inspection.notes) };
      const refusal =
        profile.refusal?.code === 'data/no-target'
          ? noTarget(profile.inspection, targetCandidates(table, silently(context))).failure
          : profile.refusal;
      return {
        ...profile,
        inspection,
        callouts: inOrder([...leaks, ...calloutsOf(table, ordered, alone, silently(context))]),
        ...(refusal && { refusal }),
      };
    },
    column: async ({ source, read, design, column }, context) => {
      const { table } = await this.held.read(source, rulesOf({ read, design }), partOf(context, 0, 0.8));
      return columnDetail(table, column, design, partOf(context, 0.8, 1));
    },
    estimate: (request, context) => this.inStore(request, (rows) => rows.estimate(request, context)),
    fit: (request, context) => this.inStore(request, (rows) => rows.fit(request, context)),
    planParts: (asked, context) => this.onDisk.planIn(asked, context),
    finishParts: (asked, context) => this.onDisk.finishIn(asked, context),
    propose: (request, context) => this.held.propose(request, context),
    compare: (request, context) => this.held.compare(request, context),
    predict: (params, context) => this.models.predict(params, context),
    predictSome: (params, context) => this.models.predictSome(params, context),
    export: (request, context) => this.models.export(request, context),
    describeRows: async ({ request, rows }, context) => {
      const { table } = await this.held.read(request.source, rulesOf(request), partOf(context, 0, 0.5));
      return describeRows(table, request.design, rows, partOf(context, 0.5, 1));
    },
    row: async ({ request, model, row }, context) => {
      const { table } = await this.held.read(request.source, rulesOf(request), partOf(context, 0, 0.5));
      const design = await this.held.design(table, request, partOf(context, 0.5, 0.9));
      return rowCard(table, design, checkModel(model).kernel, row, partOf(context, 0.9, 1));
    },
    whatIf: async (params, context) => {
      const { table } = await this.held.read(params.source, params.read, partOf(context, 0, 0.2));
      return this.models.whatIf(params, table, partOf(context, 0.2, 1));
    },
    importance: async (params, context) => {
      const model = checkModel(params.model);
      const before = partOf(context, 0, 0.15);
      const [rows, seed] =
        'source' in params
          ? [judgedRows((await this.held.read(params.source, model.read, before)).table, model, silently(context)), 0]
          : [await this.heldOut(params.request, model, before), params.request.design.seed];
      const rest = computingOn(this.machine, model.x.rows, partOf(context, 0.15, 1));
      return importanceOf(model, rows, { seed, loss: lossOfMethod(model) }, rest);
    },
    rowsCsv: async ({ request: { source, read }, rows }, context) => {
      const { table } = await this.held.read(source, read, partOf(context, 0, 0.5));
      const taken = new Uint8Array(table.inspection.rows);
      for (const [from, to] of checkedRanges(table, rows)) taken.fill(1, from - 1, to);
      return rowsCsv(source, table.inspection, read, (row) => taken[row] === 1, partOf(context, 0.5, 1));
    },
    reproductions: async () => (await this.machine.reproductions()).reproductionSpecs(),
    // Simulations of the papers are large: they use the algebra of the largest fits.
    reproduce: async (request, context) => {
      const { runReproduction } = await this.machine.reproductions();
      return runReproduction(request, computingOn(this.machine, Number.MAX_SAFE_INTEGER, context));
    },
  };

  private async heldOut(request: FitRequest, model: Model, context: RunContext): Promise<Sample | undefined> {
    if (request.onCluster) throw heldOutThere();
    return this.inStore(request, (rows) => rows.heldOut(request, context, model));
  }

  /** Asks the store that has the rows of a request: memory or, if they are too large for it or the person wants it, their file. */
  private async inStore<T>(request: FitRequest, ask: (rows: RowStore) => Promise<T>): Promise<T> {
    if (request.streamed) return ask(this.visited);
    try {
      return await ask(this.held);
    } catch (error) {
      // Reading, preparing and computing each find out by themselves.
      const large = error instanceof KernelscopeError && error.failure.code === 'memory/too-large';
      if (!large) throw error;
      if (!this.visited.takes(request)) throw this.visited.withAdvice(error, request);
      this.held.forget();
      return ask(this.visited);
    }
  }
}

import { contextWith, type RunContext } from './contract/context';
import type { Sample } from './contract/data';
import type { Model } from './contract/model';
import type { Estimate, EstimateRequest, RequestContext } from './contract/rpc';
import type { AnyRun, FitRequest } from './contract/run';
import type { Computing } from './linalg/linalg';
import type { ChosenAlgebra } from './machine/backEnd';

/** The facts of the machine that a fit needs. */
export interface FitMachine {
  /** Bytes of memory a fit may plan on at this moment. */
  readonly memory: () => number;
  /** The linear algebra that computes on this many rows; made when it is first requested. */
  readonly linearAlgebra: (rows: number) => ChosenAlgebra;
}

/** The context of a computation on this many rows, with the linear algebra that the machine chooses for them. */
export const computingOn = (machine: Pick<FitMachine, 'linearAlgebra'>, rows: number, context: RunContext): Computing =>
  contextWith(context, { linalg: machine.linearAlgebra(rows).linalg });

/** A store of a request's rows while the request is answered. */
export interface RowStore {
  estimate(request: EstimateRequest, context: RunContext): Promise<Estimate>;
  fit(request: FitRequest, context: RequestContext): Promise<AnyRun>;
  /** The held-out rows of a fit, read again, as its model has them. */
  heldOut(request: FitRequest, context: RunContext, model: Model): Promise<Sample | undefined>;
}

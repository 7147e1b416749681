import { KernelscopeError } from '../contract/failure';
import type { Parameters } from '../contract/method';
import type { Paces } from '../contract/pace';
import type { WayKind } from '../contract/proposal';
import type { Estimate } from '../contract/rpc';
import { estimateFit } from '../fit/estimate';
import type { AnyMethod } from '../fit/method';
import { parseKernel } from '../kernels/expression';
import { polynomialOrder } from '../kernels/polynomialOrder';
import { checkParameters } from '../parameters/checkParameters';
import { AUTO } from '../parameters/common';
import { paceOf } from '../statistics/pace';
import type { FeatureKind } from './expectedLoss';
import { costWithRace } from './race/racedFit';

/** A way to fit the rows, and its cost. */
export interface WayToFit {
  readonly method: AnyMethod;
  readonly parameters: Parameters;
  readonly kind: WayKind;
  /** Landmarks or features; the rows themselves for the others. */
  readonly count: number;
  readonly rows: number;
  readonly estimate: Estimate;
}

/** The memory and threads that a fit may use. */
export interface ProposalMachine {
  /** Bytes. */
  readonly memory: number;
  readonly threads: number;
  readonly paces?: Paces;
}

/**
 * The numbers of landmarks and random features that are proposed, as long as twice as many are no more than the rows.
 */
const COUNTS = [250, 500, 1000, 2000, 4000];

/** The ids of the alternatives to the requested method. Ids that the registry lacks are skipped. */
interface Ways {
  readonly whole: string;
  readonly landmarks: string;
  readonly randomFeatures?: string;
}

function waysOf({ id, family }: AnyMethod): Ways {
  if (family === 'components') return { whole: 'ekpca', landmarks: 'ny-kpca', randomFeatures: 'rf-kpca' };
  if (family === 'robust') return { whole: id, landmarks: id };
  return { whole: family === 'features' ? 'krr' : id, landmarks: 'nystrom-ridge', randomFeatures: 'rf-ridge' };
}

/**
 * Every alternative to the requested method for n training rows of d encoded columns: on the exact kernel, with
 * landmarks and with random features, and exact on the largest sample that memory and a minute allow. Each takes the
 * parameters that were set, as far as it has them.
 */
export function candidatesFor(
  asked: AnyMethod,
  given: Parameters,
  n: number,
  d: number,
  machine: ProposalMachine,
  registry: readonly AnyMethod[],
): WayToFit[] {
  const ways = waysOf(asked);
  const find = (id: string | undefined) => registry.find((method) => method.id === id);
  const make = (method: AnyMethod, kind: WayToFit['kind'], count: number, rows: number): WayToFit => {
    const parameters = parametersFor(method, given, kind, count);
    const costOf = (size: number) => costWithRace(method, parameters, size, d, machine.threads);
    const estimate = estimateFit(rows, d, machine.memory, costOf, paceOf(machine.paces, method.family));
    return { method, parameters, kind, count, rows, estimate };
  };
  const candidates: WayToFit[] = [];
  const whole = find(ways.whole) ?? asked;
  const all = make(whole, 'whole', n, n);
  candidates.push(all);
  for (const kind of ['landmarks', 'randomFeatures'] as const) {
    const method = find(ways[kind]);
    if (method && drawsFrom(method, given))
      for (const count of countsFor(kind, given, n)) candidates.push(make(method, kind, count, n));
  }
  const { verdict, proposedRows } = all.estimate;
  if (verdict !== 'go' && proposedRows < n) candidates.push(make(whole, 'sample', proposedRows, proposedRows));
  return candidates;
}

/**
 * False for ridge regression on landmarks or features of a kernel that is positive definite only with unpenalised
 * polynomials.
 */
function drawsFrom({ family }: AnyMethod, { kernel = AUTO }: Parameters): boolean {
  return family !== 'features' || kernel === AUTO || polynomialOrder(parseKernel(String(kernel))) === 0;
}

const NAME: Readonly<Record<FeatureKind, string>> = { landmarks: 'landmarks', randomFeatures: 'features' };

/** The usual counts, and the one that was requested. */
function countsFor(kind: FeatureKind, given: Parameters, n: number): number[] {
  const givenCount = given[NAME[kind]];
  const counts = COUNTS.filter((count) => 2 * count <= n);
  if (typeof givenCount === 'number' && givenCount > 0 && (kind === 'randomFeatures' || givenCount <= n))
    counts.push(givenCount);
  return [...new Set(counts)].sort((a, b) => a - b);
}

/**
 * The parameters that were set, differ from their defaults and belong to the method, with the count. A robust method
 * without landmarks gets 0 of them explicitly, since from some thousand rows on it uses them by default.
 */
function parametersFor(method: AnyMethod, given: Parameters, kind: WayToFit['kind'], count: number): Parameters {
  const countParameter =
    kind === 'landmarks' || kind === 'randomFeatures'
      ? { [NAME[kind]]: count }
      : method.family === 'robust'
        ? { landmarks: 0 }
        : {};
  return { ...carried(method, given), ...countParameter };
}

/** The parameters that were set, as far as another method takes them, without the numbers of landmarks or features. */
export function carried(method: AnyMethod, given: Parameters): Parameters {
  const counts = new Set<string>(Object.values(NAME));
  const taken = Object.entries(given).filter(
    ([name, value]) => !counts.has(name) && value !== defaultOf(method, name) && takes(method, { [name]: value }),
  );
  return Object.fromEntries(taken);
}

const defaultOf = ({ parameters }: AnyMethod, name: string) =>
  parameters.find((schema) => schema.name === name)?.default;

function takes(method: AnyMethod, parameters: Parameters): boolean {
  try {
    checkParameters(method, parameters);
    return true;
  } catch (error) {
    if (error instanceof KernelscopeError) return false;
    throw error;
  }
}

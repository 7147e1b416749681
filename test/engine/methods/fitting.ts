import assert from 'node:assert/strict';
import { cancelledError } from '../../../src/engine/contract/context';
import type { Design } from '../../../src/engine/contract/data';
import { type FailureCode, KernelscopeError } from '../../../src/engine/contract/failure';
import type { ParameterValue } from '../../../src/engine/contract/method';
import type { Model } from '../../../src/engine/contract/model';
import {
  type AnyRun,
  type FitOutcome,
  isComponents,
  type RunResult,
  type TargetResult,
} from '../../../src/engine/contract/run';
import type { FitContext, Method } from '../../../src/engine/fit/method';
import { targetMethods } from '../../../src/engine/methods/registry';
import { checkParameters } from '../../../src/engine/parameters/checkParameters';
import { SpectrumCache } from '../../../src/engine/spectrum/cache';
import { fitContext } from '../testCore';

export type Given = Readonly<Record<string, ParameterValue>>;

const caches = new WeakMap<Design, SpectrumCache>();

/**
 * A context as in an engine, where a fit reuses what it shares with the last one of the same rows; without the effects
 * of columns, a quarter of a small fit.
 */
function cachedFor(design: Design): FitContext {
  const cache = caches.get(design) ?? new SpectrumCache();
  caches.set(design, cache);
  return { ...fitContext, cache, hints: { withoutPartial: true } };
}

/** A fit as the engine runs it: the given parameters are checked against the method's schema first. */
export function fitted(
  method: Method,
  design: Design,
  given: Given = {},
  context: FitContext = cachedFor(design),
): FitOutcome {
  return method.run(design, checkParameters(method, ofMethod(method, given)), context);
}

/** A fit with the effects of columns, and nothing taken from other fits. */
export const fittedWhole = (method: Method, design: Design, given: Given = {}): FitOutcome =>
  fitted(method, design, given, fitContext);

const known = new WeakMap<Design, Map<string, FitOutcome>>();

/** A fresh fit that several checks look at, which none may change or hand over: made once, since it is the same to the bit each time. */
export function fittedOnce(method: Method, design: Design, given: Given): FitOutcome {
  const ofDesign = known.get(design) ?? new Map<string, FitOutcome>();
  known.set(design, ofDesign);
  const key = `${method.id} ${JSON.stringify(Object.entries(given).sort())}`;
  const outcome = ofDesign.get(key) ?? fittedWhole(method, design, given);
  ofDesign.set(key, outcome);
  return outcome;
}

/** Checks ask every method for few folds, to be quick; some have none. */
function ofMethod({ parameters }: Method, { folds, ...given }: Given): Given {
  return folds !== undefined && parameters.some(({ name }) => name === 'folds') ? { ...given, folds } : given;
}

/** A method of the registry that fits a target. */
export function targetMethod(id: string): Method {
  const found = targetMethods.find((method) => method.id === id);
  assert.ok(found, id);
  return found;
}

export function withoutTimings({ timings: _, approximation, ...outcome }: FitOutcome): Omit<FitOutcome, 'timings'> {
  if (!approximation) return outcome;
  const { curve, peer, exact, ...rest } = approximation;
  const timeless = (counts: typeof curve) => ({ ...counts, seconds: new Float64Array(0) });
  return {
    ...outcome,
    approximation: {
      ...rest,
      curve: timeless(curve),
      ...(peer && { peer: timeless(peer) }),
      ...(exact && { exact: { ...exact, seconds: 0 } }),
    },
  };
}

/** All targets of an outcome, the first one among them. */
export function targetsOf(outcome: FitOutcome): readonly TargetResult[] {
  return [outcome, ...outcome.others];
}

/** A run of a method that fits a target. */
export function ofTarget(run: AnyRun): RunResult {
  if (isComponents(run)) throw new Error('a fit is no run of components');
  return run;
}

/** The model as it would be stored. */
export function modelOf(outcome: FitOutcome): Model {
  return { ...outcome.model, version: '0', read: {} };
}

/** Every number of a plain value that is not finite, with the way to it. */
export function notFinite(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  // Results are arrays of numbers in the main, nearly all of them integers.
  if ((value instanceof Float64Array || value instanceof Float32Array) && value.every(Number.isFinite)) return [];
  return Object.entries(value).flatMap(([key, item]) => notFinite(item, `${path}.${key}`));
}

/** Work that is cancelled when this stage begins ends there. */
export function stopsIn(stage: string, work: (context: FitContext) => unknown): void {
  let asked = false;
  const context = {
    ...fitContext,
    progress(_: number, at: string) {
      asked ||= at === stage;
    },
    check() {
      if (asked) throw cancelledError();
    },
  };
  failsWith('run/cancelled', /Cancelled/, () => work(context));
}

/** The progress that a fit reports: its fractions never fall. */
export function reportsOf(method: Method, design: Design, given: Given): { fraction: number; stage: string }[] {
  const seen: { fraction: number; stage: string }[] = [];
  fitted(method, design, given, { ...fitContext, progress: (fraction, stage) => void seen.push({ fraction, stage }) });
  seen.forEach(({ fraction, stage }, i) => {
    const before = i === 0 ? 0 : seen[i - 1].fraction;
    assert.ok(fraction >= before - 1e-12 && fraction <= 1 + 1e-12, `${stage}: ${fraction} after ${before}`);
  });
  return seen;
}

export function failsWith(code: FailureCode, words: RegExp, work: () => unknown): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof KernelscopeError, String(error));
    assert.equal(error.failure.code, code, error.message);
    assert.match(error.message, words);
    return true;
  });
}

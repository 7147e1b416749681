import assert from 'node:assert/strict';
import type { Design } from '../../../src/engine/contract/data';
import { type FailureCode, KernelscopeError } from '../../../src/engine/contract/failure';
import type { ParameterValue } from '../../../src/engine/contract/method';
import type { Model } from '../../../src/engine/contract/model';
import type { FitOutcome, TargetResult } from '../../../src/engine/contract/run';
import type { FitContext, Method } from '../../../src/engine/fit/method';
import { targetMethods } from '../../../src/engine/methods/registry';
import { checkParameters } from '../../../src/engine/parameters/checkParameters';
import { fitContext } from '../testCore';

export type Given = Readonly<Record<string, ParameterValue>>;

/** A fit as the engine runs it: what was given is checked against the method's schema first. */
export function fitted(
  method: Method,
  design: Design,
  given: Given = {},
  context: FitContext = fitContext,
): FitOutcome {
  return method.run(design, checkParameters(method, ofMethod(method, given)), context);
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

/** The model as it would be stored. */
export function modelOf(outcome: FitOutcome): Model {
  return { ...outcome.model, version: '0', read: {} };
}

/** Every number of a plain value that is not finite, with the way to it. */
export function notFinite(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  // Results are arrays of numbers in the main, nearly all of them whole.
  if ((value instanceof Float64Array || value instanceof Float32Array) && value.every(Number.isFinite)) return [];
  return Object.entries(value).flatMap(([key, item]) => notFinite(item, `${path}.${key}`));
}

export function failsWith(code: FailureCode, words: RegExp, work: () => unknown): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof KernelscopeError, String(error));
    assert.equal(error.failure.code, code, error.message);
    assert.match(error.message, words);
    return true;
  });
}

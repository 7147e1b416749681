import assert from 'node:assert/strict';
import type { Design } from '../../../../src/engine/contract/data';
import type { RobustFit } from '../../../../src/engine/contract/robust';
import type { FitOutcome, TargetResult } from '../../../../src/engine/contract/run';
import type { Method } from '../../../../src/engine/fit/method';
import { madeProblem } from '../../madeRows';
import { brokenNumbers } from '../battery/check';
import { type Given, notFinite, targetsOf } from '../fitting';

export type { Check } from '../battery/check';

/** The rows that most checks fit. */
export const N = 80;
export const design = madeProblem(N, 2, 0.3, 1, 30);
/** Enough for those that only compare fits with each other. */
export const few = madeProblem(36, 2, 0.3, 1, 18);

/** A fixed scale, and one part for the choice of the strength. */
export const FIXED: Given = { lengthScale: 0.9, folds: 0 };

/** A strength that follows these rows well, by method. */
const STRENGTH: Readonly<Record<string, Given>> = {
  ksgd: { t: 2 },
  kcd: { t: 25 },
  'kl-inf': { c: 0.4 },
  kl1: { epsilon: 0.4 },
  huber: { lambda: 1e-3 },
  tukey: { lambda: 1e-3 },
  svr: { lambda: 0.02 },
  quantile: { lambda: 0.02 },
};

/** Coordinate descent in steps coarse enough for searches of the length scale. */
export const quick = (method: Method): Given => (method.id === 'kcd' ? { stepSize: 0.5 } : {});

/** Parameters that leave nothing to choose. */
export const setFor = (method: Method): Given => ({ ...FIXED, ...STRENGTH[method.id] });

/** The strength's name, and values of it that are more regular and freer than the one of `setFor`. */
export function strengthOf(method: Method): { readonly name: string; readonly value: number; readonly lower: boolean } {
  const [[name, value]] = Object.entries(STRENGTH[method.id]);
  return { name, value: Number(value), lower: name === 't' || name === 'c' };
}

/** The name of `method` that takes row weights, by contract. */
export const WEIGHTED = ['kl-inf', 'huber', 'tukey', 'svr', 'quantile'];

export function robustOf({ robust }: TargetResult): RobustFit {
  assert.ok(robust, 'a robust fit');
  return robust;
}

export const held = (outcome: FitOutcome) => outcome.holdout?.predicted ?? new Float64Array(0);

/**
 * Numbers that are not finite and should be: scores exist as far as every part's path was followed, and are NaN beyond;
 * the ridge baseline has no folds.
 */
export function broken(outcome: FitOutcome): string[] {
  const scores = targetsOf(outcome).flatMap((target) => {
    const { path, at } = robustOf(target);
    const regular = path.axis === 't' || path.axis === 'c' ? path.score : path.score.toReversed();
    const reached = regular.findIndex(Number.isNaN);
    const gap = reached >= 0 && regular.slice(reached).some((v) => !Number.isNaN(v));
    return [
      ...(gap ? ['a gap in the scores'] : []),
      ...notFinite({ score: path.score[at] }, target.target).map(([place]) => place),
    ];
  });
  return [
    ...scores,
    ...brokenNumbers(outcome, false).filter((text) => !/robust\.path\.score(StandardError)?\.\d+ NaN$/.test(text)),
  ];
}

/** The design with its targets, training and held out, through `map`. */
export function withTarget(on: Design, map: (y: number) => number): Design {
  const { train, holdout } = on;
  return {
    ...on,
    train: { ...train, y: train.y.map(map) },
    ...(holdout && { holdout: { ...holdout, y: holdout.y.map(map) } }),
  };
}

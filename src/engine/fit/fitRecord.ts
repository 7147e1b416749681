import { type Callout, calloutText, travelling } from '../contract/callout';
import type { Design, Inspection } from '../contract/data';
import type { FitCard, FitError, FitQuality, FitRecord, SolvedTarget } from '../contract/model';
import type { ComponentsOutcome, FitOutcome, TargetResult } from '../contract/run';
import { byLevel } from '../statistics/calibration';
import { countSets, setsOf } from '../statistics/classSets';

/** The record of how an outcome was fitted; undefined if its design comes from no file. */
export function fitRecord(design: Design, outcome: FitOutcome | ComponentsOutcome): FitRecord | undefined {
  const { source, train, holdout, target, moreTargets } = design;
  if (!source) return undefined;
  const { file, heldOut, weights } = source;
  const targets = 'components' in outcome ? [] : [outcome, ...outcome.others];
  const predicted = 'components' in outcome ? componentScores(outcome) : targets.flatMap(predictedBy);
  return {
    file,
    training: train.rows,
    targets: target === '' ? [] : [target, ...moreTargets],
    ...(weights !== undefined && { weights }),
    parameters: Object.fromEntries(outcome.parameters.map(({ name, value }) => [name, value])),
    solved: targets.map(solvedTarget),
    ...(holdout &&
      predicted.length > 0 && {
        heldOut: { ...(heldOut && { file: heldOut }), rows: heldOutRows(outcome, holdout.rows), predicted },
      }),
  };
}

/** The held-out rows that have predictions: components score only some of very many rows. */
const heldOutRows = (outcome: FitOutcome | ComponentsOutcome, all: Uint32Array): Uint32Array =>
  'components' in outcome ? (outcome.components.holdout?.rows ?? all) : all;

/** The scores of every component, and the error that all of them leave. */
function componentScores({ components: { holdout, eigenvalues } }: ComponentsOutcome): Float64Array[] {
  if (!holdout) return [];
  const { scores, error } = holdout;
  const column = (c: number) => Float64Array.from(error, (_, i) => scores[i * eigenvalues.length + c]);
  return [...Array.from(eigenvalues, (_, c) => column(c)), error];
}

/** Predictions of the held-out rows, by output of the model. */
const predictedBy = ({ holdout, robust }: TargetResult): readonly Float64Array[] =>
  robust?.holdout ?? (holdout ? [holdout.predicted] : []);

function solvedTarget({ filter, spectrum, robust }: TargetResult): SolvedTarget {
  if (!robust) return { filter, rank: spectrum.rank, largest: spectrum.mu[0] ?? 0 };
  const { strength, solver, shifts, weights, path, at } = robust;
  return {
    strength,
    remainder: path.remainder[at],
    ...solver,
    ...(shifts && { shifts }),
    ...(weights && { robustWeights: weights }),
  };
}

/** The quality that predictions of a model are judged by, from its fit and the file that was fitted. */
export function fitQuality(
  { report: { imputed, used } }: Pick<Design, 'report'>,
  { columns, rows }: Inspection,
  outcome: FitOutcome | ComponentsOutcome,
  callouts: readonly Callout[],
): FitQuality {
  const unread = (column: string) => columns.find(({ name }) => name === column)?.unread?.count ?? 0;
  return {
    errors: 'components' in outcome ? [] : errorsOf(outcome),
    unreliableIntervals: callouts.some(({ kind }) => kind === 'intervals'),
    doubts: travelling(callouts).map(({ kind, text, bare }) => ({
      kind,
      text: calloutText({ text }),
      ...(bare !== undefined && { bare }),
    })),
    gaps: imputed.map(({ column, cells }) => ({ column, share: cells / used, unread: unread(column) / rows })),
  };
}

/** When an outcome was fitted, and how sure its errors and its intervals are. */
export function fitCard(day: string, outcome: FitOutcome | ComponentsOutcome): FitCard {
  if ('components' in outcome) return { day, targets: [] };
  const { classes, model, others } = outcome;
  const alike = (designEffect: number | undefined) => designEffect !== undefined && { designEffect };
  const known = (error: readonly [number, number]) => error.every(Number.isFinite) && { error };
  if (classes && model.classes) {
    const { accuracyInterval, heldOut, sets, probability, designEffect, baseline } = classes;
    const { rows: of, covered: rows } =
      heldOut && sets && probability
        ? countSets(setsOf(byLevel(probability.probabilities), sets), probability.observed)
        : { rows: 0, covered: 0 };
    return {
      day,
      targets: [
        {
          target: model.classes.column,
          ...known(accuracyInterval),
          baseline,
          ...(of > 0 && { inside: { rows, of, ...alike(designEffect) } }),
        },
      ],
    };
  }
  const targets = [outcome, ...others].flatMap(({ target, metrics: { holdout } }) => {
    if (!holdout) return [];
    const { n: of, coverage, rmseInterval, r2Interval, designEffect } = holdout;
    // The outermost of several quantiles form another interval than that of 95 %.
    const inside = !model.taus &&
      of > 0 && { inside: { rows: Math.round(coverage * of), of, ...alike(designEffect?.inside) } };
    const r2 = r2Interval.every(Number.isFinite) && { r2: r2Interval };
    return [{ target, ...known(rmseInterval), ...r2, ...alike(designEffect?.errors), ...inside }];
  });
  return { day, targets };
}

function errorsOf(outcome: FitOutcome): FitError[] {
  const { classes, model, others } = outcome;
  if (!classes || !model.classes) return [outcome, ...others].flatMap((target) => errorOf(target) ?? []);
  const { heldOut, accuracy, confusion, probability } = classes;
  const rows = confusion.reduce((sum, count) => sum + count, 0);
  const logLoss = probability?.logLoss.value;
  const measures = { accuracy, ...(Number.isFinite(logLoss) && { logLoss }) };
  return rows > 0 ? [{ target: model.classes.column, rows, heldOut, ...measures }] : [];
}

/** The error on held-out rows, otherwise on training rows by fits without them, as the fit tells it; undefined if there are no such fits. */
function errorOf({ target, metrics, robust, spectrum, variance }: TargetResult): FitError | undefined {
  const { holdout } = metrics;
  const { squares, rows } = holdout
    ? { squares: holdout.rmse ** 2, rows: holdout.n }
    : robust
      ? leftOut(robust)
      : { squares: metrics.loo * (metrics.optimism ?? 1), rows: spectrum.n };
  if (!Number.isFinite(squares) || rows === 0) return undefined;
  const r2 = holdout ? holdout.r2 : 1 - squares / variance;
  return {
    target,
    rows,
    heldOut: holdout !== undefined,
    rmse: holdout?.rmse ?? Math.sqrt(squares),
    ...(Number.isFinite(r2) && { r2 }),
  };
}

/** The errors of rows left out of a robust fit; there are none if its strength was set without folds. */
function leftOut({ path, at, errors, leftOut: positions }: NonNullable<TargetResult['robust']>) {
  if (!Number.isFinite(path.score[at])) return { squares: Number.NaN, rows: 0 };
  const some = positions ? Float64Array.from(positions, (i) => errors[i]) : errors;
  return { squares: some.reduce((sum, error) => sum + error * error, 0) / some.length, rows: some.length };
}

import type { RobustCurve, RobustFit, RobustPath, Suspect } from '../../engine/contract/robust';
import { type Fields, type Holds, isCount, isListOf, isMade, isRecord, isText } from '../../engine/contract/shape';
import { LOSS_NAMES, STRENGTH_WORDS } from '../../figures/robust/strength';
import { isAnyNumber, isArray, isList, isMaybe, isNameOf, isPair, isPlace, isReals, lengthIn } from './shapes';

const SCORED: Readonly<Record<RobustFit['scored']['by'], true>> = { folds: true, validation: true };
const MEASURES: Readonly<Record<RobustFit['convergence']['measure'], true>> = { gap: true, change: true, exact: true };

/** Whether what a robust fit adds to the result of a target can be drawn beside the rest of that. */
export function isRobust(value: unknown, { holdout, live }: Fields): boolean {
  if (!isRecord(value)) return false;
  const points = lengthIn(value.path, 'values');
  const rows = lengthIn(value, 'rows');
  const each = isReals(rows);
  const heldOut = holdout === undefined ? 0 : lengthIn(holdout, 'rows');
  const levels = Array.isArray(value.taus) ? value.taus.length : 1;
  const byLevel = (holds: Holds) => isList(holds, levels);
  const along = (count: number) => isArray(Float32Array, count * points);
  const isCurve = (of: unknown): Holds => {
    const places = lengthIn(of, 'grid');
    return (curve) =>
      isMade<RobustCurve>(curve, {
        values: byLevel(along(places)),
        fitted: byLevel(isReals(places)),
        squared: isReals(places),
      });
  };
  const { partial = [], curve } = isRecord(live) ? live : {};
  const shown: readonly unknown[] = Array.isArray(partial) ? partial : [];
  return isMade<RobustFit>(value, {
    path: (path) => isPath(path, points),
    strength: isAnyNumber,
    at: isPlace(points),
    taus: isMaybe(isList(isAnyNumber)),
    middle: isPlace(levels),
    solver: isMaybe((solver) =>
      isMade<NonNullable<RobustFit['solver']>>(solver, {
        stepSize: isMaybe(isAnyNumber),
        epsilon: isMaybe(isAnyNumber),
      }),
    ),
    shifts: isMaybe(isList(isAnyNumber)),
    rule: isText,
    scored: (scored) => isMade<RobustFit['scored']>(scored, { by: isNameOf(SCORED), folds: isCount, rows: isCount }),
    leftOut: isMaybe(isArray(Uint32Array)),
    rows: isArray(Uint32Array),
    lines: isArray(Uint32Array, rows),
    observed: each,
    near: isMaybe(each),
    alpha: byLevel(each),
    fitted: byLevel(each),
    weights: isMaybe(each),
    errors: each,
    scale: isAnyNumber,
    centre: isAnyNumber,
    beyond: isCount,
    suspects: isList(isSuspect),
    suspectCount: isCount,
    convergence: (convergence) =>
      isMade<RobustFit['convergence']>(convergence, {
        measure: isNameOf(MEASURES),
        worst: isAnyNumber,
        tolerance: isAnyNumber,
        iterations: isAnyNumber,
      }),
    calibration: isMaybe(byLevel(isCalibration)),
    crossed: isMaybe(isAnyNumber),
    squared: (squared) =>
      isMade<RobustFit['squared']>(squared, {
        alpha: each,
        fitted: each,
        holdout: isMaybe((scores) => isSquaredHoldout(scores, heldOut)),
      }),
    holdout: isMaybe(byLevel(isReals(heldOut))),
    live: isMaybe((moved) =>
      isMade<NonNullable<RobustFit['live']>>(moved, {
        holdout: isMaybe(byLevel(along(heldOut))),
        fitted: byLevel(along(rows)),
        alpha: along(rows),
        errors: along(rows),
      }),
    ),
    partial: (curves) => isListOf(curves, isRecord, shown.length) && curves.every((c, i) => isCurve(shown[i])(c)),
    curve: isMaybe(isCurve(curve)),
    landmarks: isMaybe((landmarks) =>
      isMade<NonNullable<RobustFit['landmarks']>>(landmarks, { count: isCount, traceLeft: isAnyNumber }),
    ),
  });
}

function isPath(value: unknown, points: number): boolean {
  const each = isReals(points);
  const place = isPlace(points);
  return isMade<RobustPath>(value, {
    axis: isNameOf(STRENGTH_WORDS),
    values: isReals(),
    loss: isNameOf(LOSS_NAMES),
    score: each,
    scoreStandardError: each,
    training: each,
    support: each,
    largest: each,
    remainder: each,
    least: (least) => isMade<RobustPath['least']>(least, { score: place, oneStandardError: place }),
    coefficients: (of) =>
      isMade<RobustPath['coefficients']>(of, {
        at: isArray(Uint32Array),
        values: isArray(Float32Array, lengthIn(of, 'at') * points),
      }),
  });
}

const isSuspect: Holds = (value) =>
  isMade<Suspect>(value, {
    at: isCount,
    row: isCount,
    line: isCount,
    observed: isAnyNumber,
    predicted: isAnyNumber,
    scaled: isAnyNumber,
  });

const isCalibration: Holds = (value) =>
  isMade<NonNullable<RobustFit['calibration']>[number]>(value, {
    tau: isAnyNumber,
    below: isAnyNumber,
    interval: isPair,
    n: isCount,
  });

function isSquaredHoldout(value: unknown, rows: number): boolean {
  return isMade<NonNullable<RobustFit['squared']['holdout']>>(value, {
    predicted: isReals(rows),
    r2: isAnyNumber,
    rmse: isAnyNumber,
    mae: isAnyNumber,
  });
}

import type { RobustCurve, RobustFit, Suspect } from '../../engine/contract/robust';
import type { RunResult } from '../../engine/contract/run';
import { type HoldoutScores, scoreHoldout } from '../../engine/spectrum/livePrediction';
import { type ScaledErrors, scaledErrors, suspectsAmong } from '../../engine/statistics/suspects';
import { meanLossOf } from './strength';

/** Held-out rows at the strength shown, in units of y. */
export interface RobustHeldOut extends HoldoutScores {
  /** Predictions by level, and the one that stands for the prediction. */
  readonly levels: readonly Float64Array[];
  readonly predicted: Float64Array;
  /** Mean loss that the path is scored by: units of y, y² when squared. */
  readonly loss: number;
  /** The same for the ridge baseline; NaN for quantiles, which it does not predict. */
  readonly squaredLoss: number;
  readonly live: boolean;
}

/** A curve of levels at the strength shown, and the ridge baseline's. */
export interface LevelCurves {
  readonly levels: readonly Float64Array[];
  readonly middle: Float64Array;
  readonly squared: Float64Array;
}

/** A robust fit seen at one point of its path. Rows follow it where the run holds their values; curves always do. */
export interface RobustView {
  readonly fit: RobustFit;
  /** Index on the path's values. */
  readonly at: number;
  readonly strength: number;
  readonly moved: boolean;
  /** True when alpha, errors and suspects are those of `at`; otherwise they are those of the fitted strength. */
  readonly live: boolean;
  /** alpha of the middle level, n. */
  readonly alpha: Float64Array;
  /** Fitted values by level, n each. */
  readonly fitted: readonly Float64Array[];
  /**
   * Errors of the middle level as in `RobustFit.errors`, with their centre, robust scale and plain standard deviation.
   */
  readonly errors: Float64Array;
  readonly centre: number;
  readonly scale: number;
  readonly deviation: number;
  readonly beyond: number;
  readonly suspects: readonly Suspect[];
  readonly suspectCount: number;
  readonly heldOut: RobustHeldOut | undefined;
  readonly curve: LevelCurves | undefined;
  /** Parallel to `live.partial` of the run. */
  readonly partial: readonly LevelCurves[];
}

/**
 * The basis of the view: errors in their scale, and the rows that stand out, as the run says at the fitted strength and
 * elsewhere by the same rule.
 */
interface Judged {
  readonly scaled: ScaledErrors;
  readonly found: Pick<RobustFit, 'beyond' | 'suspects' | 'suspectCount'>;
}

/** The view at an index of the path; at the fitted one when none is given or it lies outside. Nothing is computed before it is asked for. */
export function robustViewOf(run: RunResult, wanted: number | undefined): RobustView | undefined {
  const fit = run.robust;
  if (fit === undefined) return undefined;
  const { path, middle } = fit;
  const inside = wanted !== undefined && Number.isInteger(wanted) && wanted >= 0 && wanted < path.values.length;
  const at = inside ? wanted : fit.at;
  const moved = at !== fit.at;
  // The values of the rows along its path, as far as the run holds them.
  const along = moved ? fit.live : undefined;
  const column = (values: Float32Array) => columnAt(at, path.values.length, values);
  const curvesOf = ({ values, fitted, squared }: RobustCurve): LevelCurves => {
    const levels = moved ? values.map(column) : fitted;
    return { levels, middle: levels[middle], squared };
  };
  const view: RobustView & Judged = lazily({
    fit: () => fit,
    at: () => at,
    moved: () => moved,
    strength: () => (moved ? path.values[at] : fit.strength),
    live: () => !moved || along !== undefined,
    alpha: () => (along ? column(along.alpha) : fit.alpha[middle]),
    fitted: () => (along ? along.fitted.map(column) : fit.fitted),
    errors: () => (along ? column(along.errors) : fit.errors),
    scaled: () => {
      const { centre, scale, leftOut, observed } = fit;
      return { ...scaledErrors(view.errors, observed, leftOut), ...(!along && { centre, scale }) };
    },
    centre: () => view.scaled.centre,
    scale: () => view.scaled.scale,
    deviation: () => view.scaled.deviation,
    found: () => (along ? suspectsAmong(fit, view.errors, view.scaled) : fit),
    beyond: () => view.found.beyond,
    suspects: () => view.found.suspects,
    suspectCount: () => view.found.suspectCount,
    heldOut: () => heldOutAt(run, fit, moved, column),
    curve: () => fit.curve && curvesOf(fit.curve),
    partial: () => fit.partial.map(curvesOf),
  });
  return view;
}

function heldOutAt(
  { holdout }: RunResult,
  fit: RobustFit,
  moved: boolean,
  column: (values: Float32Array) => Float64Array,
): RobustHeldOut | undefined {
  const { observed } = holdout ?? {};
  if (observed === undefined || observed.length === 0 || fit.holdout === undefined) return undefined;
  const along = fit.live?.holdout;
  const levels = moved && along ? along.map(column) : fit.holdout;
  const predicted = levels[fit.middle];
  const { loss } = fit.path;
  const baseline = fit.squared.holdout;
  return {
    levels,
    predicted,
    ...scoreHoldout(observed, predicted),
    loss: meanLossOf(loss, observed, levels, fit.taus),
    squaredLoss: baseline && fit.taus === undefined ? meanLossOf(loss, observed, [baseline.predicted]) : Number.NaN,
    live: !moved || along !== undefined,
  };
}

/** The values at a point of a path. Each value is stored along the path, as `points` consecutive numbers. */
function columnAt(at: number, points: number, values: Float32Array): Float64Array {
  const column = new Float64Array(values.length / points);
  for (let i = 0, o = at; i < column.length; i++, o += points) column[i] = values[o];
  return column;
}

/** An object whose members are computed once, when they are first asked for. */
function lazily<T extends object>(members: { readonly [N in keyof T]: () => T[N] }): T {
  const made = {} as T;
  for (const [name, compute] of Object.entries<() => unknown>(members))
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = compute();
        Object.defineProperty(made, name, { enumerable: true, value });
        return value;
      },
    });
  return made;
}

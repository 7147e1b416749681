import type { RobustCurve, RobustFit, Suspect } from '../../engine/contract/robust';
import type { RunResult } from '../../engine/contract/run';
import { scoreHoldout } from '../../engine/spectrum/livePrediction';
import { type ScaledErrors, scaledErrors, suspectsAmong } from '../../engine/statistics/suspects';
import { meanLossOf } from './strength';

/** Held-out rows at the strength shown, in units of y. */
export interface RobustHeldOut {
  /** By level, the one that stands for the prediction, and its scores. */
  readonly levels: readonly Float64Array[];
  readonly predicted: Float64Array;
  readonly r2: number;
  readonly rmse: number;
  readonly mae: number;
  /** Mean loss that the path is scored by: units of y, y² when squared. */
  readonly loss: number;
  /** The same of the ridge baseline; NaN for quantiles, which it does not predict. */
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
  /** Whether alpha, errors and suspects are those of `at`; otherwise those of the fitted strength. */
  readonly live: boolean;
  /** Of the middle level, n. */
  readonly alpha: Float64Array;
  /** By level, n each. */
  readonly fitted: readonly Float64Array[];
  /** Of the middle level as `RobustFit.errors`, with their centre, robust scale and plain standard deviation. */
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

/** The view at an index of the path; at the fitted one when none is given or it lies outside. Nothing is computed before it is asked for. */
export function robustViewOf(run: RunResult, wanted: number | undefined): RobustView | undefined {
  const fit = run.robust;
  if (fit === undefined) return undefined;
  const inside = wanted !== undefined && Number.isInteger(wanted) && wanted >= 0 && wanted < fit.path.values.length;
  return new ViewAt(run, fit, inside ? wanted : fit.at);
}

class ViewAt implements RobustView {
  private readonly cache = new Map<string, unknown>();

  constructor(
    private readonly run: RunResult,
    readonly fit: RobustFit,
    readonly at: number,
  ) {}

  get moved(): boolean {
    return this.at !== this.fit.at;
  }

  get strength(): number {
    return this.moved ? this.fit.path.values[this.at] : this.fit.strength;
  }

  get live(): boolean {
    return !this.moved || this.fit.live !== undefined;
  }

  get alpha(): Float64Array {
    const { fit } = this;
    return this.cached('alpha', () => (this.moved && fit.live ? this.column(fit.live.alpha) : fit.alpha[fit.middle]));
  }

  get fitted(): readonly Float64Array[] {
    const { fit } = this;
    return this.cached('fitted', () =>
      this.moved && fit.live ? fit.live.fitted.map((values) => this.column(values)) : fit.fitted,
    );
  }

  get errors(): Float64Array {
    const { fit } = this;
    return this.cached('errors', () => (this.moved && fit.live ? this.column(fit.live.errors) : fit.errors));
  }

  get centre(): number {
    return this.scaled.centre;
  }

  get scale(): number {
    return this.scaled.scale;
  }

  get deviation(): number {
    return this.scaled.deviation;
  }

  get beyond(): number {
    return this.suspectRows.beyond;
  }

  get suspects(): readonly Suspect[] {
    return this.suspectRows.suspects;
  }

  get suspectCount(): number {
    return this.suspectRows.suspectCount;
  }

  get heldOut(): RobustHeldOut | undefined {
    return this.cached('heldOut', () => this.heldOutHere());
  }

  get curve(): LevelCurves | undefined {
    const { curve } = this.fit;
    return this.cached('curve', () => curve && this.curvesOf(curve));
  }

  get partial(): readonly LevelCurves[] {
    return this.cached('partial', () => this.fit.partial.map((curve) => this.curvesOf(curve)));
  }

  private get scaled(): ScaledErrors {
    const { centre, scale, leftOut, observed } = this.fit;
    return this.cached('scaled', () => ({
      ...scaledErrors(this.errors, observed, leftOut),
      ...((!this.moved || !this.live) && { centre, scale }),
    }));
  }

  /** As the run says at the fitted strength; elsewhere by the same rule. */
  private get suspectRows(): Pick<RobustFit, 'beyond' | 'suspects' | 'suspectCount'> {
    return this.cached('suspectRows', () =>
      this.moved && this.live ? suspectsAmong(this.fit, this.errors, this.scaled) : this.fit,
    );
  }

  private heldOutHere(): RobustHeldOut | undefined {
    const { fit, moved } = this;
    const { observed } = this.run.holdout ?? {};
    if (observed === undefined || observed.length === 0 || fit.holdout === undefined) return undefined;
    const along = fit.live?.holdout;
    const levels = moved && along ? along.map((values) => this.column(values)) : fit.holdout;
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

  private curvesOf({ values, fitted, squared }: RobustCurve): LevelCurves {
    const levels = this.moved ? values.map((v) => this.column(v)) : fitted;
    return { levels, middle: levels[this.fit.middle], squared };
  }

  /** The column of `at` in values whose path runs fastest. */
  private column(values: Float32Array): Float64Array {
    const points = this.fit.path.values.length;
    const column = new Float64Array(values.length / points);
    for (let i = 0, o = this.at; i < column.length; i++, o += points) column[i] = values[o];
    return column;
  }

  private cached<T>(name: string, compute: () => T): T {
    if (!this.cache.has(name)) this.cache.set(name, compute());
    return this.cache.get(name) as T;
  }
}

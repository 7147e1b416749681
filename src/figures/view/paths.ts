import type { Axis, FilterSpec } from '../../engine/contract/filter';
import type { RiskPath, RunResult } from '../../engine/contract/run';
import { axisValue, zonesOf } from '../../engine/filters/anyFilter';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { type NoiseErrors, riskBand, riskPath, riskSurface } from '../../engine/spectrum/risk';
import { type RiskMinima, riskMinima } from '../../engine/spectrum/riskMinima';
import { sameValue } from '../words/filterWords';
import { lambdaRisks } from './liveLambda';
import { looAlong, looOver } from './looSurface';

/**
 * Curves along one axis with the other axes where the sliders stand; errors as fractions of var(y), readable whatever
 * the units of y, values ascending.
 */
export interface LivePath extends RiskPath {
  /** True when the other axes stand at their fitted values: every curve is then the run's own. */
  readonly fitted: boolean;
  /** The estimated total ± 1.96 standard errors, from the noise in the scores and of sigma². */
  readonly totalBand: { readonly x: Float64Array; readonly lower: Float64Array; readonly upper: Float64Array };
  /** Fold error ± one standard error; empty without folds. For the fitted values of the other axes, whatever the sliders. */
  readonly cvValues: Float64Array;
  readonly cvBand: { readonly lower: Float64Array; readonly upper: Float64Array };
}

/** Fractions of var(y) over a grid: value at (x_i, y_j) is values[j·x.length + i]. */
export interface RiskMap {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly values: Float64Array;
}

/**
 * The paths of a run at any filter. A path is computed again only when another axis than its own moves, so that a drag hands
 * over the same arrays wherever it can.
 */
export class RunPaths {
  private readonly fittedPaths = new Map<Axis, LivePath>();
  private readonly minimaAlong = new Map<Axis, RiskMinima>();
  private readonly livePaths = new Map<Axis, { readonly key: string; readonly path: LivePath }>();

  private readonly maps = new Map<string, { readonly key: string; readonly map: RiskMap }>();

  constructor(
    private readonly run: RunResult,
    private readonly unit: number,
  ) {}

  at(axis: Axis, filter: FilterSpec): LivePath {
    const fitted = this.fittedPath(axis);
    const others = this.run.axes.filter((other) => other !== axis);
    const movedOthers = others.filter((o) => !sameValue(o, axisValue(filter, o), axisValue(this.run.filter, o)));
    if (movedOthers.length === 0) return fitted;
    const key = others.map((other) => axisValue(filter, other)).join(' ');
    const cached = this.livePaths.get(axis);
    if (cached?.key === key) return cached.path;
    const path = this.livePath(fitted, filter);
    this.livePaths.set(axis, { key, path });
    return path;
  }

  /** With the other axes as fitted. */
  fittedPath(axis: Axis): LivePath {
    const cached = this.fittedPaths.get(axis);
    if (cached) return cached;
    const stored = this.run.paths.find((path) => path.axis === axis);
    if (!stored) throw new Error(`The run has no path along ${axis}.`);
    const path = this.shared(ascending(stored));
    this.fittedPaths.set(axis, path);
    return path;
  }

  /** Minima of the risk along the fitted path, found once. */
  minima(axis: Axis): RiskMinima {
    const { spectrum, noise, filter } = this.run;
    const minima =
      this.minimaAlong.get(axis) ?? riskMinima(spectrum, noise, filter, axis, this.fittedPath(axis).values);
    this.minimaAlong.set(axis, minima);
    return minima;
  }

  /** The estimated total over two axes, the third at the filter's value; NaN where k is above r. */
  riskOver(pair: readonly [Axis, Axis], filter: FilterSpec): RiskMap {
    const { run, unit } = this;
    return this.map('risk', pair, filter, ([x, xs], [y, ys]) =>
      riskSurface(run.spectrum, run.noise.sigma2, filter, [x, xs], [y, ys]).map((v) => v / unit),
    );
  }

  /** The leave-one-out error over two axes; undefined when the run has no surface over both. */
  looOver(pair: readonly [Axis, Axis], filter: FilterSpec): RiskMap | undefined {
    const { surface } = this.run;
    if (surface === undefined || pair.some((axis) => !surface.axes.some((a) => a.axis === axis))) return undefined;
    return this.map('loo', pair, filter, (x, y) => looOver(surface, filter, x, y).map((v) => v / this.unit));
  }

  /** Cached until the third axis moves. */
  private map(
    what: 'risk' | 'loo',
    [axisX, axisY]: readonly [Axis, Axis],
    filter: FilterSpec,
    compute: (x: readonly [Axis, Float64Array], y: readonly [Axis, Float64Array]) => Float64Array,
  ): RiskMap {
    const name = `${what} ${axisX} ${axisY}`;
    const others = this.run.axes.filter((axis) => axis !== axisX && axis !== axisY);
    const key = others.map((axis) => axisValue(filter, axis)).join(' ');
    const cached = this.maps.get(name);
    if (cached?.key === key) return cached.map;
    const [x, y] = [this.gridOf(axisX, what), this.gridOf(axisY, what)];
    const values = compute([axisX, x], [axisY, y]);
    const map = { x, y, values };
    this.maps.set(name, { key, map });
    return map;
  }

  /** For leave-one-out the surface's own grid, on which it is exact; otherwise the path's, thinned. */
  private gridOf(axis: Axis, what: 'risk' | 'loo'): Float64Array {
    const surfaceGrid = this.run.surface?.axes.find((a) => a.axis === axis)?.values;
    if (surfaceGrid && what === 'loo') return surfaceGrid;
    return thinned(this.fittedPath(axis).values, MAP_PLACES);
  }

  private shared(path: RiskPath): LivePath {
    const share = (values: Float64Array) => values.map((v) => v / this.unit);
    const cv = share(path.cv);
    const cvStandardError = share(path.cvStandardError);
    const total = share(path.total);
    return {
      ...path,
      loo: share(path.loo),
      gcv: share(path.gcv),
      cv,
      cvStandardError,
      bias: share(path.bias),
      variance: share(path.variance),
      total,
      fitted: true,
      totalBand: this.bandOf(path.axis, path.values, this.run.filter),
      cvValues: path.values,
      cvBand: {
        lower: cv.map((v, i) => Math.max(0, v - cvStandardError[i])),
        upper: cv.map((v, i) => v + cvStandardError[i]),
      },
    };
  }

  private livePath(fittedPath: LivePath, filter: FilterSpec): LivePath {
    const { run } = this;
    const { axis } = fittedPath;
    const values = thinned(fittedPath.values, LIVE_PLACES);
    const share = (all: Float64Array) => all.map((v) => v / this.unit);
    const zones = axis === 'lambda' ? zonesOf(filter, run.spectrum.rank) : undefined;
    const risk =
      zones !== undefined
        ? { ...lambdaRisks(run.spectrum, this.noise, zones, values), x: values }
        : this.countRisks(axis, values, filter);
    const loo = run.surface ? share(looAlong(run.surface, filter, axis, values)) : new Float64Array();
    const gcv = share(risk.gcv);
    const total = share(risk.total);
    return {
      ...fittedPath,
      values,
      degreesOfFreedom: risk.degreesOfFreedom,
      loo,
      gcv,
      bias: share(risk.bias),
      variance: share(risk.variance),
      total,
      least: { ...fittedPath.least, loo: indexOfLeast(loo), gcv: indexOfLeast(gcv), total: indexOfLeast(total) },
      fitted: false,
      totalBand: { x: risk.x, lower: share(risk.lower), upper: share(risk.upper) },
    };
  }

  /** A whole path over k or r costs little more than one point; its band costs as much for each place, and is smoother. */
  private countRisks(axis: Axis, values: Float64Array, filter: FilterSpec) {
    const { spectrum } = this.run;
    const x = thinned(values, BAND_PLACES);
    const risk = riskPath(spectrum, this.noise.sigma2, filter, axis, values);
    return { ...risk, x, ...riskBand(spectrum, this.noise, filter, axis, x) };
  }

  /** An interval without an end says nothing: the band is then that of the scores alone. */
  private get noise(): NoiseErrors {
    const { noise } = this.run;
    return { ...noise, standardError: Number.isFinite(noise.standardError) ? noise.standardError : 0 };
  }

  private bandOf(axis: Axis, x: Float64Array, filter: FilterSpec): LivePath['totalBand'] {
    const { lower, upper } = riskBand(this.run.spectrum, this.noise, filter, axis, x);
    return { x, lower: lower.map((v) => v / this.unit), upper: upper.map((v) => v / this.unit) };
  }
}

/** Most places of a curve that follows a drag, of its band, which is smoother, and of a map on each side. */
const LIVE_PLACES = 101;
const BAND_PLACES = 13;
const MAP_PLACES = 31;

/** Every second, third … value, counted from the last; the first stays too. */
function thinned(values: Float64Array, most: number): Float64Array {
  const last = values.length - 1;
  const step = Math.max(1, Math.ceil(last / (most - 1)));
  return values.filter((_, i) => i === 0 || (last - i) % step === 0);
}

function ascending(path: RiskPath): RiskPath {
  const last = path.values.length - 1;
  if (last < 1 || path.values[0] < path.values[last]) return path;
  const flip = (index: number) => last - index;
  const { least } = path;
  return {
    axis: path.axis,
    values: path.values.toReversed(),
    degreesOfFreedom: path.degreesOfFreedom.toReversed(),
    loo: path.loo.toReversed(),
    gcv: path.gcv.toReversed(),
    cv: path.cv.toReversed(),
    cvStandardError: path.cvStandardError.toReversed(),
    bias: path.bias.toReversed(),
    variance: path.variance.toReversed(),
    total: path.total.toReversed(),
    least: {
      loo: flip(least.loo),
      gcv: flip(least.gcv),
      cv: flip(least.cv),
      total: flip(least.total),
      oneStandardError: flip(least.oneStandardError),
    },
  };
}

import type { PointShape, Role } from '../../engine/contract/figure';
import type { PairedVerdict } from '../../engine/contract/pairedVerdict';
import { central95 } from '../../engine/statistics/central95';
import { wilson } from '../../engine/statistics/classes';
import { meanOf } from '../../engine/statistics/mean';
import { meanInterval, rootInterval } from '../../engine/statistics/meanInterval';
import { resampledMeans } from '../../engine/statistics/pairedBootstrap';
import { pairedVerdict } from '../../engine/statistics/pairedVerdict';
import type { ComparedRun, ComparedTarget, SharedHeldOut } from './comparedRun';
import { commonTargets } from './refusal';
import { HELD_OUT } from './settings';

/**
 * The error of runs on held-out rows: root mean square, mean absolute error, or the fraction of rows classified
 * wrongly.
 */
export type Measure = 'rmse' | 'absolute' | 'wrong';

export interface Interval {
  readonly value: number;
  /** 95 %, over resampled rows. */
  readonly interval: readonly [number, number];
}

/** A run's error less the baseline's, on the same rows. */
export interface Difference extends Interval {
  readonly verdict: PairedVerdict;
  /** Number of rows, out of `rows`, that this run predicts more closely. */
  readonly closer: number;
  readonly rows: number;
}

/** How a run is drawn, the same in every figure, whichever run is the baseline. */
export interface RunStyle {
  readonly role: Role;
  readonly shape: PointShape;
}

export interface Standing {
  readonly run: ComparedRun;
  /** The part of its name that tells it from the others, as figures have room for. */
  readonly label: string;
  readonly of: ComparedTarget;
  readonly style: RunStyle;
  /** Absent when nothing was held out. */
  readonly error?: Interval;
  /** The sizes that half and nine in ten of the misses on these held-out rows do not exceed; absent for classes. */
  readonly misses?: { readonly half: number; readonly nine: number };
  /** Error over folds of the training rows, where the run measured it as the comparison does. */
  readonly folds?: number;
  /** Absent for the baseline, and where `apart` says why. */
  readonly difference?: Difference;
  /** Why this run cannot be compared with the baseline row by row, to follow a colon. */
  readonly apart?: string;
}

/** True when statements about several runs hold for this one too: all are judged on the same rows. */
export const isJudgedAlike = ({ apart }: Pick<Standing, 'apart'>): boolean => apart === undefined;

export interface Comparison {
  readonly target: string;
  /** Targets that all runs predict. */
  readonly targets: readonly string[];
  readonly measure: Measure;
  /** Measures that can be asked for. */
  readonly measures: readonly Measure[];
  /** Position of the run that others are compared with. */
  readonly baseline: number;
  readonly standings: readonly Standing[];
}

export interface ComparisonOptions {
  /** Id of the baseline; the first run is taken if no run has it, or if it is absent. */
  readonly baseline?: string;
  readonly target?: string;
  readonly measure?: Measure;
}

const ROLES: readonly Role[] = ['main', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const SHAPES: readonly PointShape[] = ['disc', 'triangle', 'diamond', 'square', 'triangleDown'];

/** The 95 % interval of each error, from the losses of its rows. */
const INTERVALS: Readonly<Record<Measure, (losses: Float64Array, designEffect?: number) => readonly [number, number]>> =
  {
    rmse: rootInterval,
    absolute: meanInterval,
    wrong: (mistakes, designEffect) =>
      wilson(
        mistakes.reduce((sum, one) => sum + one, 0),
        mistakes.length,
        designEffect,
      ),
  };

/** Runs of one file and target side by side. Intervals of differences come from resampled rows, seeded by the baseline's run. */
export function comparisonOf(runs: readonly ComparedRun[], options: ComparisonOptions = {}): Comparison {
  const targets = commonTargets(runs.map((run) => run.targets.map(({ target }) => target)));
  const target = options.target !== undefined && targets.includes(options.target) ? options.target : targets[0];
  const of = runs.map((run) => run.targets.find((entry) => entry.target === target) ?? run.targets[0]);
  const measures = measuresOf(runs, of);
  const measure = options.measure && measures.includes(options.measure) ? options.measure : measures[0];
  const baseline = Math.max(
    0,
    runs.findIndex(({ id }) => id === options.baseline),
  );
  const judged = of.map(({ held }) => held && judge(held, measure));
  const resampled = resample(of, judged, runs[baseline].seed);
  const rooted = (means: Float64Array) => (measure === 'rmse' ? means.map(Math.sqrt) : means);
  const labels = labelsOf(runs.map(({ name }) => name));
  const standings = runs.map((run, i): Standing => {
    const own = judged[i];
    const [held, reference] = [of[i].held, of[baseline].held];
    // Rows that either of two runs misses alike say less of their difference too.
    const designEffect = Math.max(held?.designEffect ?? 1, reference?.designEffect ?? 1);
    const base = {
      run,
      label: labels[i],
      of: of[i],
      style: { role: ROLES[i % ROLES.length], shape: SHAPES[i % SHAPES.length] },
    };
    const folds = of[i].folds;
    const known = {
      ...base,
      ...(folds &&
        (measure === 'rmse') === (folds.loss === 'squared') &&
        measure !== 'wrong' && { folds: folds.value }),
      ...(own && { error: { value: own.error, interval: INTERVALS[measure](own.losses, held?.designEffect) } }),
      ...(own?.sizes && { misses: missesOf(own.sizes) }),
    };
    if (i === baseline) return known;
    const apart = whyApart(held, reference);
    const other = judged[baseline];
    if (apart !== undefined || !own || !other)
      return { ...known, apart: apart === OTHER_ROWS ? otherRows(run, runs[baseline]) : (apart ?? NOTHING) };
    const [a, b] = [rooted(resampled[i]), rooted(resampled[baseline])];
    const interval = central95(
      a.map((value, t) => value - b[t]),
      own.losses.length,
      designEffect,
    );
    const verdict = pairedVerdict(interval, other.error);
    const closer = own.losses.reduce((count, loss, j) => count + Number(loss < other.losses[j]), 0);
    const difference = { value: own.error - other.error, interval, verdict, closer, rows: own.losses.length } as const;
    return { ...known, difference };
  });
  return { target, targets, measure, measures, baseline, standings };
}

/** A few outliers decide a root mean square, and robust fits give them up on purpose: absolute errors come first beside such a fit. */
function measuresOf(runs: readonly ComparedRun[], of: readonly ComparedTarget[]): readonly Measure[] {
  if (of.some(({ held }) => held?.levels)) return ['wrong'];
  return runs.some(({ robust }) => robust) ? ['absolute', 'rmse'] : ['rmse', 'absolute'];
}

interface Judged {
  /** By row: squared errors, absolute errors, or 1 for a wrong class. */
  readonly losses: Float64Array;
  readonly error: number;
  /** Absolute errors; absent for classes. */
  readonly sizes?: Float64Array;
}

function judge({ observed, predicted }: SharedHeldOut, measure: Measure): Judged {
  if (measure === 'wrong') {
    const losses = observed.map((level, j) => Number(level !== predicted[j]));
    return { losses, error: meanOf(losses) };
  }
  const sizes = observed.map((value, j) => Math.abs(value - predicted[j]));
  if (measure === 'absolute') return { losses: sizes, error: meanOf(sizes), sizes };
  const losses = sizes.map((size) => size * size);
  return { losses, error: Math.sqrt(meanOf(losses)), sizes };
}

function missesOf(sizes: Float64Array): { readonly half: number; readonly nine: number } {
  const sorted = sizes.toSorted();
  const below = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  return { half: below(0.5), nine: below(0.9) };
}

/** Runs on the same rows are resampled together. */
function resample(
  of: readonly ComparedTarget[],
  judged: readonly (Judged | undefined)[],
  seed: number,
): readonly Float64Array[] {
  const means: Float64Array[] = of.map(() => new Float64Array(0));
  const left = new Set(of.keys());
  for (const i of of.keys()) {
    if (!left.has(i)) continue;
    const together = [...left].filter((k) => k === i || (judged[k] && whyApart(of[k].held, of[i].held) === undefined));
    const drawn = resampledMeans(
      together.map((k) => judged[k]?.losses ?? new Float64Array(0)),
      seed,
    );
    together.forEach((k, at) => {
      means[k] = drawn[at];
      left.delete(k);
    });
  }
  return means;
}

const NOTHING = 'nothing was held out';
const OTHER_ROWS = 'different rows were held out';

/** Says that other rows were held out, and how they were chosen where that is what differs. */
function otherRows(run: ComparedRun, baseline: ComparedRun): string {
  const [own, others] = [run, baseline].map(({ settings }) => settings.find(({ name }) => name === HELD_OUT)?.value);
  return own === others
    ? `${OTHER_ROWS}, because the file or the way it was read differs`
    : `${OTHER_ROWS} (${own}; the baseline held out ${others})`;
}

/** Undefined where both held out the same rows with the same values. */
function whyApart(one: SharedHeldOut | undefined, other: SharedHeldOut | undefined): string | undefined {
  if (!one || !other) return NOTHING;
  if (one.rows.length !== other.rows.length || one.rows.some((row, j) => row !== other.rows[j])) return OTHER_ROWS;
  const levels = (rows: SharedHeldOut) => rows.levels?.join('\n');
  if (levels(one) !== levels(other)) return 'its classes differ';
  return one.observed.some((value, j) => value !== other.observed[j])
    ? 'the file has changed between the fits'
    : undefined;
}

/** The longest name that has room beside a line. */
const LONGEST = 24;

/**
 * Names as they appear within figures: in full, or where one is too long, all without the words that they begin with
 * alike; numbered where they would still read alike.
 */
export function labelsOf(names: readonly string[]): readonly string[] {
  const words = names.map((name) => name.split(' '));
  const shared = words[0].findIndex((word, i) => words.some((others) => others[i] !== word || others.length <= i + 1));
  const long = names.length > 1 && shared > 0 && names.some((name) => name.length > LONGEST);
  const cut = words
    .map((parts) => (long ? parts.slice(shared).join(' ').replace(/^· /, '') : parts.join(' ')))
    .map((text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text));
  return cut.map((text, i) => {
    const before = cut.slice(0, i).filter((other) => other === text).length;
    return before === 0 ? text : `${text.slice(0, LONGEST - 4)} (${before + 1})`;
  });
}

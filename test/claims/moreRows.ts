import type { Matrix } from '../../src/engine/contract/data';
import type { FitOutcome, RunResult } from '../../src/engine/contract/run';
import { krr } from '../../src/engine/methods/krr';
import { learningCurveFigure } from '../../src/figures/spectral/learningCurve';
import { deriveView } from '../../src/figures/view/view';
import { madeDesign, madeRows, madeSample, normals } from '../engine/madeRows';
import { fitted, type Given } from '../engine/methods/fitting';
import { exampleRun } from '../figures/exampleRun';
import type { Outcome, Simulation } from './simulation';

export type Signal = (x: readonly number[]) => number;

/** Columns, and what the target would be without noise; short waves are not learnt from few rows. */
const SIGNALS: readonly (readonly [number, Signal])[] = [
  [4, ([a, b, c]) => Math.sin(2 * a) + 0.5 * b * b + 0.5 * Math.abs(c)],
  [4, ([a, b]) => Math.sin(2 * a) * b],
  [4, ([a, b]) => 0.8 * a - 0.5 * b],
  [4, ([a, b]) => (a > 0.3 ? 1 : -1) + (b > -0.5 ? 0.7 : -0.7)],
  [4, ([a, b]) => 2.5 * Math.exp(-2 * (a * a + b * b))],
  [4, () => 0],
  [2, ([a, b]) => Math.sin(8 * a) + 0.5 * Math.cos(6 * b)],
  [1, ([a]) => 2 * Math.sin(8 * a)],
];
const SIZES = [60, 80, 120, 200, 350];
const FRESH = 2000;
/** The truth is a mean over so many ways to double the rows. */
const DOUBLINGS = 3;
/** The fraction of an RMSE that is "little". */
const LITTLE = 0.05;

export interface Rows {
  readonly x: Matrix;
  readonly y: Float64Array;
}

/**
 * Compares whether more rows are said to help a Gaussian kernel tuned by leave-one-out with refits on twice the rows
 * with the same kernel.
 */
const moreRows: Simulation = {
  name: 'a function of one to four columns, short waves or noise alone, on 60 to 350 rows, and twice as many',
  claims: ['more-rows-help', 'more-rows-help-little'],
  draws: { suite: 20, whole: 480 },
  draw: async (seed) => {
    const [columns, signal] = SIGNALS[seed % SIGNALS.length];
    const turn = Math.floor(seed / SIGNALS.length);
    const sigma = turn % 3 === 0 ? 0.7 : 0.3;
    const n = SIZES[turn % SIZES.length];
    const rows = (count: number, part: number) =>
      drawn(signal, { count, columns, sigma, seed: 1000 * seed + 10 * part });
    const own = rows(n, 0);
    const fit = fitted(krr, madeDesign(madeSample(own.x, own.y)), { kernel: 'gaussian' });
    const said = learningCurveFigure(deriveView(runOf(fit)))?.sentence?.[0]?.claim;
    if (said !== 'more-rows-help' && said !== 'more-rows-help-little') return untold;
    const fresh = rows(FRESH, 1);
    const { lengthScale } = Object.fromEntries(fit.parameters.map(({ name, value }) => [name, value]));
    const errorOf = (sample: Rows) => {
      const design = madeDesign(madeSample(sample.x, sample.y), madeSample(fresh.x, fresh.y));
      const given: Given = { kernel: 'gaussian', lengthScale, folds: 0 };
      return fitted(krr, design, given).metrics.holdout?.rmse ?? Number.NaN;
    };
    const doubled = Array.from({ length: DOUBLINGS }, (_, i) => errorOf(joined(own, rows(n, 2 + i))) ** 2);
    const ratio = Math.sqrt(doubled.reduce((sum, v) => sum + v, 0) / DOUBLINGS) / errorOf(own);
    const holds = said === 'more-rows-help' ? ratio < 1 : ratio > 1 / (1 + LITTLE);
    return { [said]: holds ? 'true' : 'false' } satisfies Partial<Record<string, Outcome>>;
  },
};

export const simulations: readonly Simulation[] = [moreRows];

const untold = { 'more-rows-help': 'cannot tell', 'more-rows-help-little': 'cannot tell' } as const;

interface Draw {
  readonly count: number;
  readonly columns: number;
  readonly sigma: number;
  readonly seed: number;
}

export function drawn(signal: Signal, { count, columns, sigma, seed }: Draw): Rows {
  const x = madeRows(count, columns, seed);
  const noise = normals(seed + 7);
  const row = (i: number) => Array.from({ length: columns }, (_, c) => x.values[c * count + i]);
  return { x, y: Float64Array.from({ length: count }, (_, i) => signal(row(i)) + sigma * noise()) };
}

export function joined(first: Rows, second: Rows): Rows {
  const { rows: n, columns } = first.x;
  const { rows: m } = second.x;
  const values = new Float64Array((n + m) * columns);
  for (let c = 0; c < columns; c++) {
    values.set(first.x.values.subarray(c * n, (c + 1) * n), c * (n + m));
    values.set(second.x.values.subarray(c * m, (c + 1) * m), c * (n + m) + n);
  }
  return { x: { rows: n + m, columns, values }, y: Float64Array.of(...first.y, ...second.y) };
}

/** The run as the engine would store it, with an example's file for the views. */
export const runOf = (fit: FitOutcome): RunResult => ({ ...example, ...fit, model: example.model });
const example = exampleRun();

import { krr } from '../../src/engine/methods/krr';
import { exactLambda } from '../../src/engine/spectrum/exactFit';
import { exactFitFinding } from '../../src/figures/spectral/exactFit';
import { deriveView } from '../../src/figures/view/view';
import { madeDesign, madeSample } from '../engine/madeRows';
import { fitted, type Given } from '../engine/methods/fitting';
import { drawn, joined, type Rows, runOf, type Signal } from './moreRows';
import type { Outcome, Simulation } from './simulation';

interface Case {
  readonly kernel: string;
  readonly lengthScale: number;
  readonly columns: number;
  readonly signal: Signal;
}

const waves: Signal = ([a, b = 0]) => Math.sin(2 * a) + Math.cos(b);
const line: Signal = ([a, b]) => 0.8 * a - 0.5 * b;

/** Laplace and Matérn kernels of few columns are tempered, Gaussian ones catastrophic where they can fit every row, those of many columns nearly benign. */
const CASES: readonly Case[] = [
  { kernel: 'laplace', lengthScale: 1, columns: 1, signal: waves },
  { kernel: 'laplace', lengthScale: 1, columns: 3, signal: waves },
  { kernel: 'matern32', lengthScale: 1, columns: 2, signal: waves },
  { kernel: 'gaussian', lengthScale: 0.5, columns: 3, signal: waves },
  { kernel: 'gaussian', lengthScale: 1, columns: 5, signal: waves },
  { kernel: 'gaussian', lengthScale: 4, columns: 20, signal: line },
  { kernel: 'laplace', lengthScale: 20, columns: 30, signal: line },
  { kernel: 'laplace', lengthScale: 3, columns: 10, signal: () => 0 },
];
const SIZES = [60, 100, 160, 240];
const FRESH = 1500;
/** The truth is a mean over so many ways to double the rows. */
const DOUBLINGS = 3;

const CLAIMS = ['exact-fit-costs', 'exact-fit-free', 'exact-fit-worsens'] as const;

/**
 * Compares what is said of the fit of every row with that fit and the best one on new rows, and with twice as many
 * rows.
 */
const exactFit: Simulation = {
  name: 'Laplace, Matérn and Gaussian kernels of 1 to 30 columns whose fits of every row are tempered, catastrophic or nearly benign, 60 to 240 rows',
  claims: CLAIMS,
  draws: { suite: 6, whole: 357 },
  draw: async (seed) => {
    const { kernel, lengthScale, columns, signal } = CASES[seed % CASES.length];
    const turn = Math.floor(seed / CASES.length);
    const sigma = turn % 3 === 0 ? 1 : 0.3;
    const count = SIZES[turn % SIZES.length];
    const rows = (part: number, n = count) =>
      drawn(signal, { count: n, columns, sigma, seed: 2000 * seed + 10 * part });
    const own = rows(0);
    const fit = fitted(krr, madeDesign(madeSample(own.x, own.y)), { kernel, lengthScale });
    const said = exactFitFinding(deriveView(runOf(fit)))?.sentence.flatMap(({ claim }) => claim ?? []) ?? [];
    const lambda = exactLambda(fit.spectrum);
    if (lambda === undefined) return {};
    const fresh = rows(1, FRESH);
    const errorOf = (sample: Rows, at: number) => {
      const design = madeDesign(madeSample(sample.x, sample.y), madeSample(fresh.x, fresh.y));
      const given: Given = { kernel, lengthScale, lambda: at, folds: 0 };
      return fitted(krr, design, given).metrics.holdout?.rmse ?? Number.NaN;
    };
    const [{ values, least }] = fit.paths;
    const exact = errorOf(own, lambda);
    const ratio = exact / errorOf(own, values[least.loo]);
    const doubled = Array.from({ length: DOUBLINGS }, (_, i) => errorOf(joined(own, rows(2 + i)), 1e-3 * lambda) ** 2);
    const growth = Math.sqrt(doubled.reduce((sum, v) => sum + v, 0) / DOUBLINGS) / exact;
    const holds: Readonly<Record<(typeof CLAIMS)[number], boolean>> = {
      'exact-fit-costs': ratio > 1,
      'exact-fit-free': ratio < 1.1,
      'exact-fit-worsens': growth > 1,
    };
    return Object.fromEntries(
      CLAIMS.map((id): readonly [string, Outcome] => [
        id,
        (said as readonly string[]).includes(id) ? (holds[id] ? 'true' : 'false') : 'cannot tell',
      ]),
    );
  },
};

export const simulations: readonly Simulation[] = [exactFit];

import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { choleskyWithJitter } from '../../engine/linalg/choleskyWithJitter';
import { type Computing, full } from '../../engine/linalg/linalg';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { tested } from '../compared';
import { byName } from '../page';
import { chart, exactAxis, overLinear, plottedLine, points } from '../plot';
import { largestSize, linspace } from '../statistics';
import { type Run, study } from '../study';
import page from './fig4.json';
import { boundedPredictions, descentLimit, type PredictionSetting, sparsePredictions } from './predictions';

const { rows: ROWS, reach: REACH, lengthScale: LENGTH_SCALE, noise: NOISE } = page.data;
const PLACES = linspace(-REACH, REACH, 201);
/** The true function, a sine over a slow rise: extreme at its right end. */
const truth = (x: number): number => (1 + (x + REACH) / (2 * REACH)) * Math.sin((Math.PI * x) / 4);

/**
 * Both panels: λ of ridge, the bound as a fraction of the largest |y|, and the ℓ1 penalty as a fraction of the one from
 * which on everything is 0.
 */
const STRENGTHS = [
  { title: 'larger', lambda: 1, bound: 0.4, penalty: 0.6 },
  { title: 'smaller', lambda: 0.1, bound: 0.8, penalty: 0.3 },
] as const;

interface Sample extends PredictionSetting {
  readonly x: Float64Array;
}

const KERNELS = {
  laplace: (distance: number) => Math.exp(-distance / LENGTH_SCALE),
  gaussian: (distance: number) => Math.exp(-((distance / LENGTH_SCALE) ** 2) / 2),
} as const;

/** Training rows, and places between them as test rows. */
function sampleOf(random: Random, kernelOf: (distance: number) => number): Sample {
  const x = Float64Array.from({ length: ROWS }, () => REACH * (2 * random.uniform() - 1)).sort();
  const y = x.map((v) => truth(v) + NOISE * random.normal());
  const all = Float64Array.from([...x, ...PLACES]);
  const m = all.length;
  const kernel = Float64Array.from({ length: m * m }, (_, at) =>
    kernelOf(Math.abs(all[at % m] - all[Math.floor(at / m)])),
  );
  return { x, y, kernel };
}

/** Ridge regression at all rows, λ on the diagonal; 0 for interpolation. */
function ridge({ y, kernel }: Sample, lambda: number, context: Computing): Float64Array {
  const { linalg } = context;
  const [n, m] = [y.length, Math.sqrt(kernel.length)];
  return linalg.scope(() => {
    const gram = linalg.allocate(n * n);
    for (let j = 0; j < n; j++)
      for (let i = 0; i < n; i++) gram[i + j * n] = kernel[i + j * m] + (i === j ? lambda : 0);
    choleskyWithJitter(gram, n, context);
    const alpha = linalg.allocate(n);
    alpha.set(y);
    for (const transposed of [false, true]) linalg.solveLower(gram, n, transposed, alpha, 1, context);
    const f = linalg.allocate(m);
    linalg.gemv(false, m, n, 1, full(kernel, m), alpha, 0, f, context);
    return f.slice();
  });
}

export const signFig4 = study({
  page,
  axes: () => ({ strength: [...STRENGTHS] }),
  stage: ({ strength }) => `${strength.title} regularization`,
  measure: ({ strength }, run) => panelOf(strength, run),
  report(measurements) {
    const panels = measurements.map((panel, { strength }) => ({ ...panel, strength, ...countsOf(panel) }));
    const [larger] = panels;
    const share = (count: number, { l2 }: Panel) => `${plain((100 * count) / l2.length, 2)} %`;
    return {
      finding: told`With the larger strength **${share(larger.equal, larger)}** of the predictions have the largest absolute value exactly under a bound, ${larger.away} of them further from zero than without regularization and ${larger.towards} nearer; **${share(larger.zero, larger)}** are exactly zero under an ℓ1 penalty.`,
      numbers: byName(panels, ({ strength: { title }, equal, away, towards, zero, without, l2 }) => ({
        [`${title}: predictions, of training and test rows`]: l2.length,
        [`${title}, bound: of the largest absolute value exactly`]: equal,
        [`${title}, bound: further from zero than without regularization`]: away,
        [`${title}, bound: nearer to zero`]: towards,
        [`${title}, ℓ1: exactly zero`]: zero,
        [`${title}, ℓ1: test rows at which (21) has no solution, Laplace kernel`]: without.laplace,
        [`${title}, ℓ1: test rows at which (21) has no solution, Gaussian kernel`]: without.gaussian,
      })),
      claims: panels.flatMap(({ strength: { title }, equal, away, towards, zero, l2, peaks }) => [
        tested(page.claims.equal, equal > l2.length / 2, title),
        tested(page.claims.shifted, away > 0 && towards > 0, title),
        tested(page.claims.zero, zero > l2.length / 2, title),
        tested(page.claims.peaks, peaks, title),
      ]),
      values: {
        places: PLACES.length,
        strengths: STRENGTHS.map(
          ({ lambda, bound, penalty }) =>
            `λ = ${lambda}, c = ${bound}·max |y|, ℓ1 ${penalty} of the penalty that leaves nothing`,
        ).join('; '),
      },
      figures: panels.map((panel) => panelFigure(panel, panel.strength.title)),
    };
  },
});

type Panel = ReturnType<typeof panelOf>;

/**
 * All rows' predictions by each penalty, training rows first, and at how many places the ℓ1 problem has no solution, by
 * kernel.
 */
function panelOf(strength: (typeof STRENGTHS)[number], run: Run<object, unknown>) {
  // Both panels, and both kernels, are of the same rows.
  const sampled = (kernel: keyof typeof KERNELS) => sampleOf(new Random(run.seed), KERNELS[kernel]);
  const sample = sampled('laplace');
  const { x, y } = sample;
  const most = largestSize(y);
  const sparseOf = (of: Sample) => sparsePredictions(of, strength.penalty * allZero(of));
  const sparse = sparseOf(sample);
  return {
    l2: ridge(sample, strength.lambda, run),
    bounded: boundedPredictions(sample, strength.bound * most),
    sparse: sparse.f,
    free: ridge(sample, 0, run),
    x,
    y,
    without: { laplace: sparse.without, gaussian: sparseOf(sampled('gaussian')).without },
  };
}

/** The ℓ1 penalty from which on every training prediction is 0: the largest entry of K·y, which is the gradient at 0. */
function allZero(sample: Sample): number {
  const m = Math.sqrt(sample.kernel.length);
  const start = descentLimit(sample, new Float64Array(m), new Float64Array(m)).subarray(0, sample.y.length);
  return largestSize(start);
}

function countsOf({ bounded, sparse, free, y }: Panel) {
  const most = largestSize(bounded);
  const equal = bounded.reduce((count, v) => count + Number(Math.abs(v) === most), 0);
  const shifted = (sign: number) =>
    bounded.reduce((count, v, i) => count + Number(sign * (Math.abs(v) - Math.abs(free[i])) > 1e-6), 0);
  const extreme = y.reduce((at, v, i) => (Math.abs(v) > Math.abs(y[at]) ? i : at), 0);
  return {
    equal,
    away: shifted(1),
    towards: shifted(-1),
    zero: sparse.reduce((count, v) => count + Number(v === 0), 0),
    peaks: sparse[extreme] !== 0,
  };
}

function panelFigure({ x, y, l2, bounded, sparse }: Panel, title: string): FigureSpec {
  const places = Float64Array.from([...x, ...PLACES]);
  const order = [...places.keys()].sort((a, b) => places[a] - places[b]);
  const sorted = (values: Float64Array) => Float64Array.from(order, (i) => values[i]);
  const at = sorted(places);
  return chart({
    id: `sign-fig4-${title}`,
    title: `Predictions, ${title} regularization`,
    sentence: told`Under a bound predictions stand at **±${plain(largestSize(bounded), 2)}**, under an ℓ1 penalty at 0 but for some training rows.`,
    x: exactAxis('x', -REACH, REACH),
    y: overLinear('prediction'),
    series: [
      points('noise', 'training rows', x, y),
      plottedLine('first', 'ℓ2', at, sorted(l2)),
      plottedLine('second', 'ℓ∞', at, sorted(bounded)),
      plottedLine('third', 'ℓ1', at, sorted(sparse)),
    ],
  });
}

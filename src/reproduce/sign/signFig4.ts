import type { RunContext } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { choleskyWithJitter } from '../../engine/linalg/choleskyWithJitter';
import { type LinearAlgebra, whole } from '../../engine/linalg/linalg';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { byPaper, byUs, compared, tested } from '../compared';
import { exactAxis, line, linearAxis, points } from '../plot';
import { linspace } from '../statistics';
import { study } from '../study';
import { boundedPredictions, descent, type PredictionSetting, sparsePredictions } from './predictions';

const ROWS = 60;
const REACH = 10;
const PLACES = linspace(-REACH, REACH, 201);
const LENGTH_SCALE = 1;
const NOISE = 0.2;
/** Of a sine over a slow rise: extreme at its right end. */
const truth = (x: number): number => (1 + (x + REACH) / (2 * REACH)) * Math.sin((Math.PI * x) / 4);

/** Both panels: λ of ridge, the bound as a share of the largest |y|, and the ℓ1 penalty as a share of the one from which on everything is 0. */
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
function ridge({ y, kernel }: Sample, lambda: number, linalg: LinearAlgebra, context: RunContext): Float64Array {
  const [n, m] = [y.length, Math.sqrt(kernel.length)];
  return linalg.scope(() => {
    const gram = linalg.allocate(n * n);
    for (let j = 0; j < n; j++)
      for (let i = 0; i < n; i++) gram[i + j * n] = kernel[i + j * m] + (i === j ? lambda : 0);
    choleskyWithJitter(gram, n, linalg, context);
    const alpha = linalg.allocate(n);
    alpha.set(y);
    for (const transposed of [false, true]) linalg.solveLower(gram, n, transposed, alpha, 1, context);
    const f = linalg.allocate(m);
    linalg.gemv(false, m, n, 1, whole(kernel, m), alpha, 0, f, context);
    return f.slice();
  });
}

/** Of one strength: all rows' predictions by each penalty, those of training first. */
interface Panel {
  readonly l2: Float64Array;
  readonly bounded: Float64Array;
  readonly sparse: Float64Array;
  readonly free: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Places at which the ℓ1 problem has no solution, by kernel. */
  readonly without: { readonly laplace: number; readonly gaussian: number };
}

export const signFig4 = study({
  spec: {
    id: 'sign-fig4',
    title: 'SIGN, figure 4: penalties on the predictions themselves',
    claim:
      'A bound on the largest prediction makes the absolute values of many of them exactly equal, some shifted away from zero and some towards it; an ℓ1 penalty sets many of them exactly to zero, with peaks at extreme observations.',
    seconds: 2,
  },
  axes: () => ({ strength: [...STRENGTHS] }),
  stage: ({ strength }) => `${strength.title} regularization`,
  measure({ strength }, run): Panel {
    // Both panels, and both kernels, are of the same rows.
    const sampled = (kernel: keyof typeof KERNELS) => sampleOf(new Random(run.request.seed), KERNELS[kernel]);
    const sample = sampled('laplace');
    const { x, y } = sample;
    const most = y.reduce((largest, v) => Math.max(largest, Math.abs(v)), 0);
    const sparseOf = (of: Sample) => sparsePredictions(of, strength.penalty * allZero(of));
    const sparse = sparseOf(sample);
    return {
      l2: ridge(sample, strength.lambda, run.linalg, run),
      bounded: boundedPredictions(sample, strength.bound * most),
      sparse: sparse.f,
      free: ridge(sample, 0, run.linalg, run),
      x,
      y,
      without: { laplace: sparse.without, gaussian: sparseOf(sampled('gaussian')).without },
    };
  },
  report(measurements) {
    const panels = measurements.map((panel, { strength }) => ({ ...panel, strength, ...countsOf(panel) }));
    const [larger] = panels;
    const share = (count: number, { l2 }: Panel) => `${plain((100 * count) / l2.length, 2)} %`;
    return {
      finding: told`With the larger strength **${share(larger.equal, larger)}** of the predictions have the largest absolute value exactly under a bound, ${larger.away} of them further from zero than without regularization and ${larger.towards} nearer; **${share(larger.zero, larger)}** are exactly zero under an ℓ1 penalty.`,
      numbers: panels.flatMap(({ strength: { title }, equal, away, towards, zero, without, l2 }) => [
        compared(`${title}: predictions, of training and test rows`, l2.length),
        compared(`${title}, bound: of the largest absolute value exactly`, equal),
        compared(`${title}, bound: further from zero than without regularization`, away),
        compared(`${title}, bound: nearer to zero`, towards),
        compared(`${title}, ℓ1: exactly zero`, zero),
        compared(`${title}, ℓ1: test rows at which (21) has no solution, Laplace kernel`, without.laplace),
        compared(`${title}, ℓ1: test rows at which (21) has no solution, Gaussian kernel`, without.gaussian),
      ]),
      claims: panels.flatMap(({ strength, equal, away, towards, zero, l2, peaks }) => {
        const statements = {
          'under a bound more than half of the predictions have one absolute value': equal > l2.length / 2,
          'some are further from zero than without regularization, and some nearer': away > 0 && towards > 0,
          'under an ℓ1 penalty more than half are exactly zero': zero > l2.length / 2,
          'the prediction at the largest |y| is not': peaks,
        };
        return tested(statements, strength.title);
      }),
      settings: [
        byPaper('penalties', 'ℓ2, ℓ∞ and ℓ1 of the predictions of training and test rows; two strengths'),
        byUs(
          'data',
          `${ROWS} rows uniform on [−${REACH}, ${REACH}], a sine that grows, normal noise of ${NOISE}; the paper does not tell its own`,
        ),
        byUs('test rows', `${PLACES.length} places, equally spaced`),
        byUs(
          'kernel',
          `Laplace, length scale ${LENGTH_SCALE}: between two rows its gradient is nowhere larger than at them, so that (21) has a solution; with a Gaussian kernel there are test rows without one`,
        ),
        byUs(
          'strengths',
          STRENGTHS.map(
            ({ lambda, bound, penalty }) =>
              `λ = ${lambda}, c = ${bound}·max |y|, ℓ1 ${penalty} of the penalty that leaves nothing`,
          ).join('; '),
        ),
      ],
      figures: panels.map((panel) => panelFigure(panel, panel.strength.title)),
    };
  },
});

/** The ℓ1 penalty from which on every training prediction is 0: the largest entry of K·y, which is the gradient at 0. */
function allZero(sample: Sample): number {
  const m = Math.sqrt(sample.kernel.length);
  const start = descent(sample, new Float64Array(m), new Float64Array(m)).subarray(0, sample.y.length);
  return start.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
}

function countsOf({ bounded, sparse, free, y }: Panel) {
  const most = bounded.reduce((largest, v) => Math.max(largest, Math.abs(v)), 0);
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
  return {
    id: `sign-fig4-${title}`,
    title: `Predictions, ${title} regularization`,
    sentence: told`Under a bound predictions stand at **±${plain(
      bounded.reduce((m, v) => Math.max(m, Math.abs(v)), 0),
      2,
    )}**, under an ℓ1 penalty at 0 but for some training rows.`,
    x: exactAxis('x', -REACH, REACH),
    y: linearAxis('prediction', y, l2, bounded, sparse),
    series: [
      points('noise', 'training rows', x, y),
      line('first', 'ℓ2', at, sorted(l2)),
      line('second', 'ℓ∞', at, sorted(bounded)),
      line('third', 'ℓ1', at, sorted(sparse)),
    ],
  };
}

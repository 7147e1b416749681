import { partOf } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { curveWithBand, linearAxis, logAxis, plot } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs } from '../settings';
import { type Estimate, meanOf } from '../statistics';
import { verdictOf } from '../verdict';
import { ACTIVATION_NAME, type Activation, drawFeatures } from './paperFeatures';
import { type Labelled, twoBlockErrors } from './twoBlockRidge';

const D = 5;
const LAMBDA = 1e-2;
const NOISE = 0.2;
/** Largest k and step for each activation, as in the authors' program. */
const PANELS: readonly { readonly activation: Activation; readonly most: number; readonly step: number }[] = [
  { activation: 'cos', most: 200, step: 4 },
  { activation: 'relu', most: 400, step: 8 },
  { activation: 'tanh', most: 400, step: 8 },
];

interface Curve {
  readonly activation: Activation;
  readonly target: string;
  readonly counts: readonly number[];
  readonly train: readonly Estimate[];
  readonly test: readonly Estimate[];
  /** Test errors of each repetition. */
  readonly tests: readonly Float64Array[];
  /** Place of the least mean test error in `counts`. */
  readonly best: number;
}

/** The text prints cos x₂, the authors' program has cos 2x₂: both are computed. */
const TARGETS = [
  { frequency: 1, name: 'cos x₂' },
  { frequency: 2, name: 'cos 2x₂' },
] as const;

export const ckrrFig5: Recipe = {
  spec: {
    id: 'ckrr-fig5',
    title: 'CKRR, figure 5: soft thresholding on the sphere',
    claim:
      'The test error falls and then rises with the number of unpenalised random features, for cosine, ReLU and tanh features alike, while the training error only falls.',
    seconds: 15,
  },
  run({ seed, quick = false }, context: RecipeContext) {
    const rows = quick ? 200 : 500;
    const penalised = quick ? 500 : 2000;
    const repetitions = quick ? 3 : 10;
    const random = new Random(seed);
    const curves = TARGETS.flatMap((target, g) =>
      PANELS.map(({ activation, most, step }, p): Curve => {
        const top = quick ? most / 4 : most;
        const counts = Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step);
        const part = (t: number) => (g * PANELS.length + p + t / repetitions) / (TARGETS.length * PANELS.length);
        const all = Array.from({ length: repetitions }, (_, t) => {
          const [train, test] = [0, 1].map(() => sample(rows, target.frequency, random));
          const free = drawFeatures(activation, top, D, 1, random);
          const other = drawFeatures(activation, penalised, D, 1, random);
          const inner = partOf(context, part(t), part(t + 1));
          return twoBlockErrors(train, test, free, other, counts, LAMBDA, context.linalg, inner);
        });
        const average = (of: 'train' | 'test') => counts.map((_, i) => meanOf(all.map((e) => e[of][i])));
        const test = average('test');
        return {
          activation,
          target: target.name,
          counts,
          train: average('train'),
          test,
          tests: all.map((e) => e.test),
          best: indexOfLeast(test.map((e) => e.mean)),
        };
      }),
    );
    const numbers = curves.flatMap(({ activation, target, counts, test, best }) => [
      { name: `${ACTIVATION_NAME[activation]}, ${target}: k of least test error`, ours: counts[best] },
      {
        name: `${ACTIVATION_NAME[activation]}, ${target}: test error at k = 0`,
        ours: test[0].mean,
        oursError: test[0].error,
      },
      {
        name: `${ACTIVATION_NAME[activation]}, ${target}: least test error`,
        ours: test[best].mean,
        oursError: test[best].error,
      },
    ]);
    const shaped = (target: string) =>
      curves.filter((c) => c.target === target && isU(c)).map((c) => ACTIVATION_NAME[c.activation]);
    const words = (names: readonly string[]) => (names.length === 0 ? 'for none' : `for ${names.join(', ')}`);
    return {
      finding: sentence(
        'With the target as printed the error falls and rises ',
        words(shaped(TARGETS[0].name)),
        `; with the one of the authors’ program ${words(shaped(TARGETS[1].name))}.`,
      ),
      verdict: verdictOf(
        [],
        curves.flatMap((c) => [isU(c), c.train[c.train.length - 1].mean < c.train[0].mean]),
      ),
      settings: [
        byPaper(
          'target',
          'sin x₁ + ½·cos x₂ in the text, sin x₁ + ½·cos 2x₂ in the authors’ program; both are computed',
        ),
        byPaper('rows', 'uniform on the unit sphere'),
        byPaper('features', 'cos(w·x + b), b on [0, 2π]; ReLU and tanh, b on [−1, 1]; w standard normal'),
        quick ? byUs('m', `${penalised} (the paper: 2,000)`) : byPaper('m', '2,000 penalised features'),
        byPaper('d, λ, noise', `${D}, ${LAMBDA}, ${NOISE}, as in the authors’ program`),
        quick
          ? byUs('n', `${rows} to fit and to test, k to a quarter (the paper: 500)`)
          : byPaper('n', `${rows} to fit and to test, as in the authors’ program`),
        byUs('repetitions', `${repetitions} fresh samples and features (the paper shows one); 1.96 standard errors`),
        byUs('shape', 'the error at both ends above the least by more than two standard errors of the log ratio'),
      ],
      numbers,
      figures: curves.map(panel),
      notes: [],
    };
  },
};

/**
 * Whether the test error falls from k = 0 and rises again to the largest k, both by more than two standard errors of the log
 * ratio to the least, sample by sample: near k = n single errors are without bound.
 */
function isU({ tests, best, counts }: Curve): boolean {
  return [0, counts.length - 1].every((at) => {
    const { mean, error } = meanOf(tests.map((test) => Math.log(test[at] / test[best])));
    return mean > 2 * error;
  });
}

/** Rows on the sphere with noisy labels. */
function sample(n: number, frequency: number, random: Random): Labelled {
  const values = new Float64Array(n * D);
  const y = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const row = Array.from({ length: D }, () => random.normal());
    const length = Math.hypot(...row);
    for (let c = 0; c < D; c++) values[i + c * n] = row[c] / length;
    y[i] = Math.sin(values[i]) + 0.5 * Math.cos(frequency * values[i + n]) + NOISE * random.normal();
  }
  return { x: { rows: n, columns: D, values }, y };
}

function panel({ activation, target, counts, train, test, best }: Curve): FigureSpec {
  const name = ACTIVATION_NAME[activation];
  return plot({
    id: `ckrr-fig5-${activation}${target === TARGETS[0].name ? '' : '-2'}`,
    title: `${name} features, ½·${target}`,
    sentence: sentence(
      'The test error is least at ',
      `k = ${counts[best]}`,
      `: ${plain(test[best].mean, 3)}, from ${plain(test[0].mean, 3)} at k = 0.`,
    ),
    x: linearAxis('unpenalised features k', counts),
    y: logAxis(
      'MSE',
      'plain',
      train.map((e) => e.mean),
      test.map((e) => e.mean),
    ),
    series: [
      ...curveWithBand('second', 'test MSE', counts, test),
      ...curveWithBand('first', 'training MSE', counts, train),
    ],
    marks: [{ shape: 'circle', role: 'second', x: counts[best], y: test[best].mean }],
  });
}

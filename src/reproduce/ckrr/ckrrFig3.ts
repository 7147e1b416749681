import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { curveWithBand, line, linearAxis, logAxis, plot, points } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs } from '../settings';
import { type Estimate, meanOf, powersOfTen } from '../statistics';
import { verdictOf } from '../verdict';
import { meanSquare } from './conditionalPath';
import { conditionalPredictions, drawSample, SMOOTHNESS, TEST_POINTS } from './trigonometricSetting';

const SIGMA = 1;
const LAMBDA = 0.1;
/** The highest frequency of the target, and so the k that holds all of it. */
const TOP = 5;
const KS = Array.from({ length: 16 }, (_, k) => k);
const ROWS = [50, 100, 200];
const CHOSEN = 100;

const target = (x: number): number => {
  let sum = 0;
  for (let j = 1; j <= TOP; j++) sum += j * Math.cos(j * x);
  return sum;
};
const TRUTH = TEST_POINTS.map(target);

export const ckrrFig3: Recipe = {
  spec: {
    id: 'ckrr-fig3',
    title: 'CKRR, figure 3: the U-shape over k',
    claim:
      'For the target Σ n·cos(nx), n ≤ 5, the test error first falls and then rises with the number of unpenalised frequencies, and k = 5 is better than standard ridge at every λ, the best included.',
    seconds: 5,
  },
  run({ seed, quick = false }, context: RecipeContext) {
    const repetitions = quick ? 10 : 50;
    const lambdas = powersOfTen(-5, 1, quick ? 9 : 25);
    const random = new Random(seed);
    const steps = repetitions * (ROWS.length + lambdas.length);
    let done = 0;
    /** Mean test error for each k over fresh samples of n rows, at one lambda for all. */
    const errors = (n: number, ks: readonly number[], lambda: number): Estimate[] => {
      const all = ks.map(() => new Float64Array(repetitions));
      for (let i = 0; i < repetitions; i++) {
        context.check();
        context.progress(done++ / steps, `n = ${n}, λ = ${lambda.toExponential(0)}`);
        const { x, noise } = drawSample(n, random);
        const y = x.map((v, j) => target(v) + SIGMA * noise[j]);
        conditionalPredictions(x, y, ks, lambda, context.linalg, context).forEach((f, j) => {
          all[j][i] = meanSquare(f, TRUTH);
        });
      }
      return all.map(meanOf);
    };
    const overK = ROWS.map((n) => ({ n, errors: errors(n, KS, LAMBDA) }));
    const overLambda = Array.from(lambdas, (lambda) => errors(CHOSEN, [0, TOP], lambda));
    const best = overK.map((v) => indexOfLeast(v.errors.map((e) => e.mean)));
    const everywhere = overLambda.map(([ridge, conditional]) => conditional.mean < ridge.mean);
    const least = (at: 0 | 1) => Math.min(...overLambda.map((v) => v[at].mean));
    const shaped = overK.map(
      ({ errors: e }, i) => e[best[i]].mean < e[0].mean && e[best[i]].mean < e[KS.length - 1].mean,
    );
    const numbers = [
      ...overK.map(({ n }, i) => ({
        name: `k of least test error, n = ${n}`,
        published: TOP,
        publishedError: 0,
        ours: best[i],
      })),
      {
        name: 'values of λ at which k = 5 is better (share)',
        published: 1,
        publishedError: 0,
        ours: everywhere.filter((v) => v).length / everywhere.length,
      },
      { name: 'least test error over λ, k = 0', ours: least(0) },
      { name: 'least test error over λ, k = 5', ours: least(1) },
    ];
    return {
      finding: sentence(
        'The test error is least at ',
        `k = ${best[ROWS.indexOf(CHOSEN)]}`,
        `; at the best λ of each, k = 5 has ${plain(least(1), 2)} where ridge has ${plain(least(0), 2)}.`,
      ),
      verdict: verdictOf(numbers, shaped),
      settings: [
        byPaper('target', 'Σ n·cos(nx), n = 0 to 5'),
        byPaper('rows', 'uniform on [0, 2π]'),
        byPaper(
          'kernel, F',
          '1 + Σ i^−2s·cos(i(x − z)); cos ix and sin ix, i ≤ k, so that k = 0 leaves the constant unpenalised',
        ),
        byPaper('s', `${SMOOTHNESS}, as in the authors’ program`),
        byUs(
          'n, σ, λ',
          `${ROWS.join(', ')} (${CHOSEN} over λ); ${SIGMA}; ${LAMBDA} over k, ${lambdas.length} values from 10⁻⁵ to 10`,
        ),
        byUs('repetitions', `${repetitions}, intervals of 1.96 standard errors`),
        byUs('test error', 'mean squared distance to the target at 256 equally spaced points'),
      ],
      numbers,
      figures: [
        ...overK.map((v) => kFigure(v.n, v.errors)),
        lambdaFigure(lambdas, overLambda),
        fitFigure(random, context),
      ],
      notes: [],
    };
  },
};

function kFigure(n: number, errors: readonly Estimate[]): FigureSpec {
  const best = indexOfLeast(errors.map((e) => e.mean));
  return plot({
    id: `ckrr-fig3-k-${n}`,
    title: `Test error over k, n = ${n}`,
    sentence: sentence(
      'The error is least at ',
      `k = ${KS[best]}`,
      `, ${plain(errors[0].mean / errors[best].mean, 2)} times below that of k = 0.`,
    ),
    x: linearAxis('k, for 2k + 1 unpenalised functions', KS),
    y: logAxis(
      'test MSE',
      'plain',
      errors.map((e) => e.mean),
    ),
    series: curveWithBand('main', 'test MSE', KS, errors),
    marks: [{ shape: 'circle', role: 'main', x: KS[best], y: errors[best].mean, text: 'least', dy: -10 }],
  });
}

function lambdaFigure(lambdas: Float64Array, errors: readonly (readonly Estimate[])[]): FigureSpec {
  const better = errors.filter(([ridge, conditional]) => conditional.mean < ridge.mean).length;
  return plot({
    id: 'ckrr-fig3-lambda',
    title: `k = 0 and k = 5 over λ, n = ${CHOSEN}`,
    sentence: sentence(
      'Five unpenalised frequencies are better at ',
      `${better} of ${lambdas.length} values of λ`,
      '.',
    ),
    x: logAxis('λ, per sample', 'power', lambdas),
    y: logAxis('test MSE', 'plain', ...errors.map((pair) => pair.map((e) => e.mean))),
    series: [
      ...curveWithBand(
        'first',
        'k = 0, ridge',
        lambdas,
        errors.map((pair) => pair[0]),
      ),
      ...curveWithBand(
        'second',
        'k = 5, conditional',
        lambdas,
        errors.map((pair) => pair[1]),
      ),
    ],
  });
}

/** One sample and what both estimators make of it. */
function fitFigure(random: Random, context: RecipeContext): FigureSpec {
  const { x, noise } = drawSample(CHOSEN, random);
  const y = x.map((v, i) => target(v) + SIGMA * noise[i]);
  const [ridge, conditional] = conditionalPredictions(x, y, [0, TOP], LAMBDA, context.linalg, context);
  const errors = [meanSquare(ridge, TRUTH), meanSquare(conditional, TRUTH)];
  return plot({
    id: 'ckrr-fig3-fit',
    title: 'One sample, two fits',
    sentence: sentence(
      'On this sample the errors are ',
      `${plain(errors[0], 2)} and ${plain(errors[1], 2)}`,
      ', for k = 0 and k = 5.',
    ),
    x: linearAxis('x', TEST_POINTS),
    y: linearAxis('y', y, TRUTH),
    series: [
      { ...points('main', 'sample', x, y), faint: true },
      line('reference', 'target', TEST_POINTS, TRUTH),
      line('first', 'k = 0, ridge', TEST_POINTS, ridge, 'k = 0'),
      line('second', 'k = 5, conditional', TEST_POINTS, conditional, 'k = 5'),
    ],
  });
}

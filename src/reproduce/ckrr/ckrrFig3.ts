import type { FigureSpec } from '../../engine/contract/figure';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain, sci } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { belowByDraw, inCases } from '../compared';
import { byName } from '../page';
import { chart, curveWithBand, linearAxis, meansOf, overLinear, overLog, plottedLine, points, ROLES } from '../plot';
import { averaged, type MeanEstimate, powersOfTen, shareOf } from '../statistics';
import { type Run, study, upTo } from '../study';
import { meanSquare } from './conditionalPath';
import page from './fig3.json';
import { conditionalPredictions, drawSample, SMOOTHNESS, TEST_POINTS } from './trigonometricSetting';

const { sigma: SIGMA, lambda: LAMBDA, rows: ROWS, chosen: CHOSEN } = page.data;
const LAMBDAS = powersOfTen(-5, 1, 25);
/** The highest frequency of the target, and so the k that holds all of it. */
const TOP = 5;
const KS = upTo(16);

const target = (x: number): number => {
  let sum = 0;
  for (let j = 1; j <= TOP; j++) sum += j * Math.cos(j * x);
  return sum;
};
const TRUTH = TEST_POINTS.map(target);

export const ckrrFig3 = study({
  page,
  repetitions: [50, 10, 2],
  prepare: () => ({
    overK: ROWS.map((n): Place => ({ n, ks: KS, lambda: LAMBDA })),
    overLambda: Array.from(LAMBDAS, (lambda): Place => ({ n: CHOSEN, ks: [0, TOP], lambda })),
  }),
  axes: ({ given: { overK, overLambda }, repetitions }) => ({
    place: [...overK, ...overLambda],
    repetition: repetitions,
  }),
  stage: ({ place: { n, lambda } }) => `n = ${n}, λ = ${sci(lambda)}`,
  measure({ place: { n, ks, lambda } }, run) {
    const { x, noise } = drawSample(n, run.random);
    const y = x.map((v, j) => target(v) + SIGMA * noise[j]);
    return conditionalPredictions({ x, y, lambda }, ks, run).map((f) => meanSquare(f, TRUTH));
  },
  report(measurements, run) {
    const { given } = run;
    const errorsAt = (place: Place) => {
      const all = measurements.at({ place });
      return place.ks.map((_, i) => averaged(all.map((errors) => errors[i])));
    };
    const overK = given.overK.map((place) => ({ n: place.n, errors: errorsAt(place) }));
    const overLambda = given.overLambda.map(errorsAt);
    const best = overK.map(({ errors }) => indexOfLeast(meansOf(errors)));
    const [ridge, conditional] = [0, 1].map((at) => overLambda.map((errors) => errors[at].mean));
    const leastOf = [ridge, conditional].map((errors) => Math.min(...errors));
    const belowEnd = (end: number) =>
      inCases(given.overK, (place, i) => {
        const of = (k: number) => measurements.at({ place }).map((errors) => errors[k]);
        return [`n = ${place.n}`, belowByDraw(of(best[i]), of(end))];
      });
    return {
      finding: told`The test error is lowest at **k = ${best[ROWS.indexOf(CHOSEN)]}**; at the best λ of each, k = 5 has ${plain(leastOf[1], 2)} where ridge has ${plain(leastOf[0], 2)}.`,
      numbers: {
        ...byName(overK, ({ n }, i) => ({ [`k of lowest test error, n = ${n}`]: best[i] })),
        'values of λ at which k = 5 is better (share)': shareOf(conditional.map((error, i) => error < ridge[i])).mean,
        'lowest test error over λ, k = 0': leastOf[0],
        'lowest test error over λ, k = 5': leastOf[1],
      },
      claims: { fall: belowEnd(0), rise: belowEnd(KS.length - 1) },
      values: { smoothness: SMOOTHNESS, lambdas: LAMBDAS.length },
      figures: [...overK.map(({ n, errors }) => kFigure(n, errors)), lambdaFigure(overLambda), fitFigure(run)],
    };
  },
});

/** Samples of n rows, fitted with each of these k at one lambda. */
interface Place {
  readonly n: number;
  readonly ks: readonly number[];
  readonly lambda: number;
}

function kFigure(n: number, errors: readonly MeanEstimate[]): FigureSpec {
  const best = indexOfLeast(meansOf(errors));
  return chart({
    id: `ckrr-fig3-k-${n}`,
    title: `Test error over k, n = ${n}`,
    sentence: told`The error is lowest at **k = ${KS[best]}**, ${plain(errors[0].mean / errors[best].mean, 2)} times below that of k = 0.`,
    x: overLinear('k, for 2k + 1 unpenalised functions'),
    y: overLog('test MSE'),
    series: curveWithBand('main', 'test MSE', KS, errors),
    marks: [{ shape: 'circle', role: 'main', x: KS[best], y: errors[best].mean, text: 'least', dy: -10 }],
  });
}

function lambdaFigure(errors: readonly (readonly MeanEstimate[])[]): FigureSpec {
  const better = errors.filter(([ridge, conditional]) => conditional.mean < ridge.mean).length;
  return chart({
    id: 'ckrr-fig3-lambda',
    title: `k = 0 and k = 5 over λ, n = ${CHOSEN}`,
    sentence: told`Five unpenalised frequencies are better at **${better} of ${LAMBDAS.length} values of λ**.`,
    x: overLog('λ, per sample', 'power'),
    y: overLog('test MSE'),
    series: (['k = 0, ridge', 'k = 5, conditional'] as const).flatMap((name, at) => {
      const of = errors.map((pair) => pair[at]);
      return curveWithBand(ROLES[at], name, LAMBDAS, of);
    }),
  });
}

/** One sample and what both estimators make of it. */
function fitFigure(run: Run<object, unknown>): FigureSpec {
  const { x, noise } = drawSample(CHOSEN, run.random);
  const y = x.map((v, i) => target(v) + SIGMA * noise[i]);
  const [ridge, conditional] = conditionalPredictions({ x, y, lambda: LAMBDA }, [0, TOP], run);
  const errors = [meanSquare(ridge, TRUTH), meanSquare(conditional, TRUTH)];
  return chart({
    id: 'ckrr-fig3-fit',
    title: 'One sample, two fits',
    sentence: told`On this sample the errors are **${plain(errors[0], 2)} and ${plain(errors[1], 2)}**, for k = 0 and k = 5.`,
    x: linearAxis('x', TEST_POINTS),
    y: linearAxis('y', y, TRUTH),
    series: [
      { ...points('main', 'sample', x, y), faint: true },
      plottedLine('reference', 'target', TEST_POINTS, TRUTH),
      plottedLine('first', 'k = 0, ridge', TEST_POINTS, ridge, 'k = 0'),
      plottedLine('second', 'k = 5, conditional', TEST_POINTS, conditional, 'k = 5'),
    ],
  });
}

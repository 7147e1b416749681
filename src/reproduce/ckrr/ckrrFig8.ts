import { partOf } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { line, linearAxis, logAxis, plot } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs } from '../settings';
import { evenly } from '../statistics';
import { verdictOf } from '../verdict';
import { imagesIn, type Rows, shuffledRows, standardised, stratifiedSplit, takeRows } from './mnistRows';
import { ACTIVATION_NAME, type Activation, drawFeatures } from './paperFeatures';
import { type Labelled, type TwoBlockErrors, twoBlockErrors } from './twoBlockRidge';

const LAMBDA = 0.1;
const TEST_SHARE = 0.3;
const ACTIVATIONS: readonly Activation[] = ['cos', 'relu', 'tanh'];

interface Curve {
  readonly activation: Activation;
  readonly errors: TwoBlockErrors;
  readonly best: number;
}

export const ckrrFig8: Recipe = {
  spec: {
    id: 'ckrr-fig8',
    title: 'CKRR, figure 8: soft thresholding on MNIST 7-versus-9',
    claim:
      'With cosine features every unpenalised feature makes the test error worse; with ReLU and tanh features it first falls, then rises.',
    seconds: 400,
    file: 'MNIST digits 7 and 9 as a CSV: the digit in the first column, 784 pixels behind it',
  },
  run({ seed, quick = false }, context: RecipeContext) {
    const images = imagesIn(context);
    const rows = shuffledRows(images, quick ? 2000 : images.n, seed);
    const { train: trainRows, test: testRows } = stratifiedSplit(images, rows, TEST_SHARE);
    const [train, test] = standardised(takeRows(images, trainRows), takeRows(images, testRows), false);
    const penalised = quick ? 1000 : 10_000;
    const most = Math.min(2000, Math.floor(0.4 * train.n));
    const counts = Array.from(evenly(0, most, 20), Math.floor);
    const random = new Random(seed);
    const curves = ACTIVATIONS.map((activation, i): Curve => {
      const free = drawFeatures(activation, most, train.d, 1, random);
      const other = drawFeatures(activation, penalised, train.d, 1, random);
      const inner = partOf(context, i / ACTIVATIONS.length, (i + 1) / ACTIVATIONS.length);
      const errors = twoBlockErrors(
        labelled(train),
        labelled(test),
        free,
        other,
        counts,
        LAMBDA,
        context.linalg,
        inner,
      );
      return { activation, errors, best: indexOfLeast(errors.test) };
    });
    const numbers = curves.flatMap(({ activation, errors, best }) => [
      { name: `${ACTIVATION_NAME[activation]}: test error at k = 0`, ours: errors.test[0] },
      { name: `${ACTIVATION_NAME[activation]}: least test error`, ours: errors.test[best] },
      { name: `${ACTIVATION_NAME[activation]}: k of least test error`, ours: counts[best] },
    ]);
    const [cos, ...others] = curves;
    const inside = others.map(({ best }) => best > 0 && best < counts.length - 1);
    return {
      finding: sentence(
        'The test error is least at ',
        curves.map((c) => `k = ${counts[c.best]} (${ACTIVATION_NAME[c.activation]})`).join(', '),
        '.',
      ),
      verdict: verdictOf([], [cos.best === 0, ...inside]),
      settings: [
        byPaper('pixels', '24×24, divided by 255, training means taken off'),
        byPaper('labels', '7 as +1, 9 as −1'),
        byPaper('features', 'cos(w·x + b), b on [0, 2π]; ReLU and tanh, b on [−1, 1]; w standard normal'),
        byPaper('λ, test rows', `${LAMBDA} and 30 % of each digit, as in the authors’ program`),
        quick ? byUs('m', `${penalised} (the paper: 10,000)`) : byPaper('m', '10,000 penalised features'),
        quick ? byUs('n', `${train.n} (the paper: 8,550)`) : byPaper('n', `${train.n} to fit, ${test.n} to test`),
        byUs('k', `20 values from 0 to ${most}`),
        byUs('split and features', 'drawn with the seed'),
      ],
      numbers,
      figures: curves.map((curve) => panel(curve, counts)),
      notes: [],
    };
  },
};

export const labelled = ({ n, d, values, labels }: Rows): Labelled => ({
  x: { rows: n, columns: d, values },
  y: labels,
});

function panel({ activation, errors, best }: Curve, counts: readonly number[]): FigureSpec {
  return plot({
    id: `ckrr-fig8-${activation}`,
    title: `${ACTIVATION_NAME[activation]} features`,
    sentence: sentence(
      'The test error is least at ',
      `k = ${counts[best]}`,
      `: ${plain(errors.test[best], 3)}, from ${plain(errors.test[0], 3)} at k = 0.`,
    ),
    x: linearAxis('unpenalised features k', counts),
    y: logAxis('MSE', 'plain', errors.train, errors.test),
    series: [line('second', 'test MSE', counts, errors.test), line('first', 'training MSE', counts, errors.train)],
    marks: [{ shape: 'circle', role: 'second', x: counts[best], y: errors.test[best] }],
  });
}

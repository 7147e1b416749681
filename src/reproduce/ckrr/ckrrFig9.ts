import { partOf, silently } from '../../engine/contract/context';
import { Random } from '../../engine/data/random';
import { trainHiddenUnits } from '../../engine/features/reluNetwork';
import { featureMatrix } from '../../engine/kernels/featureMatrix';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { line, logAxis, plot } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs } from '../settings';
import { powersOfTen } from '../statistics';
import { verdictOf } from '../verdict';
import { labelled } from './ckrrFig8';
import { ConditionalPath, meanSquare, predictConditional } from './conditionalPath';
import { imagesIn, shuffledRows, standardised, stratifiedSplit, takeRows } from './mnistRows';
import { drawFeatures } from './paperFeatures';
import { featureKernels } from './twoBlockRidge';

const UNITS = 20;

export const ckrrFig9: Recipe = {
  spec: {
    id: 'ckrr-fig9',
    title: 'CKRR, figure 9: the hidden units of a trained network unpenalised',
    claim:
      'Conditional ridge with the 20 hidden units of a trained ReLU network unpenalised has a smaller test error than ridge with the same kernel, the best λ of each included.',
    seconds: 400,
    file: 'MNIST digits 7 and 9 as a CSV: the digit in the first column, 784 pixels behind it',
  },
  run({ seed, quick = false }, context: RecipeContext) {
    const images = imagesIn(context);
    const { linalg } = context;
    const rows = shuffledRows(images, quick ? 1500 : images.n, seed);
    const split = stratifiedSplit(images, rows, 0.3);
    const [a, b] = standardised(takeRows(images, split.train), takeRows(images, split.test), false);
    const [train, test] = [labelled(a), labelled(b)];
    const [n, m] = [a.n, b.n];
    const random = new Random(seed);
    const units = trainHiddenUnits(train.x, [train.y], UNITS, seed, partOf(context, 0, 0.3));
    const penalised = drawFeatures('relu', quick ? 1000 : 10_000, a.d, 1 / Math.sqrt(a.d), random);
    const lambdas = powersOfTen(-8, 1, quick ? 10 : 19);
    const ridge = new Float64Array(lambdas.length);
    const conditional = new Float64Array(lambdas.length);
    linalg.scope(() => {
      const inner = silently(context);
      const gram = linalg.allocate(n * n);
      const cross = linalg.allocate(m * n);
      featureKernels(penalised, train.x, test.x, gram, cross, linalg, partOf(context, 0.3, 0.5));
      const f = featureMatrix(units, train.x, linalg, inner);
      const g = featureMatrix(units, test.x, linalg, inner);
      const copy = linalg.allocate(n * n);
      lambdas.forEach((lambda, i) => {
        context.progress(0.5 + (0.5 * i) / lambdas.length, 'solving for every λ');
        copy.set(gram);
        linalg.scope(() => {
          const path = new ConditionalPath(copy, n, f, UNITS, train.y, lambda, linalg, inner);
          ridge[i] = meanSquare(predictConditional(cross, m, g, path.at(0), linalg, inner), test.y);
          conditional[i] = meanSquare(predictConditional(cross, m, g, path.at(UNITS), linalg, inner), test.y);
        });
      });
    });
    const [bestRidge, best] = [indexOfLeast(ridge), indexOfLeast(conditional)];
    const better = conditional.filter((v, i) => v < ridge[i]).length;
    const numbers = [
      { name: 'ridge: least test error', ours: ridge[bestRidge] },
      { name: 'conditional ridge: least test error', ours: conditional[best] },
      { name: 'ridge: λ of the least', ours: lambdas[bestRidge] },
      { name: 'conditional ridge: λ of the least', ours: lambdas[best] },
      { name: 'values of λ at which conditional ridge is better (share)', ours: better / lambdas.length },
    ];
    return {
      finding: sentence(
        'At the best λ of each the test error is ',
        `${plain(conditional[best], 3)} with the hidden units and ${plain(ridge[bestRidge], 3)} without`,
        '.',
      ),
      verdict: verdictOf([], [conditional[best] < ridge[bestRidge]]),
      settings: [
        byPaper('network', '20 ReLU units, L2 penalty, trained on the same rows'),
        byPaper('kernel', 'ReLU(w·x + b), w normal with variance 1/d, b uniform on [−1, 1]'),
        quick ? byUs('m', `${penalised.bias.length} (the paper: 10,000)`) : byPaper('m', '10,000 penalised features'),
        byUs('pixels', '24×24, divided by 255, training means taken off'),
        byUs('rows', `${n} to fit, ${m} (30 % of each digit) to test, drawn with the seed`),
        byUs(
          'training',
          'Adam on mini-batches of 32 rows until the squared error stops falling, as for the method ckrr-features',
        ),
        byUs('λ', `${lambdas.length} values from 10⁻⁸ to 10, per sample`),
      ],
      numbers,
      figures: [
        plot({
          id: 'ckrr-fig9-lambda',
          title: 'Test MSE over λ',
          sentence: sentence('Conditional ridge is better at ', `${better} of ${lambdas.length} values of λ`, '.'),
          x: {
            title: 'λ, per sample',
            scale: 'log',
            domain: [lambdas[0], lambdas[lambdas.length - 1]],
            format: 'power',
          },
          y: logAxis('test MSE', 'plain', ridge, conditional),
          series: [
            line('first', 'ridge', lambdas, ridge),
            line('second', 'conditional ridge', lambdas, conditional, 'conditional'),
          ],
          marks: [
            { shape: 'circle', role: 'first', x: lambdas[bestRidge], y: ridge[bestRidge] },
            { shape: 'circle', role: 'second', x: lambdas[best], y: conditional[best] },
          ],
        }),
      ],
      notes: [],
    };
  },
};

import { partOf, silently } from '../../engine/contract/context';
import { trainHiddenUnits } from '../../engine/features/reluNetwork';
import { featureMatrix } from '../../engine/kernels/featureMatrix';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { chart, overLog, plottedLine } from '../plot';
import { powersOfTen } from '../statistics';
import { study } from '../study';
import { ConditionalPath, drawPaperFeatures, featureKernels, meanSquare, predictConditional } from './conditionalPath';
import page from './fig9.json';
import { centredSplit } from './mnistRows';

const UNITS = 20;

export const ckrrFig9 = study({
  page,
  sizes: {
    rows: [Number.POSITIVE_INFINITY, 1500, 100],
    penalised: [10_000, 1000, 100],
    lambdas: [powersOfTen(-8, 1, 19), powersOfTen(-8, 1, 10), powersOfTen(-8, 1, 3)],
  },
  shares: { prepare: 0.5 },
  prepare(run) {
    const { linalg, size, seed } = run;
    const { train, test } = centredSplit(run, size.rows);
    const { rows: n, columns: d } = train.x;
    const units = trainHiddenUnits(train.x, [train.y], UNITS, seed, partOf(run, 0, 0.6));
    const penalised = drawPaperFeatures('relu', size.penalised, d, 1 / Math.sqrt(d), run.random);
    const gram = linalg.allocate(n * n);
    const cross = linalg.allocate(test.x.rows * n);
    featureKernels(penalised, train.x, test.x, gram, cross, partOf(run, 0.6, 1));
    const inner = silently(run);
    const f = featureMatrix(units, train.x, inner);
    const g = featureMatrix(units, test.x, inner);
    return { train, test, gram, cross, f, g, copy: linalg.allocate(n * n) };
  },
  axes: ({ size }) => ({ lambda: Array.from(size.lambdas) }),
  stage: () => 'solving for every λ',
  measure({ lambda }, run) {
    const { given } = run;
    const { train, test, gram, cross, f, g, copy } = given;
    const inner = silently(run);
    copy.set(gram);
    const path = new ConditionalPath(copy, f, UNITS, train.y, lambda, inner);
    const error = (k: number) => meanSquare(predictConditional(cross, test.x.rows, g, path.at(k), inner), test.y);
    return { ridge: error(0), conditional: error(UNITS) };
  },
  report(measurements, { size: { lambdas }, given: { train, test } }) {
    const ridge = Float64Array.from(measurements.map((errors) => errors.ridge));
    const conditional = Float64Array.from(measurements.map((errors) => errors.conditional));
    const [bestRidge, best] = [indexOfLeast(ridge), indexOfLeast(conditional)];
    const better = conditional.filter((v, i) => v < ridge[i]).length;
    return {
      finding: told`At the best λ of each the test error is **${plain(conditional[best], 3)} with the hidden units and ${plain(ridge[bestRidge], 3)} without**.`,
      numbers: {
        'ridge: lowest test error': ridge[bestRidge],
        'conditional ridge: lowest test error': conditional[best],
        'ridge: λ of the lowest': lambdas[bestRidge],
        'conditional ridge: λ of the lowest': lambdas[best],
        'values of λ at which conditional ridge is better (share)': better / lambdas.length,
      },
      claims: { smaller: conditional[best] < ridge[bestRidge] },
      values: { fitted: train.x.rows, tested: test.x.rows, count: lambdas.length },
      figures: [
        chart({
          id: 'ckrr-fig9-lambda',
          title: 'Test MSE over λ',
          sentence: told`Conditional ridge is better at **${better} of ${lambdas.length} values of λ**.`,
          x: { ...overLog('λ, per sample', 'power')(lambdas), domain: [lambdas[0], lambdas[lambdas.length - 1]] },
          y: overLog('test MSE'),
          series: [
            plottedLine('first', 'ridge', lambdas, ridge),
            plottedLine('second', 'conditional ridge', lambdas, conditional, 'conditional'),
          ],
          marks: [
            { shape: 'circle', role: 'first', x: lambdas[bestRidge], y: ridge[bestRidge] },
            { shape: 'circle', role: 'second', x: lambdas[best], y: conditional[best] },
          ],
        }),
      ],
    };
  },
});

import type { FigureSpec } from '../../engine/contract/figure';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { told } from '../../engine/words/sentence';
import { byPaper, byPaperIf, byUs, compared, inCases, tested } from '../compared';
import { leastOverK, linearAxis } from '../plot';
import { linspace, meanOf } from '../statistics';
import { study } from '../study';
import {
  ACTIVATION_NAME,
  type Activation,
  drawPaperFeatures,
  type TwoBlockErrors,
  twoBlockErrors,
} from './conditionalPath';
import { centredSplit, MNIST_FILE } from './mnistRows';

const LAMBDA = 0.1;
/** Unpenalised features at most. */
const MOST = 2000;
const ACTIVATIONS: readonly Activation[] = ['cos', 'relu', 'tanh'];

interface Curve {
  readonly activation: Activation;
  readonly name: string;
  readonly errors: TwoBlockErrors;
  readonly best: number;
}

export const ckrrFig8 = study({
  spec: {
    id: 'ckrr-fig8',
    title: 'CKRR, figure 8: soft thresholding on MNIST 7-versus-9',
    claim:
      'With cosine features every unpenalised feature makes the test error worse; with ReLU and tanh features it first falls, then rises.',
    seconds: 400,
    file: MNIST_FILE,
  },
  sizes: { rows: [Number.POSITIVE_INFINITY, 2000], penalised: [10_000, 1000] },
  prepare(run) {
    const { train, test } = centredSplit(run, run.size.rows);
    const most = Math.min(MOST, Math.floor(0.4 * train.x.rows));
    return { train, test, most, counts: Array.from(linspace(0, most, 20), Math.floor) };
  },
  axes: () => ({ activation: ACTIVATIONS }),
  stage: ({ activation }) => `${ACTIVATION_NAME[activation]} features`,
  measure({ activation }, run): Curve {
    const { train, test, most, counts } = run.given;
    const free = drawPaperFeatures(activation, most, train.x.columns, 1, run.random);
    const other = drawPaperFeatures(activation, run.size.penalised, train.x.columns, 1, run.random);
    const errors = twoBlockErrors(train, test, { free, penalised: other }, counts, LAMBDA, run.linalg, run);
    return { activation, name: ACTIVATION_NAME[activation], errors, best: indexOfLeast(errors.test) };
  },
  report(measurements, { size: { penalised }, given: { train, test, most, counts }, quick }) {
    const curves = measurements.at({});
    const [cos, ...others] = curves;
    return {
      finding: told`The test error is lowest at **${curves.map(({ name, best }) => `k = ${counts[best]} (${name})`).join(', ')}**.`,
      numbers: curves.flatMap(({ name, errors, best }) => [
        compared(`${name}: test error at k = 0`, errors.test[0]),
        compared(`${name}: lowest test error`, errors.test[best]),
        compared(`${name}: k of lowest test error`, counts[best]),
      ]),
      claims: [
        ...tested({
          'with cosine features the test error grows with every step of k': cos.errors.test.every(
            (error, i) => i === 0 || error > cos.errors.test[i - 1],
          ),
        }),
        ...inCases('it is lowest between k = 0 and the largest k', others, ({ name, best }) => [
          name,
          best > 0 && best < counts.length - 1,
        ]),
      ],
      settings: [
        byPaper('pixels', '24×24, divided by 255, training means taken off'),
        byPaper('labels', '7 as +1, 9 as −1'),
        byPaper('features', 'cos(w·x + b), b on [0, 2π]; ReLU and tanh, b on [−1, 1]; w standard normal'),
        byPaper('λ, test rows', `${LAMBDA} and 30 % of each digit, as in the authors’ program`),
        byPaperIf(!quick, 'm', '10,000 penalised features', `${penalised} (the paper: 10,000)`),
        byPaperIf(!quick, 'n', `${train.x.rows} to fit, ${test.x.rows} to test`, `${train.x.rows} (the paper: 8,550)`),
        byUs('k', `20 values from 0 to ${most}`),
        byUs('split and features', 'drawn with the seed'),
      ],
      figures: curves.map((curve) => panel(curve, counts)),
    };
  },
});

function panel({ activation, name, errors, best }: Curve, counts: readonly number[]): FigureSpec {
  const x = linearAxis('unpenalised features k', counts);
  const [train, test] = [errors.train, errors.test].map((values) => Array.from(values, (v) => meanOf([v])));
  return leastOverK({ id: `ckrr-fig8-${activation}`, title: `${name} features`, x }, counts, { test, train }, best);
}

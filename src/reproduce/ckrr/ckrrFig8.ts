import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { told } from '../../engine/words/sentence';
import { inCases } from '../compared';
import { byName } from '../page';
import { leastOverK, linearAxis } from '../plot';
import { averaged, linspace } from '../statistics';
import { study } from '../study';
import { ACTIVATION_NAME, type Activation, drawPaperFeatures, twoBlockErrors } from './conditionalPath';
import page from './fig8.json';
import { centredSplit } from './mnistRows';

const { lambda: LAMBDA } = page.data;
/** Unpenalised features at most. */
const MOST = 2000;
const ACTIVATIONS: readonly Activation[] = ['cos', 'relu', 'tanh'];

export const ckrrFig8 = study({
  page,
  sizes: { rows: [Number.POSITIVE_INFINITY, 2000, 100], penalised: [10_000, 1000, 100] },
  prepare(run) {
    const { train, test } = centredSplit(run, run.size.rows);
    const most = Math.min(MOST, Math.floor(0.4 * train.x.rows));
    return { train, test, most, counts: Array.from(linspace(0, most, 20), Math.floor) };
  },
  axes: () => ({ activation: ACTIVATIONS }),
  stage: ({ activation }) => `${ACTIVATION_NAME[activation]} features`,
  measure({ activation }, run) {
    const { train, test, most, counts } = run.given;
    const free = drawPaperFeatures(activation, most, train.x.columns, 1, run.random);
    const other = drawPaperFeatures(activation, run.size.penalised, train.x.columns, 1, run.random);
    const errors = twoBlockErrors(train, test, { free, penalised: other }, counts, LAMBDA, run);
    return { activation, name: ACTIVATION_NAME[activation], errors, best: indexOfLeast(errors.test) };
  },
  report(measurements, { given: { train, test, most, counts } }) {
    const curves = measurements.at({});
    const [cos, ...others] = curves;
    return {
      finding: told`The test error is lowest at **${curves.map(({ name, best }) => `k = ${counts[best]} (${name})`).join(', ')}**.`,
      numbers: byName(curves, ({ name, errors, best }) => ({
        [`${name}: test error at k = 0`]: errors.test[0],
        [`${name}: lowest test error`]: errors.test[best],
        [`${name}: k of lowest test error`]: counts[best],
      })),
      claims: {
        grows: cos.errors.test.every((error, i) => i === 0 || error > cos.errors.test[i - 1]),
        inside: inCases(others, ({ name, best }) => [name, best > 0 && best < counts.length - 1]),
      },
      values: { fitted: train.x.rows, tested: test.x.rows, most },
      figures: curves.map(({ activation, name, errors, best }) => {
        const x = linearAxis('unpenalised features k', counts);
        const [train, test] = [errors.train, errors.test].map((values) => Array.from(values, (v) => averaged([v])));
        const figure = { id: `ckrr-fig8-${activation}`, title: `${name} features`, x };
        return leastOverK(figure, counts, { test, train }, best);
      }),
    };
  },
});

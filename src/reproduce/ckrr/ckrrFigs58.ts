import type { FigureSpec } from '../../engine/contract/figure';
import type { Random } from '../../engine/data/random';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { told } from '../../engine/words/sentence';
import { belowByDraw, type Claimed, inCases } from '../compared';
import { byName } from '../page';
import { leastOverK, linearAxis, meansOf } from '../plot';
import { averaged, linspace } from '../statistics';
import { study, upTo } from '../study';
import {
  ACTIVATION_NAME,
  type Activation,
  drawPaperFeatures,
  type Labelled,
  type TwoBlockErrors,
  twoBlockErrors,
} from './conditionalPath';
import page5 from './fig5.json';
import page8 from './fig8.json';
import { centredSplit } from './mnistRows';

const { d: D, lambda: LAMBDA, noise: NOISE } = page5.data;
/** Largest k and step for each activation, as in the authors' program. */
const PANELS: readonly { readonly activation: Activation; readonly most: number; readonly step: number }[] = [
  { activation: 'cos', most: 200, step: 4 },
  { activation: 'relu', most: 400, step: 8 },
  { activation: 'tanh', most: 400, step: 8 },
];

type Curve = ReturnType<typeof curveOf>;

/** The text prints cos x₂, the authors' program has cos 2x₂: both are computed. */
const TARGETS = [
  { frequency: 1, name: 'cos x₂' },
  { frequency: 2, name: 'cos 2x₂' },
] as const;

export const ckrrFig5 = study({
  page: page5,
  sizes: { rows: [500, 500, 60], penalised: [2000, 2000, 100] },
  repetitions: [10, 3, 2],
  axes: ({ repetitions }) => ({ target: TARGETS, panel: PANELS, repetition: repetitions }),
  stage: ({ target, panel }) => `${ACTIVATION_NAME[panel.activation]}, ${target.name}`,
  measure({ target, panel: { activation, most, step } }, run) {
    const [train, test] = [0, 1].map(() => sample(run.size.rows, target.frequency, run.random));
    const free = drawPaperFeatures(activation, most, D, 1, run.random);
    const other = drawPaperFeatures(activation, run.size.penalised, D, 1, run.random);
    const counts = countsOf(most, step, run.size.rows);
    return twoBlockErrors(train, test, { free, penalised: other }, counts, LAMBDA, run);
  },
  report(measurements, { size }) {
    const curves = TARGETS.flatMap((target) =>
      PANELS.map((panel) => curveOf(target.name, panel, size.rows, measurements.at({ target, panel }))),
    );
    const shaped = ({ name }: (typeof TARGETS)[number]) => {
      const names = curves.filter((c) => c.target === name && isU(c) === true).map((c) => c.name);
      return names.length === 0 ? 'for none' : `for ${names.join(', ')}`;
    };
    return {
      finding: told`With the target as printed the error falls and rises **${shaped(TARGETS[0])}**; with the one of the authors’ program ${shaped(TARGETS[1])}.`,
      numbers: byName(curves, ({ name, target, counts, test, best }) => ({
        [`${name}, ${target}: k of lowest test error`]: counts[best],
        [`${name}, ${target}: test error at k = 0`]: test[0],
        [`${name}, ${target}: lowest test error`]: test[best],
      })),
      claims: { shaped: inCases(curves, (c) => [`${c.name}, ${c.target}`, isU(c)]) },
      figures: curves.map(panelFigure),
    };
  },
});

/** Mean errors over repetitions, the test errors of each, and the place of the least mean of them in `counts`. */
function curveOf(
  target: string,
  { activation, most, step }: (typeof PANELS)[number],
  rows: number,
  errors: readonly TwoBlockErrors[],
) {
  const counts = countsOf(most, step, rows);
  const [train, test] = (['train', 'test'] as const).map((of) =>
    counts.map((_, i) => averaged(errors.map((e) => e[of][i]))),
  );
  const tests = errors.map((e) => e.test);
  const best = indexOfLeast(meansOf(test));
  return { activation, name: ACTIVATION_NAME[activation], target, counts, train, test, tests, best };
}

/** Counts from 0 to `most` in steps, below the number of rows. */
const countsOf = (most: number, step: number, rows: number): readonly number[] =>
  upTo(Math.floor(Math.min(most, 0.8 * rows) / step) + 1).map((i) => i * step);

/**
 * Whether the test error falls from k = 0 and rises again to the largest k, both by more than two standard errors of the log
 * ratio to the least, sample by sample: near k = n single errors are without bound.
 */
function isU({ tests, best, counts }: Curve): Claimed {
  const ends = [0, counts.length - 1];
  const of = (k: number) => tests.map((test) => test[k]);
  const above = ends.map((end) => (end === best ? false : belowByDraw(of(best), of(end))));
  return above.includes(false) ? false : above.includes(undefined) ? undefined : true;
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

const panelFigure = ({ activation, name, target, counts, train, test, best }: Curve): FigureSpec =>
  leastOverK(
    {
      id: `ckrr-fig5-${activation}${target === TARGETS[0].name ? '' : '-2'}`,
      title: `${name} features, ½·${target}`,
      x: linearAxis('unpenalised features k', counts),
    },
    counts,
    { test, train },
    best,
  );

/** Unpenalised features at most. */
const MOST = 2000;
const ACTIVATIONS: readonly Activation[] = ['cos', 'relu', 'tanh'];

export const ckrrFig8 = study({
  page: page8,
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
    const errors = twoBlockErrors(train, test, { free, penalised: other }, counts, page8.data.lambda, run);
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

import type { FigureSpec } from '../../engine/contract/figure';
import type { Random } from '../../engine/data/random';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { told } from '../../engine/words/sentence';
import { belowByDraw, byPaper, byUs, type Claim, compared, inCases } from '../compared';
import { leastOverK, linearAxis, meansOf } from '../plot';
import { type MeanEstimate, meanOf } from '../statistics';
import { study, upTo } from '../study';
import { ACTIVATION_NAME, type Activation, drawPaperFeatures, type Labelled, twoBlockErrors } from './conditionalPath';

const D = 5;
const LAMBDA = 1e-2;
const NOISE = 0.2;
const ROWS = 500;
const PENALISED = 2000;
/** Largest k and step for each activation, as in the authors' program. */
const PANELS: readonly { readonly activation: Activation; readonly most: number; readonly step: number }[] = [
  { activation: 'cos', most: 200, step: 4 },
  { activation: 'relu', most: 400, step: 8 },
  { activation: 'tanh', most: 400, step: 8 },
];

interface Curve {
  readonly activation: Activation;
  readonly name: string;
  readonly target: string;
  readonly counts: readonly number[];
  readonly train: readonly MeanEstimate[];
  readonly test: readonly MeanEstimate[];
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

export const ckrrFig5 = study({
  spec: {
    id: 'ckrr-fig5',
    title: 'CKRR, figure 5: soft thresholding on the sphere',
    claim:
      'The test error falls and then rises with the number of unpenalised random features, for cosine, ReLU and tanh features alike.',
    seconds: 15,
  },
  repetitions: [10, 3],
  axes: ({ repetitions }) => ({ target: TARGETS, panel: PANELS, repetition: repetitions }),
  stage: ({ target, panel }) => `${ACTIVATION_NAME[panel.activation]}, ${target.name}`,
  measure({ target, panel: { activation, most, step } }, run) {
    const [train, test] = [0, 1].map(() => sample(ROWS, target.frequency, run.random));
    const free = drawPaperFeatures(activation, most, D, 1, run.random);
    const other = drawPaperFeatures(activation, PENALISED, D, 1, run.random);
    const counts = countsOf(most, step);
    return twoBlockErrors(train, test, { free, penalised: other }, counts, LAMBDA, run.linalg, run);
  },
  report(measurements, { repetitions }) {
    const curves = TARGETS.flatMap((target) =>
      PANELS.map((panel): Curve => {
        const { activation, most, step } = panel;
        const all = measurements.at({ target, panel });
        const counts = countsOf(most, step);
        const average = (of: 'train' | 'test') => counts.map((_, i) => meanOf(all.map((e) => e[of][i])));
        const test = average('test');
        return {
          activation,
          name: ACTIVATION_NAME[activation],
          target: target.name,
          counts,
          train: average('train'),
          test,
          tests: all.map((e) => e.test),
          best: indexOfLeast(meansOf(test)),
        };
      }),
    );
    const shaped = ({ name }: (typeof TARGETS)[number]) => {
      const names = curves.filter((c) => c.target === name && isU(c) === true).map((c) => c.name);
      return names.length === 0 ? 'for none' : `for ${names.join(', ')}`;
    };
    return {
      finding: told`With the target as printed the error falls and rises **${shaped(TARGETS[0])}**; with the one of the authors’ program ${shaped(TARGETS[1])}.`,
      numbers: curves.flatMap(({ name, target, counts, test, best }) => [
        compared(`${name}, ${target}: k of lowest test error`, counts[best]),
        compared(`${name}, ${target}: test error at k = 0`, test[0]),
        compared(`${name}, ${target}: lowest test error`, test[best]),
      ]),
      claims: inCases(
        'draw by draw the test error at k = 0 and at the largest k lies above the lowest',
        curves,
        (c) => [`${c.name}, ${c.target}`, isU(c)],
      ),
      settings: [
        byPaper(
          'target',
          'sin x₁ + ½·cos x₂ in the text, sin x₁ + ½·cos 2x₂ in the authors’ program; both are computed',
        ),
        byPaper('rows', 'uniform on the unit sphere'),
        byPaper('features', 'cos(w·x + b), b on [0, 2π]; ReLU and tanh, b on [−1, 1]; w standard normal'),
        byPaper('m', '2,000 penalised features'),
        byPaper('d, λ, noise', `${D}, ${LAMBDA}, ${NOISE}, as in the authors’ program`),
        byPaper('n', `${ROWS} to fit and to test, as in the authors’ program`),
        byUs(
          'repetitions',
          `${repetitions.length} fresh samples and features (the paper shows one); 1.96 standard errors`,
        ),
        byUs('shape', 'the error at both ends above the least by more than two standard errors of the log ratio'),
      ],
      figures: curves.map(panelFigure),
    };
  },
});

/** 0 to `most` in steps. */
const countsOf = (most: number, step: number): readonly number[] =>
  upTo(Math.floor(most / step) + 1).map((i) => i * step);

/**
 * Whether the test error falls from k = 0 and rises again to the largest k, both by more than two standard errors of the log
 * ratio to the least, sample by sample: near k = n single errors are without bound.
 */
function isU({ tests, best, counts }: Curve): Claim {
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

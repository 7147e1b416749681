import type { FigureSpec } from '../../engine/contract/figure';
import { kappaOf } from '../../engine/spectrum/softThresholding';
import { count, plain } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { compared } from '../compared';
import { line, linearAxis, points } from '../plot';
import { byPaper, byUs } from '../settings';
import { study } from '../study';
import { drawsSetting, factorThrough, learningFactor, MODES, type NamedSpectrum, spectraShown } from './ckrrSpectra';
import { drawnShares, meanShares, predictedShares } from './residualShares';

const WANTED = 1000;
const MANY = 1_000_000;

const slow = (modes: number) => Float64Array.from({ length: modes }, (_, i) => (i + 1) ** -1.1);

export const ckrrFig7 = study({
  spec: {
    id: 'ckrr-fig7',
    title: 'CKRR, figure 7: the residual eigenvalues against their prediction',
    claim: 'μᵢ/λᵢ is proportional to κ²/(λᵢ + κ)², with a factor near a for λᵢ = i^(−a).',
    seconds: 60,
  },
  sizes: { k: [300, 100], modes: [MODES, 2000] },
  repetitions: [50, 5],
  prepare: ({ size }) => spectraShown(size.modes, WANTED),
  axes: ({ repetitions }) => ({ repetition: repetitions }),
  stage: ({ repetition }, { size, repetitions }) => `k = ${size.k}, draw ${repetition + 1} of ${repetitions.length}`,
  measure: (_, run) => drawnShares(run.given, run.size.k, run),
  report(measurements, { size: { k, modes }, given: { named, wanted }, quick, repetitions }) {
    const means = meanShares(measurements.at({}));
    const panels = named.map((spectrum, s): Panel => {
      const predicted = predictedShares(spectrum.lambdas, kappaOf(spectrum.lambdas, k), wanted);
      const factor = factorThrough(predicted, means[s]);
      const theory = learningFactor(spectrum.lambdas, k);
      return { spectrum, predicted, shares: means[s], factor, theory };
    });
    return {
      finding: sentence(
        'The points lie on lines through the origin with slopes ',
        panels.map(({ factor }) => plain(factor)).join(', '),
        `; eigenlearning’s k/(k − Σ Lᵢ²) says ${panels.map(({ theory }) => plain(theory)).join(', ')}.`,
      ),
      numbers: panels.map(({ spectrum: { name, power }, factor }) =>
        compared(`c, ${name}`, factor, power === undefined ? undefined : { value: power, error: 0.1 * power }),
      ),
      claims: panels.map((panel) => spreadAround(panel) > 0.95),
      settings: [
        byPaper('spectra', named.map((s) => s.name).join('; ')),
        byUs('k', `${k}`),
        drawsSetting(quick, repetitions.length),
        byUs('modes', `${modes} (e^(−0.1i): ${named[3].lambdas.length}), the first ${wanted} shown`),
        byUs('agreement', 'c within a tenth of a; at least 95 % of the scatter on the line'),
      ],
      figures: panels.map((panel, i) => panelFigure(panel, i, k)),
      notes: [
        {
          severity: 'info',
          code: 'reproduction/finite-spectrum',
          text: `For λᵢ = i^(−1.1) the sum over all modes converges slowly: with ${count(MANY)} modes eigenlearning’s factor at k = ${k} is ${plain(learningFactor(slow(MANY), k), 3)}, with ${count(modes)} it is ${plain(panels[2].theory, 3)}; it tends to a = 1.1 as the modes go on.`,
        },
      ],
    };
  },
});

interface Panel {
  readonly spectrum: NamedSpectrum;
  readonly predicted: Float64Array;
  readonly shares: Float64Array;
  readonly factor: number;
  /** What eigenlearning has in the factor's place. */
  readonly theory: number;
}

function panelFigure({ spectrum, predicted, shares, factor, theory }: Panel, i: number, k: number): FigureSpec {
  return {
    id: `ckrr-fig7-${i + 1}`,
    title: `${spectrum.name}, k = ${k}`,
    sentence: sentence('Slope ', plain(factor), `; eigenlearning says ${plain(theory, 3)}.`),
    x: linearAxis('κ²/(λᵢ + κ)²', predicted, [0]),
    y: linearAxis('μᵢ/λᵢ', shares, [0]),
    series: [
      points('main', 'simulated', predicted, shares),
      line('fitted', 'c·κ²/(λᵢ + κ)²', [0, 1], [0, factor], 'fit'),
    ],
  };
}

/** The share of the scatter that c·predicted explains. */
function spreadAround({ predicted, shares, factor }: Panel): number {
  const mean = shares.reduce((sum, v) => sum + v / shares.length, 0);
  let rest = 0;
  let all = 0;
  for (let i = 0; i < shares.length; i++) {
    rest += (shares[i] - factor * predicted[i]) ** 2;
    all += (shares[i] - mean) ** 2;
  }
  return 1 - rest / all;
}

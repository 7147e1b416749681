import type { FigureSpec } from '../../engine/contract/figure';
import { kappaOf } from '../../engine/spectrum/softThresholding';
import { plain } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { compared } from '../compared';
import { exactAxis, line, linearAxis, points } from '../plot';
import { byPaper, byPaperIf, byUs } from '../settings';
import { study } from '../study';
import {
  drawsSetting,
  factorThrough,
  learningFactor,
  MODES,
  type NamedSpectrum,
  shownFactor,
  spectraShown,
} from './ckrrSpectra';
import { drawnShares, meanShares, predictedShares } from './residualShares';

const COUNTS = [10, 100, 200, 300];
const SHOWN = 1000;

interface Cell {
  readonly spectrum: NamedSpectrum;
  readonly k: number;
  readonly shares: Float64Array;
  readonly predicted: Float64Array;
  readonly factor: number;
  /** What eigenlearning has in its place. */
  readonly theory: number;
}

export const ckrrFig6 = study({
  spec: {
    id: 'ckrr-fig6',
    title: 'CKRR, figure 6: what soft thresholding leaves of each eigenvalue',
    claim:
      'k unpenalised random features suppress the large eigenvalues and leave, or amplify, the small ones: μᵢ/λᵢ rises from 0 to a plateau with i, like κ²/(λᵢ + κ)².',
    seconds: 200,
  },
  sizes: { modes: [MODES, 2000], counts: [COUNTS, [10, 50, 100]] },
  repetitions: [50, 5],
  prepare: ({ size }) => spectraShown(size.modes, SHOWN),
  axes: ({ size, repetitions }) => ({ k: size.counts, repetition: repetitions }),
  work: ({ k }) => k,
  stage: ({ k, repetition }, { repetitions }) => `k = ${k}, draw ${repetition + 1} of ${repetitions.length}`,
  measure: ({ k }, run) => drawnShares(run.given, k, run),
  report(measurements, { size: { counts, modes }, given, quick, repetitions }) {
    const { named, wanted } = given;
    const cells = counts.flatMap((k): Cell[] => {
      const means = meanShares(measurements.at({ k }));
      return named.map((spectrum, s) => {
        const predicted = predictedShares(spectrum.lambdas, kappaOf(spectrum.lambdas, k), wanted);
        const theory = learningFactor(spectrum.lambdas, k);
        return { spectrum, k, shares: means[s], predicted, factor: factorThrough(predicted, means[s]), theory };
      });
    });
    const worst = Math.max(...cells.map(({ factor, theory }) => Math.abs(factor / theory - 1)));
    return {
      finding: sentence(
        'Eigenvalues above κ are suppressed and those below multiplied by one factor, which is ',
        'k/(k − Σ Lᵢ²)',
        ` within ${Math.max(1, Math.round(100 * worst))}\u202f% in every panel.`,
      ),
      numbers: cells.map(({ spectrum, k, factor, theory }) =>
        compared(`c, ${spectrum.name}, k = ${k} (eigenlearning: ${plain(theory, 4)})`, factor),
      ),
      // Suppressed first, on the plateau last; the first mode of k = 10 may keep a share.
      claims: cells.map(({ shares, factor }) => {
        const last = plateau(shares);
        return shares[0] < 0.25 * last && Math.abs(last - factor) < 0.15 * factor;
      }),
      settings: [
        byPaper('spectra', named.map((s) => s.name).join('; ')),
        byPaperIf(!quick, 'k', counts.join(', '), counts.join(', ')),
        drawsSetting(quick, repetitions.length),
        byPaperIf(
          !quick,
          'modes',
          `${modes}, the first ${wanted} shown, as in the authors’ program (e^(−0.1i): 1,000)`,
          `${modes}, the first ${wanted} shown`,
        ),
        byUs('draws across spectra', 'the same for all four'),
        byUs('κ', 'from the same finite spectrum'),
        byUs('shape', 'first share below a quarter of the plateau, plateau within 15 % of c'),
      ],
      figures: cells.map(panel),
    };
  },
});

/** Mean of the last tenth of the modes. */
function plateau(shares: Float64Array): number {
  const last = shares.subarray(Math.floor(0.9 * shares.length));
  return last.reduce((sum, v) => sum + v / last.length, 0);
}

function panel({ spectrum, k, shares, predicted, factor }: Cell, index: number): FigureSpec {
  const places = Float64Array.from(shares, (_, i) => i + 1);
  return {
    id: `ckrr-fig6-${(index % 4) + 1}-k${k}`,
    title: `${spectrum.name}, k = ${k}`,
    sentence: shownFactor(factor, k),
    x: exactAxis('eigenvalue i', 1, places.length, 'count'),
    y: linearAxis('μᵢ/λᵢ', shares, [0]),
    series: [
      points('main', 'simulated', places, shares),
      line(
        'reference',
        'c·κ²/(λᵢ + κ)²',
        places,
        predicted.map((v) => factor * v),
      ),
    ],
  };
}

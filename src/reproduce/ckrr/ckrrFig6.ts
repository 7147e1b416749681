import { partOf } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { kappaOf } from '../../engine/spectrum/softThresholding';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { exactAxis, line, linearAxis, plot, points } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs } from '../settings';
import { verdictOf } from '../verdict';
import { factorThrough, learningFactor, MODES, type NamedSpectrum, shownFactor, spectra } from './ckrrSpectra';
import { meanShares, predictedShares } from './residualShares';

const COUNTS = [10, 100, 200, 300];
const SHOWN = 1000;

interface Cell {
  readonly spectrum: NamedSpectrum;
  readonly k: number;
  readonly shares: Float64Array;
  readonly predicted: Float64Array;
  readonly factor: number;
}

export const ckrrFig6: Recipe = {
  spec: {
    id: 'ckrr-fig6',
    title: 'CKRR, figure 6: what soft thresholding leaves of each eigenvalue',
    claim:
      'k unpenalised random features suppress the large eigenvalues and leave, or amplify, the small ones: μᵢ/λᵢ rises from 0 to a plateau with i, like κ²/(λᵢ + κ)².',
    seconds: 200,
  },
  run({ seed, quick = false }, context: RecipeContext) {
    const repetitions = quick ? 5 : 50;
    const modes = quick ? 2000 : MODES;
    const counts = quick ? [10, 50, 100] : COUNTS;
    const named = spectra(modes);
    const shown = Math.min(SHOWN, modes);
    const random = new Random(seed);
    const wanted = Math.min(shown, ...named.map((s) => s.lambdas.length));
    const cells = counts.flatMap((k, c): Cell[] => {
      const before = counts.slice(0, c).reduce((sum, v) => sum + v, 0);
      const all = counts.reduce((sum, v) => sum + v, 0);
      const inner = partOf(context, before / all, (before + k) / all);
      const means = meanShares(
        named.map((s) => s.lambdas),
        k,
        wanted,
        repetitions,
        random,
        context.linalg,
        inner,
      );
      return named.map((spectrum, s) => {
        const predicted = predictedShares(spectrum.lambdas, kappaOf(spectrum.lambdas, k), wanted);
        return { spectrum, k, shares: means[s], predicted, factor: factorThrough(predicted, means[s]) };
      });
    });
    const numbers = cells.map(({ spectrum, k, factor }) => ({
      name: `c, ${spectrum.name}, k = ${k} (eigenlearning: ${plain(learningFactor(spectrum.lambdas, k), 4)})`,
      ours: factor,
    }));
    // Suppressed first, on the plateau last; the first mode of k = 10 may keep a share.
    const shaped = cells.map(({ shares, factor }) => {
      const last = plateau(shares);
      return shares[0] < 0.25 * last && Math.abs(last - factor) < 0.15 * factor;
    });
    const worst = Math.max(...cells.map((c) => Math.abs(c.factor / learningFactor(c.spectrum.lambdas, c.k) - 1)));
    return {
      finding: sentence(
        'Eigenvalues above κ are suppressed and those below multiplied by one factor, which is ',
        'k/(k − Σ Lᵢ²)',
        ` within ${Math.max(1, Math.round(100 * worst))}\u202f% in every panel.`,
      ),
      verdict: verdictOf([], shaped),
      settings: [
        byPaper('spectra', named.map((s) => s.name).join('; ')),
        quick ? byUs('k', counts.join(', ')) : byPaper('k', counts.join(', ')),
        quick ? byUs('draws', `${repetitions} (the paper: 50)`) : byPaper('draws', `${repetitions}`),
        quick
          ? byUs('modes', `${modes}, the first ${wanted} shown`)
          : byPaper('modes', `${modes}, the first ${wanted} shown, as in the authors’ program (e^(−0.1i): 1,000)`),
        byUs('draws across spectra', 'the same for all four'),
        byUs('κ', 'from the same finite spectrum'),
        byUs('shape', 'first share below a quarter of the plateau, plateau within 15 % of c'),
      ],
      numbers,
      figures: cells.map(panel),
      notes: [],
    };
  },
};

/** Mean of the last tenth of the modes. */
function plateau(shares: Float64Array): number {
  const last = shares.subarray(Math.floor(0.9 * shares.length));
  return last.reduce((sum, v) => sum + v / last.length, 0);
}

function panel({ spectrum, k, shares, predicted, factor }: Cell, index: number): FigureSpec {
  const places = Float64Array.from(shares, (_, i) => i + 1);
  return plot({
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
  });
}

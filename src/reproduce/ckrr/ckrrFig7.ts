import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { kappaOf } from '../../engine/spectrum/softThresholding';
import { count, plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { line, linearAxis, plot, points } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs } from '../settings';
import { verdictOf } from '../verdict';
import { factorThrough, learningFactor, MODES, spectra } from './ckrrSpectra';
import { meanShares, predictedShares } from './residualShares';

const WANTED = 1000;
const MANY = 1_000_000;

const slow = (modes: number) => Float64Array.from({ length: modes }, (_, i) => (i + 1) ** -1.1);

export const ckrrFig7: Recipe = {
  spec: {
    id: 'ckrr-fig7',
    title: 'CKRR, figure 7: the residual eigenvalues against their prediction',
    claim: 'μᵢ/λᵢ is proportional to κ²/(λᵢ + κ)², with a factor near a for λᵢ = i^(−a).',
    seconds: 60,
  },
  run({ seed, quick = false }, context: RecipeContext) {
    const k = quick ? 100 : 300;
    const repetitions = quick ? 5 : 50;
    const named = spectra(quick ? 2000 : MODES);
    const wanted = Math.min(WANTED, ...named.map((s) => s.lambdas.length));
    const lambdas = named.map((s) => s.lambdas);
    const random = new Random(seed);
    const means = meanShares(lambdas, k, wanted, repetitions, random, context.linalg, context);
    const panels = named.map((spectrum, s) => {
      const predicted = predictedShares(spectrum.lambdas, kappaOf(spectrum.lambdas, k), wanted);
      const factor = factorThrough(predicted, means[s]);
      return { spectrum, predicted, shares: means[s], factor, spread: spreadAround(predicted, means[s], factor) };
    });
    const numbers = panels.map(({ spectrum, factor }) => ({
      name: `c, ${spectrum.name}`,
      ...(spectrum.power !== undefined && { published: spectrum.power, publishedError: 0.1 * spectrum.power }),
      ours: factor,
    }));
    const theory = named.map((s) => learningFactor(s.lambdas, k));
    const proportional = panels.map(({ spread }) => spread > 0.95);
    return {
      finding: sentence(
        'The points lie on lines through the origin with slopes ',
        panels.map((p) => plain(p.factor)).join(', '),
        `; eigenlearning’s k/(k − Σ Lᵢ²) says ${theory.map((c) => plain(c)).join(', ')}.`,
      ),
      verdict: verdictOf(numbers, proportional),
      settings: [
        byPaper('spectra', named.map((s) => s.name).join('; ')),
        byUs('k', `${k}`),
        quick ? byUs('draws', `${repetitions} (the paper: 50)`) : byPaper('draws', `${repetitions}`),
        byUs('modes', `${lambdas[0].length} (e^(−0.1i): ${lambdas[3].length}), the first ${wanted} shown`),
        byUs('agreement', 'c within a tenth of a; at least 95 % of the scatter on the line'),
      ],
      numbers,
      figures: panels.map(
        ({ spectrum, predicted, shares, factor }, i): FigureSpec =>
          plot({
            id: `ckrr-fig7-${i + 1}`,
            title: `${spectrum.name}, k = ${k}`,
            sentence: sentence('Slope ', plain(factor), `; eigenlearning says ${plain(theory[i], 3)}.`),
            x: linearAxis('κ²/(λᵢ + κ)²', predicted, [0]),
            y: linearAxis('μᵢ/λᵢ', shares, [0]),
            series: [
              points('main', 'simulated', predicted, shares),
              line('fitted', 'c·κ²/(λᵢ + κ)²', [0, 1], [0, factor], 'fit'),
            ],
          }),
      ),
      notes: [
        {
          severity: 'info',
          code: 'reproduction/finite-spectrum',
          text: `For λᵢ = i^(−1.1) the sum over all modes converges slowly: with ${count(MANY)} modes eigenlearning’s factor at k = ${k} is ${plain(learningFactor(slow(MANY), k), 3)}, with ${count(lambdas[2].length)} it is ${plain(theory[2], 3)}; it tends to a = 1.1 as the modes go on.`,
        },
      ],
    };
  },
};

/** The share of the scatter that c·predicted explains. */
function spreadAround(predicted: Float64Array, shares: Float64Array, factor: number): number {
  const mean = shares.reduce((sum, v) => sum + v / shares.length, 0);
  let rest = 0;
  let all = 0;
  for (let i = 0; i < shares.length; i++) {
    rest += (shares[i] - factor * predicted[i]) ** 2;
    all += (shares[i] - mean) ** 2;
  }
  return 1 - rest / all;
}

import { sentence } from '../../engine/words/sentence';
import { compared } from '../compared';
import { byUs } from '../settings';
import { coefficientFigure, coefficientGap, pairName, pairSettings } from './signPairFigure';
import { coefficientCorrelation, type Pair, type PairEstimate, pairsStudy } from './signPairs';

/** Correlation of coefficients: what we take "very similar" to mean. */
const SIMILAR = 0.95;

export const signFig2 = pairsStudy(
  {
    id: 'sign-fig2',
    title: 'SIGN, figure 2: early stopping beside its penalty, as coefficients',
    claim:
      'Stopped early, gradient, sign gradient and coordinate descent give nearly the coefficients of the ℓ2, ℓ∞ and ℓ1 penalties: none extreme with sign gradients and ℓ∞, many 0 with coordinates and ℓ1.',
    seconds: 2,
  },
  (measured, seed) => {
    const correlations = measured.pairs.map(({ stopped, penalised }) =>
      coefficientCorrelation(stopped.alpha, penalised.alpha),
    );
    const [gradient, sign, coordinate] = measured.pairs.filter(({ level }) => level === 0);
    const both = (pair: Pair, holds: (estimate: PairEstimate) => boolean) =>
      holds(pair.stopped) && holds(pair.penalised);
    return {
      finding: sentence(
        'Coefficients of a path and of its penalty correlate to at least ',
        Math.min(...correlations).toFixed(3),
        `; with much regularisation ${zeros(coordinate.stopped)} of ${measured.x.length} are 0 with KCD, ${zeros(coordinate.penalised)} with K-ℓ1.`,
      ),
      numbers: measured.pairs.flatMap((pair, i) => [
        compared(`${pairName(pair)}: correlation of coefficients`, correlations[i]),
        compared(`${pairName(pair)}: largest difference over their range`, coefficientGap(pair)),
      ]),
      claims: [
        ...correlations.map((v) => v >= SIMILAR),
        both(coordinate, (estimate) => zeros(estimate) > 0),
        both(gradient, (estimate) => zeros(estimate) === 0),
        both(sign, (estimate) => prominence(estimate) < prominence(gradient.stopped)),
      ],
      settings: [...pairSettings(seed), byUs('very similar', `correlated to at least ${SIMILAR}`)],
      figures: measured.pairs.map((pair) => coefficientFigure(measured, pair)),
    };
  },
);

const zeros = ({ alpha }: PairEstimate): number => alpha.filter((v) => v === 0).length;

/** The largest coefficient over the mean size of all. */
function prominence({ alpha }: PairEstimate): number {
  const sizes = alpha.map(Math.abs);
  return Math.max(...sizes) / (sizes.reduce((sum, v) => sum + v, 0) / sizes.length);
}

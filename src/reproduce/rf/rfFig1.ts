import type { Drawn } from '../../engine/fit/features/recommend';
import { percent } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { byPaper, byUs } from '../settings';
import { study } from '../study';
import { cornerNumber, exponentMap, GS, mapFigure, RS } from './featureExponents';

const DRAWN: readonly Drawn[] = ['features', 'leverageFeatures'];

export const rfFig1 = study({
  spec: {
    id: 'rf-fig1',
    title: 'RF, figure 1: how many random features optimal rates need',
    claim:
      'M = n^c random features are enough for the rate of exact kernel ridge, with c below 1 for nearly all smoothness r and capacity γ, and smaller still when the features are compatible with the data (α = γ).',
    seconds: 1,
  },
  axes: () => ({ drawn: DRAWN }),
  stage: () => 'computing the exponents',
  measure: ({ drawn }, run) => exponentMap(drawn, run),
  report(measurements) {
    const [independent, compatible] = measurements.at({});
    const inside = (holds: (at: number) => boolean) =>
      GS.every((_, j) => RS.every((_, i) => j === 0 || i === 0 || holds(i + j * RS.length)));
    const fewer = inside((at) => independent[at] < 1);
    const fewerStill = independent.every((c, at) => compatible[at] <= c);
    const aboveRoot = independent.filter((c) => c > 0.5 + 1e-12).length / independent.length;
    return {
      finding: sentence(
        fewer ? 'Wherever γ > 0 and r > ½, ' : 'Not everywhere with γ > 0 and r > ½ ',
        'fewer features than rows are enough',
        `; more than √n on ${percent(aboveRoot)} of the square with features drawn independently of the data.`,
      ),
      numbers: [
        cornerNumber('α = 1', 'features', 0.5, 1),
        cornerNumber('α = 1', 'features', 1, 0),
        cornerNumber('α = 1', 'features', 0.5, 0),
        cornerNumber('α = γ', 'leverageFeatures', 0.5, 1),
        cornerNumber('α = γ', 'leverageFeatures', 0.5, 0),
      ],
      claims: [fewer, fewerStill, aboveRoot > 0],
      settings: [
        byPaper('left', 'theorem 2: c = (1 + γ·(2r − 1))/(2r + γ), any features (α = 1)'),
        byPaper('right', 'theorem 3 with α = γ: c = (γ + 2r − 1)/(2r + γ)'),
        byPaper('range', 'r from ½ to 1, γ from 0 to 1'),
        byUs('grid', `${RS.length} by ${GS.length}; logarithms of n left out, as in the figure`),
        byUs('claims', 'c < 1 inside the square, c with α = γ nowhere above c with α = 1, c > ½ somewhere'),
      ],
      figures: [
        mapFigure('rf-fig1-independent', 'Any random features (α = 1)', independent),
        mapFigure('rf-fig1-compatible', 'Compatible random features (α = γ)', compatible),
      ],
    };
  },
});

import type { Drawn } from '../../engine/fit/features/recommend';
import { sentence } from '../../engine/words/sentence';
import { exactAxis, surfaceOf } from '../plot';
import { byPaper, byUs } from '../settings';
import { study } from '../study';
import { cornerNumber, exponentMap, GS, mapFigure, RS } from './featureExponents';

/** Two exponents that differ by less are the same: they are quotients of a few terms near 1. */
const ROUNDING = 1e-12;
const DRAWN: readonly Drawn[] = ['landmarks', 'features', 'leverageLandmarks', 'leverageFeatures'];

export const rfFig2 = study({
  spec: {
    id: 'rf-fig2',
    title: 'RF, figure 2: landmarks against random features',
    claim:
      'Nyström with uniform sampling needs as many landmarks as there must be random features in the worst case, and fewer when rates are fast; landmarks drawn by leverage scores need fewer than compatible features.',
    seconds: 1,
  },
  axes: () => ({ drawn: DRAWN }),
  stage: () => 'computing the exponents',
  measure: ({ drawn }, run) => exponentMap(drawn, run),
  report(measurements) {
    const [landmarks, features, scored, compatible] = measurements.at({});
    const saved = features.map((c, at) => c - landmarks[at]);
    const most = saved.reduce((best, v, at) => (v > saved[best] ? at : best), 0);
    const never = saved.every((v) => v > -ROUNDING);
    const everInside = GS.every((g, j) =>
      RS.every((r, i) => (r > 0.5 && g > 0 ? saved[i + j * RS.length] > ROUNDING : true)),
    );
    const scoredToo = compatible.every((c, at) => c - scored[at] > -ROUNDING);
    const [r, g] = [RS[most % RS.length], GS[Math.floor(most / RS.length)]];
    return {
      finding: sentence(
        'Landmarks never need to be more than random features, and are fewer by up to ',
        `n^${saved[most].toFixed(2)}`,
        `, at r = ${r}, γ = ${g}.`,
      ),
      numbers: [
        cornerNumber('landmarks, uniform', 'landmarks', 0.5, 1),
        cornerNumber('random features, α = 1', 'features', 0.5, 1),
        cornerNumber('landmarks, leverage scores', 'leverageLandmarks', 0.5, 1),
        cornerNumber('random features, α = γ', 'leverageFeatures', 0.5, 1),
      ],
      claims: [never, everInside, scoredToo],
      settings: [
        byPaper('left', 'Nyström, uniform sampling: c = 1/(2r + γ)'),
        byPaper('right', 'random features, theorem 2: c = (1 + γ·(2r − 1))/(2r + γ)'),
        byPaper('leverage scores', 'landmarks c = γ/(2r + γ), features (theorem 3, α = γ) c = (γ + 2r − 1)/(2r + γ)'),
        byUs(
          'sign',
          'the paper prints n^(−1/(2r+γ)) and n^(−γ/(2r+γ)) landmarks; the figure and the theorems want them positive',
        ),
        byUs('grid', `r from ½ to 1 by γ from 0 to 1, ${RS.length} by ${GS.length}`),
        byUs('claims', 'landmarks ≤ features everywhere, < where r > ½ and γ > 0; the same order with leverage scores'),
      ],
      figures: [
        mapFigure('rf-fig2-landmarks', 'Landmarks, uniform sampling', landmarks),
        mapFigure('rf-fig2-features', 'Random features (α = 1)', features),
        {
          id: 'rf-fig2-saved',
          title: 'How many fewer landmarks',
          sentence: sentence(
            'The gap is widest, ',
            `c smaller by ${saved[most].toFixed(2)}`,
            `, at r = ${r}, γ = ${g}.`,
          ),
          x: exactAxis('r, smoothness of the target', 0.5, 1),
          y: exactAxis('γ, capacity of the kernel', 0, 1),
          series: [],
          surface: surfaceOf('difference of c', RS, GS, saved, 10),
        },
      ],
    };
  },
});

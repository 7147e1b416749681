import type { RunContext } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import type { ComparedNumber } from '../../engine/contract/reproduction';
import { type Drawn, featureExponent } from '../../engine/fit/features/recommend';
import { fixed, percent } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { byPaper, byUs, compared, publishedIn, tested } from '../compared';
import { exactAxis, surfaceOf } from '../plot';
import { linspace } from '../statistics';
import { study } from '../study';
import numbers from './published.json';

const published = publishedIn(numbers, 'formula');

/** Smoothness r of the target, in steps of 1/80. */
const RS = linspace(0.5, 1, 41);
/** Capacity g (the paper's γ) of the kernel, in steps of 1/80. */
const GS = linspace(0, 1, 81);

/** c of M = n^c over the whole square, row-major: the value at (r_i, g_j) is values[j·RS.length + i]. */
function exponentMap(drawn: Drawn, context: RunContext): Float64Array {
  const values = new Float64Array(RS.length * GS.length);
  GS.forEach((g, j) => {
    context.check();
    RS.forEach((r, i) => {
      values[i + j * RS.length] = featureExponent(drawn, r, g);
    });
  });
  return values;
}

/** The exponent at a place that the paper's text speaks of. */
function cornerNumber(name: string, drawn: Drawn, r: number, g: number): ComparedNumber {
  const place = `r = ${r}, γ = ${g}`;
  return compared(`${name}: c at ${place}`, featureExponent(drawn, r, g), published(`${drawn}, ${place}`));
}

function mapFigure(id: string, title: string, values: Float64Array): FigureSpec {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((v) => fixed(v, 2));
  return {
    id,
    title,
    sentence: told`Optimal rates need n^c of them, c between **${least} and ${most}**.`,
    x: exactAxis('r, smoothness of the target', 0.5, 1),
    y: exactAxis('γ, capacity of the kernel', 0, 1),
    series: [],
    surface: surfaceOf('c', RS, GS, values, 16),
  };
}

export const rfFig1 = study({
  spec: {
    id: 'rf-fig1',
    title: 'RF, figure 1: how many random features optimal rates need',
    claim:
      'M = n^c random features are enough for the rate of exact kernel ridge, with c below 1 for nearly all smoothness r and capacity γ, and smaller still when the features are compatible with the data (α = γ).',
    seconds: 1,
  },
  axes: () => ({ drawn: ['features', 'leverageFeatures'] as const }),
  stage: () => 'computing the exponents',
  measure: ({ drawn }, run) => exponentMap(drawn, run),
  report(measurements) {
    const [independent, compatible] = measurements.at({});
    const inside = (holds: (at: number) => boolean) =>
      GS.every((_, j) => RS.every((_, i) => j === 0 || i === 0 || holds(i + j * RS.length)));
    const fewer = inside((at) => independent[at] < 1);
    const fewerStill = GS.every((g, j) =>
      RS.every((r, i) => g === 1 || r === 1 || compatible[i + j * RS.length] < independent[i + j * RS.length]),
    );
    const aboveRoot = independent.filter((c) => c > 0.5 + 1e-12).length / independent.length;
    return {
      finding: told`${fewer ? 'Wherever γ > 0 and r > ½, ' : 'Not everywhere with γ > 0 and r > ½ '}**fewer features than rows are enough**; more than √n on ${percent(aboveRoot)} of the square with features drawn independently of the data.`,
      numbers: [
        cornerNumber('α = 1', 'features', 0.5, 1),
        cornerNumber('α = 1', 'features', 1, 0),
        cornerNumber('α = 1', 'features', 0.5, 0),
        cornerNumber('α = γ', 'leverageFeatures', 0.5, 1),
        cornerNumber('α = γ', 'leverageFeatures', 0.5, 0),
      ],
      claims: tested({
        'c is below 1 wherever γ > 0 and r > ½': fewer,
        'c with α = γ is below that with α = 1 wherever γ < 1 and r < 1': fewerStill,
      }),
      settings: [
        byPaper('left', 'theorem 2: c = (1 + γ·(2r − 1))/(2r + γ), any features (α = 1)'),
        byPaper('right', 'theorem 3 with α = γ: c = (γ + 2r − 1)/(2r + γ)'),
        byPaper('range', 'r from ½ to 1, γ from 0 to 1'),
        byUs('grid', `${RS.length} by ${GS.length}; logarithms of n left out, as in the figure`),
      ],
      figures: [
        mapFigure('rf-fig1-independent', 'Any random features (α = 1)', independent),
        mapFigure('rf-fig1-compatible', 'Compatible random features (α = γ)', compatible),
      ],
    };
  },
});

/** Two exponents that differ by less are the same: they are quotients of a few terms near 1. */
const ROUNDING = 1e-12;

export const rfFig2 = study({
  spec: {
    id: 'rf-fig2',
    title: 'RF, figure 2: landmarks against random features',
    claim:
      'Nyström with uniform sampling needs as many landmarks as random features in the worst case, and fewer when rates are fast; landmarks drawn by leverage scores need fewer than compatible features.',
    seconds: 1,
  },
  axes: () => ({ drawn: ['landmarks', 'features', 'leverageLandmarks', 'leverageFeatures'] as const }),
  stage: () => 'computing the exponents',
  measure: ({ drawn }, run) => exponentMap(drawn, run),
  report(measurements) {
    const [landmarks, features, scored, compatible] = measurements.at({});
    const saved = features.map((c, at) => c - landmarks[at]);
    const most = saved.reduce((best, v, at) => (v > saved[best] ? at : best), 0);
    const inside = (holds: (at: number) => boolean) =>
      GS.every((g, j) => RS.every((r, i) => r === 0.5 || g === 0 || holds(i + j * RS.length)));
    const [r, g] = [RS[most % RS.length], GS[Math.floor(most / RS.length)]];
    return {
      finding: told`Landmarks are never more than random features, and fewer by up to **n^${fixed(saved[most], 2)}**, at r = ${r}, γ = ${g}.`,
      numbers: [
        cornerNumber('landmarks, uniform', 'landmarks', 0.5, 1),
        cornerNumber('random features, α = 1', 'features', 0.5, 1),
        cornerNumber('landmarks, leverage scores', 'leverageLandmarks', 0.5, 1),
        cornerNumber('random features, α = γ', 'leverageFeatures', 0.5, 1),
      ],
      claims: tested({
        'at r = ½, the worst case, as many landmarks as features': GS.every(
          (_, j) => Math.abs(saved[j * RS.length]) <= ROUNDING,
        ),
        'fewer landmarks wherever r > ½ and γ > 0': inside((at) => saved[at] > ROUNDING),
        'by leverage scores fewer landmarks than features there': inside(
          (at) => compatible[at] - scored[at] > ROUNDING,
        ),
      }),
      settings: [
        byPaper('left', 'Nyström, uniform sampling: c = 1/(2r + γ)'),
        byPaper('right', 'random features, theorem 2: c = (1 + γ·(2r − 1))/(2r + γ)'),
        byPaper('leverage scores', 'landmarks c = γ/(2r + γ), features (theorem 3, α = γ) c = (γ + 2r − 1)/(2r + γ)'),
        byUs(
          'sign',
          'the paper prints n^(−1/(2r+γ)) and n^(−γ/(2r+γ)) landmarks; the figure and the theorems want them positive',
        ),
        byUs('grid', `r from ½ to 1 by γ from 0 to 1, ${RS.length} by ${GS.length}`),
      ],
      figures: [
        mapFigure('rf-fig2-landmarks', 'Landmarks, uniform sampling', landmarks),
        mapFigure('rf-fig2-features', 'Random features (α = 1)', features),
        {
          id: 'rf-fig2-saved',
          title: 'How many fewer landmarks',
          sentence: told`The gap is widest, **c smaller by ${fixed(saved[most], 2)}**, at r = ${r}, γ = ${g}.`,
          x: exactAxis('r, smoothness of the target', 0.5, 1),
          y: exactAxis('γ, capacity of the kernel', 0, 1),
          series: [],
          surface: surfaceOf('difference of c', RS, GS, saved, 10),
        },
      ],
    };
  },
});

import type { RunContext } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import { type Drawn, featureExponent } from '../../engine/fit/features/recommend';
import { fixed, percent } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { chart, exactAxis, surfaceOf } from '../plot';
import { linspace } from '../statistics';
import { study } from '../study';
import page1 from './fig1.json';
import page2 from './fig2.json';

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

/** True when something holds wherever r > ½ and γ > 0. */
const inside = (holds: (at: number) => boolean): boolean =>
  GS.every((_, j) => RS.every((__, i) => j === 0 || i === 0 || holds(i + j * RS.length)));

/** The exponent at a place that the paper's text speaks of, by the name of its number. */
const corner = (name: string, drawn: Drawn, r: number, g: number) => ({
  [`${name}: c at r = ${r}, γ = ${g}`]: featureExponent(drawn, r, g),
});

/** A map over the square. */
const mapOver = (
  { id, title, sentence }: Pick<FigureSpec, 'id' | 'title' | 'sentence'>,
  name: string,
  values: Float64Array,
  steps: number,
): FigureSpec =>
  chart({
    id,
    title,
    sentence,
    x: exactAxis('r, smoothness of the target', 0.5, 1),
    y: exactAxis('γ, capacity of the kernel', 0, 1),
    surface: surfaceOf(name, RS, GS, values, steps),
  });

function mapFigure(id: string, title: string, values: Float64Array): FigureSpec {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((v) => fixed(v, 2));
  const sentence = told`Optimal rates need n^c of them, c between **${least} and ${most}**.`;
  return mapOver({ id, title, sentence }, 'c', values, 16);
}

export const rfFig1 = study({
  page: page1,
  axes: () => ({ drawn: ['features', 'leverageFeatures'] as const }),
  stage: () => 'computing the exponents',
  measure: ({ drawn }, run) => exponentMap(drawn, run),
  report(measurements) {
    const [independent, compatible] = measurements.at({});
    const fewer = inside((at) => independent[at] < 1);
    const fewerStill = GS.every((g, j) =>
      RS.every((r, i) => g === 1 || r === 1 || compatible[i + j * RS.length] < independent[i + j * RS.length]),
    );
    const aboveRoot = independent.filter((c) => c > 0.5 + 1e-12).length / independent.length;
    return {
      finding: told`${fewer ? 'Wherever γ > 0 and r > ½, ' : 'Not everywhere with γ > 0 and r > ½ '}**fewer features than rows are enough**; more than √n on ${percent(aboveRoot)} of the square with features drawn independently of the data.`,
      numbers: {
        ...corner('α = 1', 'features', 0.5, 1),
        ...corner('α = 1', 'features', 1, 0),
        ...corner('α = 1', 'features', 0.5, 0),
        ...corner('α = γ', 'leverageFeatures', 0.5, 1),
        ...corner('α = γ', 'leverageFeatures', 0.5, 0),
      },
      claims: { fewer, fewerStill },
      values: { rs: RS.length, gs: GS.length },
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
  page: page2,
  axes: () => ({ drawn: ['landmarks', 'features', 'leverageLandmarks', 'leverageFeatures'] as const }),
  stage: () => 'computing the exponents',
  measure: ({ drawn }, run) => exponentMap(drawn, run),
  report(measurements) {
    const [landmarks, features, scored, compatible] = measurements.at({});
    const saved = features.map((c, at) => c - landmarks[at]);
    const most = saved.reduce((best, v, at) => (v > saved[best] ? at : best), 0);
    const [r, g] = [RS[most % RS.length], GS[Math.floor(most / RS.length)]];
    return {
      finding: told`Landmarks are never more than random features, and fewer by up to **n^${fixed(saved[most], 2)}**, at r = ${r}, γ = ${g}.`,
      numbers: {
        ...corner('landmarks, uniform', 'landmarks', 0.5, 1),
        ...corner('random features, α = 1', 'features', 0.5, 1),
        ...corner('landmarks, leverage scores', 'leverageLandmarks', 0.5, 1),
        ...corner('random features, α = γ', 'leverageFeatures', 0.5, 1),
      },
      claims: {
        asMany: GS.every((_, j) => Math.abs(saved[j * RS.length]) <= ROUNDING),
        fewer: inside((at) => saved[at] > ROUNDING),
        scored: inside((at) => compatible[at] - scored[at] > ROUNDING),
      },
      values: { rs: RS.length, gs: GS.length },
      figures: [
        mapFigure('rf-fig2-landmarks', 'Landmarks, uniform sampling', landmarks),
        mapFigure('rf-fig2-features', 'Random features (α = 1)', features),
        mapOver(
          {
            id: 'rf-fig2-saved',
            title: 'How many fewer landmarks',
            sentence: told`The gap is widest, **c smaller by ${fixed(saved[most], 2)}**, at r = ${r}, γ = ${g}.`,
          },
          'difference of c',
          saved,
          10,
        ),
      ],
    };
  },
});

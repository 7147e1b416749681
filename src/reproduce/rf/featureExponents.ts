import type { RunContext } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import type { ComparedNumber } from '../../engine/contract/reproduction';
import { type Drawn, featureExponent } from '../../engine/fit/features/recommend';
import { sentence } from '../../engine/words/sentence';
import { compared, publishedIn } from '../compared';
import { exactAxis, surfaceOf } from '../plot';
import { linspace } from '../statistics';
import numbers from './published.json';

const published = publishedIn(numbers);

/** Smoothness r of the target, in steps of 1/80. */
export const RS = linspace(0.5, 1, 41);
/** Capacity g (the paper's γ) of the kernel, in steps of 1/80. */
export const GS = linspace(0, 1, 81);

/** c of M = n^c over the whole square, row-major: the value at (r_i, g_j) is values[j·RS.length + i]. */
export function exponentMap(drawn: Drawn, context: RunContext): Float64Array {
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
export function cornerNumber(name: string, drawn: Drawn, r: number, g: number): ComparedNumber {
  const place = `r = ${r}, γ = ${g}`;
  return compared(`${name}: c at ${place}`, featureExponent(drawn, r, g), published(`${drawn}, ${place}`));
}

export function mapFigure(id: string, title: string, values: Float64Array): FigureSpec {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((v) => v.toFixed(2));
  return {
    id,
    title,
    sentence: sentence('Optimal rates need n^c of them, c between ', `${least} and ${most}`, '.'),
    x: exactAxis('r, smoothness of the target', 0.5, 1),
    y: exactAxis('γ, capacity of the kernel', 0, 1),
    series: [],
    surface: surfaceOf('c', RS, GS, values, 16),
  };
}

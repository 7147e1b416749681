import { inBlocks, type RunContext } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import type { SplineMap } from '../../contract/kernel';
import { isNumber } from '../../contract/shape';
import { formOf } from '../../kernels/formOf';
import { scaleRows } from '../../kernels/scaledRows';
import { periodicParameters } from '../../linalg/core/periodicSeries';
import type { Computing } from '../../linalg/linalg';
import { type DrawnMap, isScale, isSome, type MapKind } from '../map';

/** If Λ has a pole, distances below this value count as this value: half the spacing of the points drawn. */
const LEAST_DISTANCE = 2 ** -53;

/**
 * prod_c Λ_(q/2)(x_c/lengthScale_c, w_c) with w uniform on [0, 1)^d: since ∫ Λ_p(x, w)·Λ_p(z, w) dw = Λ_2p(x, z), the spline kernel of order
 * q (RF section 4). Λ_(q/2) is square-integrable for every q > 1.
 */
export const spline: DrawnMap<'spline'> = {
  title: 'Spline features',
  description: 'Periodic splines of half the order about random points.',
  kernels: ['spline'],
  draw({ kernel: { order, lengthScale }, count, inputs, random }) {
    const points = Float64Array.from({ length: inputs * count }, () => random.uniform());
    return { kind: 'spline', inputs, order: order / 2, lengthScale, points };
  },
};

export const periodicSpline: MapKind<SplineMap> = {
  evaluate({ order, lengthScale, points, inputs }, x, context, into) {
    const rows = scaleRows(x, lengthScale);
    if (order === 1) evaluateLogarithm(rows, points, context, into);
    else if (order < 1) evaluateWithPole(order, rows, points, context, into);
    else {
      const form = formOf({ kind: 'spline', order });
      const turned = turnedPoints(points, inputs, context);
      context.linalg.kernelMatrix(
        form,
        rows.values,
        x.rows,
        turned,
        points.length / inputs,
        inputs,
        false,
        context,
        into,
      );
    }
  },
  first: (map, count) => ({ ...map, points: map.points.slice(0, count * map.inputs) }),
  recovers: ({ order, lengthScale }) => ({ kind: 'spline', order: 2 * order, lengthScale }),
  isWhole: ({ order, lengthScale, points }, d) =>
    isNumber(order) && order > 0.5 && isSome(points) && points.length % d === 0 && isScale(lengthScale, d),
};

/** Points of d columns as rows, M×d column-major. */
function turnedPoints(points: Float64Array, d: number, context: RunContext): Float64Array {
  const count = points.length / d;
  const turned = new Float64Array(points.length);
  const turn = (from: number, to: number) => {
    for (let j = from; j < to; j++) for (let c = 0; c < d; c++) turned[c * count + j] = points[j * d + c];
  };
  inBlocks(count, context, d, turn);
  return turned;
}

/** Λ_1(t) = 1 − 2·log(2·|sin πt|). */
function evaluateLogarithm(
  { rows: n, columns: d, values }: Matrix,
  points: Float64Array,
  context: Computing,
  into: Float64Array,
): void {
  const { linalg } = context;
  linalg.scope(() => {
    const factor = d === 1 ? into : linalg.allocate(into.length);
    for (let c = 0; c < d; c++) {
      for (let j = 0; j * d < points.length; j++) {
        const point = points[j * d + c];
        for (let i = 0; i < n; i++) {
          const turns = values[c * n + i] - point;
          factor[j * n + i] = turns - Math.round(turns);
        }
      }
      linalg.map('sin', factor, Math.PI, 0, context);
      if (c === 0) for (let o = 0; o < into.length; o++) into[o] = logarithm(factor[o]);
      else for (let o = 0; o < into.length; o++) into[o] *= logarithm(factor[o]);
    }
  });
}

function logarithm(sine: number): number {
  return 1 - 2 * Math.log(2 * Math.max(LEAST_DISTANCE, Math.abs(sine)));
}

/** Λ of order between 1/2 and 1, which the core's kernel of that name does not have: it is infinite at distance 0. */
function evaluateWithPole(
  order: number,
  { rows: n, columns: d, values }: Matrix,
  points: Float64Array,
  context: RunContext,
  into: Float64Array,
): void {
  const [, amplitude, , epsilon, second, ...rest] = periodicParameters(order, 2);
  const coefficients = rest.slice(3);
  into.fill(1);
  for (let j = 0; j * d < points.length; j++) {
    for (let c = 0; c < d; c++) {
      context.check();
      const point = points[j * d + c];
      for (let i = 0; i < n; i++) {
        const turns = values[c * n + i] - point;
        const u = Math.max(LEAST_DISTANCE, 2 * Math.abs(turns - Math.round(turns)));
        const s = 2 * u * u - 1;
        let value = 0;
        for (let k = coefficients.length - 1; k >= 0; k--) value = value * s + coefficients[k];
        const logarithm = Math.log(u);
        into[j * n + i] *=
          value + amplitude * logarithm + (second === 0 ? 0 : second * Math.expm1(epsilon * logarithm));
      }
    }
  }
}

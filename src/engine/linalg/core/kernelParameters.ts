import type { KernelForm } from '../kernelForm';
import { KernelId } from './assembly/kernelIds';
import { checkForm } from './checkForm';
import { periodicParameters, zeta } from './periodicSeries';
import { tanhVariance } from './tanhTables';

/** What the core's maps are told of a form: which one, and its numbers as assembly/kernelMaps*.ts lay them out. */
export interface KernelParameters {
  readonly id: KernelId;
  /** At least three numbers: the maps read two factors and a power whether or not the form has them. */
  readonly values: Float64Array;
}

/**
 * For every form but the tanh network, whose id and numbers depend on its rows: `tanhTables` makes them (what is here are its
 * weight and bias). Throws `parameter/invalid` with a sentence for a person.
 */
export function kernelParameters(form: KernelForm): KernelParameters {
  checkForm(form);
  switch (form.kind) {
    case 'gaussian':
      return numbers(KernelId.Gaussian, finite(-Math.LOG2E / (2 * form.lengthScale ** 2)));
    case 'laplace':
      return numbers(KernelId.Laplace, finite(-Math.LOG2E / form.lengthScale));
    case 'matern32':
      return numbers(KernelId.Matern32, ...maternRates(Math.sqrt(3) / form.lengthScale));
    case 'matern52':
      return numbers(KernelId.Matern52, ...maternRates(Math.sqrt(5) / form.lengthScale));
    case 'cauchy':
      return numbers(KernelId.Cauchy, finite(1 / form.lengthScale ** 2));
    case 'linear':
      return numbers(KernelId.Linear);
    case 'polynomial':
      return numbers(KernelId.Polynomial, form.scale, form.offset, form.degree);
    case 'arcCosine':
      return numbers([KernelId.ArcCosine0, KernelId.ArcCosine1, KernelId.ArcCosine2][form.order]);
    case 'network':
      return numbers(NETWORKS[form.activation], form.weight, form.bias);
    case 'thinPlate':
      return numbers(KernelId.ThinPlate);
    case 'polyharmonic': {
      const half = Math.floor(form.exponent / 2);
      if (form.exponent % 2 === 1) return numbers(KernelId.PolyharmonicOdd, half % 2 === 0 ? -1 : 1, 0, half);
      return numbers(KernelId.PolyharmonicEven, half % 2 === 0 ? -0.5 : 0.5, 0, half);
    }
    case 'negativeDistance':
      return numbers(KernelId.NegativeDistance);
    case 'multiquadric':
      return numbers(KernelId.Multiquadric, form.offset ** 2);
    case 'spline':
    case 'trigonometric': {
      const [id, order, factor] =
        form.kind === 'spline' ? [KernelId.Spline, form.order, 2] : [KernelId.Trigonometric, 2 * form.smoothness, 1];
      return { id, values: periodicParameters(order, factor) };
    }
  }
}

/** Whether the core computes the form from columns of differences (differenceTile) instead of inner products (mapTile). */
export function isDifferenceForm(form: KernelForm): boolean {
  return form.kind === 'spline' || form.kind === 'trigonometric';
}

/** k(x, x) for a row of d columns with the given squared norm, free of the rounding of expanded distances. */
export function exactDiagonal(form: KernelForm, squaredNorm: number, d: number): number {
  switch (form.kind) {
    case 'gaussian':
    case 'laplace':
    case 'matern32':
    case 'matern52':
    case 'cauchy':
      return 1;
    case 'linear':
      return squaredNorm;
    case 'polynomial':
      return (form.scale * squaredNorm + form.offset) ** form.degree;
    case 'arcCosine':
      // A row of norm 0 is at right angles to itself: see kernelMapsAngular.ts.
      if (form.order === 0) return squaredNorm === 0 ? 0.5 : 1;
      return form.order === 1 ? squaredNorm : 3 * squaredNorm ** 2;
    case 'network': {
      const variance = form.weight * squaredNorm + form.bias;
      if (form.activation === 'relu') return variance / 2;
      if (form.activation === 'tanh') return tanhVariance(variance);
      return (2 / Math.PI) * Math.asin((2 * variance) / (1 + 2 * variance));
    }
    case 'thinPlate':
    case 'polyharmonic':
    case 'negativeDistance':
      return 0;
    case 'multiquadric':
      return -form.offset;
    case 'spline':
      return (1 + 2 * zeta(form.order)) ** d;
    case 'trigonometric':
      return (1 + zeta(2 * form.smoothness)) ** d;
  }
}

const NETWORKS = { relu: KernelId.NetworkRelu, erf: KernelId.NetworkErf, tanh: KernelId.NetworkTanhSeries } as const;

function numbers(id: KernelId, ...values: number[]): KernelParameters {
  const padded = new Float64Array(Math.max(3, values.length));
  padded.set(values);
  return { id, values: padded };
}

/** The rate of decay in base 2, and the factor of r. */
function maternRates(perDistance: number): [number, number] {
  return [finite(-Math.LOG2E * perDistance), finite(perDistance)];
}

/** A rate that overflowed would make NaN of distance 0. */
function finite(rate: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, rate));
}

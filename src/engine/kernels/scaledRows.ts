import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { LeafKernel } from '../contract/kernel';
import type { KernelForm } from '../linalg/kernelForm';

type FormKernel = Exclude<LeafKernel, { readonly kind: 'features' }>;

/** The kernel as the core computes it on rows divided by `divisors` (length 1 or d). */
export interface ScaledForm {
  readonly form: KernelForm;
  readonly divisors: readonly number[];
  /** Distances lose what the rows have in common: subtract the means of the training rows first. */
  readonly centred: boolean;
}

/** Throws `parameter/invalid` where the length scale is not of length 1 or d, or not above 0. */
export function scaledForm(leaf: FormKernel, d: number): ScaledForm {
  const { lengthScale, ...form } = leaf;
  checkScale(lengthScale, d);
  switch (form.kind) {
    case 'gaussian':
    case 'laplace':
    case 'matern32':
    case 'matern52':
    case 'cauchy':
      // A common scale goes into the form: rows divided by a very small one could not be squared.
      return lengthScale.length === 1
        ? { form: { kind: form.kind, lengthScale: lengthScale[0] }, divisors: [1], centred: true }
        : { form: { kind: form.kind, lengthScale: 1 }, divisors: lengthScale, centred: true };
    case 'thinPlate':
    case 'polyharmonic':
    case 'negativeDistance':
    case 'multiquadric':
      return { form, divisors: lengthScale, centred: true };
    case 'trigonometric':
      // Its formula has period 2π, and a kernel's period is its length scale.
      return { form, divisors: lengthScale.map((period) => period / (2 * Math.PI)), centred: false };
    default:
      return { form, divisors: lengthScale, centred: false };
  }
}

export function checkScale(lengthScale: readonly number[], d: number): void {
  if (lengthScale.length !== 1 && lengthScale.length !== d) {
    throw new KernelscopeError(
      'parameter/invalid',
      `lengthScale has ${lengthScale.length} numbers for ${d} encoded columns. Give one number, or one for each encoded column.`,
      { name: 'lengthScale', value: lengthScale.length },
    );
  }
  const wrong = lengthScale.find((value) => !(value > 0 && Number.isFinite(value)));
  if (wrong === undefined) return;
  throw new KernelscopeError('parameter/invalid', `lengthScale must be above 0 and finite; it is ${wrong}.`, {
    name: 'lengthScale',
    value: String(wrong),
  });
}

/** Rows less `means` (when given), divided column by column; the same object where nothing changes. */
export function scaleRows(x: Matrix, divisors: readonly number[], means?: Float64Array): Matrix {
  if (means === undefined && divisors.every((value) => value === 1)) return x;
  const { rows, columns } = x;
  const values = new Float64Array(rows * columns);
  for (let c = 0; c < columns; c++) {
    const divisor = divisors.length === 1 ? divisors[0] : divisors[c];
    const mean = means?.[c] ?? 0;
    for (let i = c * rows; i < (c + 1) * rows; i++) values[i] = (x.values[i] - mean) / divisor;
  }
  return { rows, columns, values };
}

/** Means of the columns (d). */
export function columnMeans({ rows, columns, values }: Matrix): Float64Array {
  const means = new Float64Array(columns);
  for (let c = 0; c < columns; c++) {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += values[c * rows + i];
    means[c] = sum / rows;
  }
  return means;
}

import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { OfColumns } from '../contract/kernel';
import type { KernelForm } from '../linalg/kernelForm';
import { counted } from '../words/sentence';
import { formOf } from './formOf';
import type { FormulaLeaf } from './kernel';
import { kernelOf } from './table';

/** The kernel as the core computes it on rows divided by `divisors` (length 1 or d). */
export interface ScaledForm {
  readonly form: KernelForm;
  readonly divisors: readonly number[];
  /** True for distances, which lose what the rows have in common: subtract the means of the training rows first. */
  readonly centred: boolean;
}

/**
 * The range of ordinary length scales. The square root of any other goes into the rows: squares of rows of that size
 * would leave the range of numbers.
 */
const SHORTEST = 1e-140;
const LONGEST = 1e140;

/**
 * Throws `parameter/invalid` if the length scale is not of length 1 or d, or not above 0, or if another number makes no
 * kernel.
 */
export function scaledForm(leaf: FormulaLeaf, d: number): ScaledForm {
  const { lengthScale, ...shape } = leaf;
  checkScale(lengthScale, d);
  const { argument, scaleInForm, period } = kernelOf(leaf);
  const centred = argument === 'distance';
  if (scaleInForm && lengthScale.length === 1) {
    const [scale] = lengthScale;
    const ordinary = scale > SHORTEST && scale < LONGEST;
    const divisor = ordinary ? 1 : Math.sqrt(scale);
    return { form: formOf({ ...shape, lengthScale: scale / divisor }), divisors: [divisor], centred };
  }
  const divisors = period === undefined ? lengthScale : lengthScale.map((scale) => scale / period);
  return { form: formOf(shape), divisors, centred };
}

/** Throws `parameter/invalid` if a kernel names a column that d encoded columns do not have. */
export function checkColumns({ columns }: OfColumns, d: number): void {
  const beyond = columns?.find((column) => !(column < d));
  if (beyond === undefined) return;
  throw new KernelscopeError(
    'parameter/invalid',
    `kernel: there is no column ${beyond + 1} among ${counted(d, 'encoded column')}. Give columns from 1 to ${d}.`,
    { name: 'kernel', value: beyond + 1 },
  );
}

/** Throws `parameter/invalid` if the length scales are neither one nor d. */
export function checkScale(lengthScale: readonly number[], d: number): void {
  if (lengthScale.length !== 1 && lengthScale.length !== d) {
    throw new KernelscopeError(
      'parameter/invalid',
      `lengthScale has ${lengthScale.length} numbers for ${counted(d, 'encoded column')}. Give one number, or one for each encoded column.`,
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

/** Rows minus `means` (if given), divided column by column; the same object if nothing changes. */
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

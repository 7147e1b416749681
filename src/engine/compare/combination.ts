import type { RunContext } from '../contract/context';
import { innerProduct } from '../linalg/dot';

/** A combination of columns leaves at most this fraction of the target's deviation: only rounding in the file. */
const EXACT = 1e-6;
/** A combination of more columns than this is no simple one. */
const MOST = 40;

export interface ColumnTerm {
  readonly column: number;
  readonly weight: number;
}

/**
 * The least-squares weights of the centred columns that matter, the largest first, if the columns leave less than
 * `EXACT` of y; undefined if they leave more. Gram–Schmidt, next the column that explains most of the remainder, twice
 * for each against rounding.
 */
export function combination(
  columns: readonly Float64Array[],
  y: Float64Array,
  context: Pick<RunContext, 'check'>,
): ColumnTerm[] | undefined {
  const rest = centred(y);
  const whole = norm(rest);
  const basis: { readonly direction: Float64Array; readonly column: number }[] = [];
  const left = columns.map((values) => centred(values));
  const sizes = left.map(norm);
  while (basis.length < Math.min(MOST, columns.length)) {
    let best = -1;
    let most = 0;
    left.forEach((values, c) => {
      context.check();
      const size = norm(values);
      if (basis.some(({ column }) => column === c) || !(size > 1e-8 * sizes[c])) return;
      const explained = Math.abs(innerProduct(values, rest)) / size;
      if (explained > most) [best, most] = [c, explained];
    });
    if (best < 0 || most < 1e-12 * whole) break;
    const direction = left[best];
    for (const { direction: before } of basis) subtract(direction, before, innerProduct(direction, before));
    const size = norm(direction);
    for (let i = 0; i < direction.length; i++) direction[i] /= size;
    basis.push({ direction, column: best });
    subtract(rest, direction, innerProduct(rest, direction));
    left.forEach((values, c) => {
      context.check();
      if (!basis.some(({ column }) => column === c)) subtract(values, direction, innerProduct(values, direction));
    });
    if (norm(rest) < EXACT * whole) return weights(basis, columns, y, whole);
  }
  return undefined;
}

/** Back substitution: y = sum of weight × column on the chosen columns. */
function weights(
  basis: readonly { readonly direction: Float64Array; readonly column: number }[],
  columns: readonly Float64Array[],
  y: Float64Array,
  whole: number,
): ColumnTerm[] {
  const remaining = basis.map(({ direction }) => innerProduct(direction, centred(y)));
  const terms: ColumnTerm[] = [];
  for (let j = basis.length - 1; j >= 0; j--) {
    const values = centred(columns[basis[j].column]);
    const weight = remaining[j] / innerProduct(basis[j].direction, values);
    for (let i = 0; i < j; i++) remaining[i] -= weight * innerProduct(basis[i].direction, values);
    if (Math.abs(weight) * norm(values) > 10 * EXACT * whole) terms.push({ column: basis[j].column, weight });
  }
  return terms.sort((a, b) => a.column - b.column);
}

export function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((total, v) => total + v, 0) / values.length;
  return values.map((v) => v - mean);
}

export const norm = (values: Float64Array) => Math.sqrt(innerProduct(values, values));

function subtract(from: Float64Array, direction: Float64Array, by: number): void {
  for (let i = 0; i < from.length; i++) from[i] -= by * direction[i];
}

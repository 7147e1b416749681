import type { Matrix } from '../contract/data';
import type { KernelSpec, LeafKernel } from '../contract/kernel';
import type { KernelTemplate } from '../kernels/kernel';
import { pickColumns, pickRows } from '../kernels/rows';
import { KERNELS } from '../kernels/table';
import { type Hyperparameters, oneScale, type ScaleGroups } from './tune';

/**
 * One kernel of all columns together and of single columns of the file, rough and smooth ones:
 * a·M(r) + b·exp(−r²/2) + sum_j w_j·M(r_j/l_j) + sum_j v_j·exp(−r_j/m_j), M of Matérn 3/2, r over all columns with a length scale for each, r_j
 * over the encoded columns of one. Plain data: any thread may tune it.
 */
export interface ColumnSum {
  readonly kind: 'columnSum';
  /** Length scales of r: one for each column of the file, or one for all. */
  readonly together: ScaleGroups;
  readonly own: readonly OwnKernel[];
  /** Every search begins here, and its prior is centred here: a, b, the scales of r, then weight and scale of each own kernel. */
  readonly start: readonly number[];
  /** The encoded columns of every column of the file, if the target decides which of them have kernels of their own; omitted if all have. */
  readonly chosenFrom?: readonly (readonly number[])[];
}

/** The numbers of a kernel on some rows. */
export interface KernelNumbers extends Hyperparameters {
  /** The sum that they belong to; omitted if it is that of the race. */
  readonly sum?: ColumnSum;
}

export interface OwnKernel {
  readonly kind: 'matern32' | 'laplace';
  /** Encoded columns, 0-based. */
  readonly columns: readonly number[];
}

/** The kernels of all columns together, with the same length scales. */
export const TOGETHER = ['matern32', 'gaussian'] as const;

/**
 * The weights at the start: of each of these kernels, and of all smooth and all rough ones of single columns together,
 * however many columns there are.
 */
const OF_ALL = 0.25;
const SMOOTH = 0.4;
const ROUGH = 0.2;
/** The weight of a term that has left a sum. */
export const ABSENT = 1e-30;
/** Total ridge at the start. */
const RIDGE = 0.1;
/** Length scales at the start, as multiples of the standard deviation of a column, or of its encoded ones together. */
const SMOOTH_SCALE = 1;
const ROUGH_SCALE = 2;
/** The number of rows whose pairs show how much a kernel varies. */
const PAIRED = 60;
/** The most columns with their own kernels: those that explain most of the targets by themselves. */
const MOST_OWN = 20;
/** The number of bins by which columns are screened if there are too many. */
const BINS = 8;

/**
 * The sum for the rows `x`. `groups` are the columns of the file; `guess` is the scale of r to begin with: one for each of them, or one for all
 * if `scales` is 1.
 */
export function columnSum(
  x: Matrix,
  y: readonly Float64Array[],
  groups: ScaleGroups,
  scales: number,
  guess: number,
): ColumnSum {
  const columnsOf = Array.from({ length: groups.count }, (): number[] => []);
  for (const [c, group] of groups.of.entries()) columnsOf[group].push(c);
  const many = columnsOf.length > MOST_OWN;
  const kept = many ? screened(x, y, columnsOf, MOST_OWN) : columnsOf;
  const several = groups.count > 1;
  // With a single column, the smooth kernel of all columns already is its own; levels look alike to smooth and rough
  // kernels.
  const smooth = several ? kept : [];
  const rough = kept.filter((columns) => !several || columns.length === 1);
  const together = [...TOGETHER.map(() => OF_ALL), ...new Array<number>(scales).fill(guess)];
  return {
    kind: 'columnSum',
    together: scales === 1 ? oneScale(x.columns) : groups,
    ...ownOf(x, smooth, rough, together),
    ...(many && { chosenFrom: columnsOf }),
  };
}

/** The kernels of single columns, and the start of the search: `together` for those of all columns. */
function ownOf(
  x: Matrix,
  smooth: readonly (readonly number[])[],
  rough: readonly (readonly number[])[],
  together: readonly number[],
): Pick<ColumnSum, 'own' | 'start'> {
  const scaleOf = (columns: readonly number[]) => deviation(pickColumns(x, columns));
  return {
    own: [
      ...smooth.map((columns) => ({ kind: 'matern32', columns }) as const),
      ...rough.map((columns) => ({ kind: 'laplace', columns }) as const),
    ],
    start: [
      ...together,
      ...smooth.flatMap((columns) => [SMOOTH / smooth.length, SMOOTH_SCALE * scaleOf(columns)]),
      ...rough.flatMap((columns) => [ROUGH / rough.length, ROUGH_SCALE * scaleOf(columns)]),
    ],
  };
}

/**
 * The sum with its columns chosen on these rows, and the start of a search with all of it. Rows that judge it must not
 * be among them: among many columns some always follow the target there by chance. The same sum if nothing was chosen,
 * or the same columns. A column that is chosen again keeps its place, and others take the places of those that are not,
 * so that the known curvature remains useful.
 */
export function chosenOn(sum: ColumnSum, x: Matrix, y: readonly Float64Array[]): ColumnSum {
  if (sum.chosenFrom === undefined) return sum;
  const kept = screened(x, y, sum.chosenFrom, MOST_OWN);
  const placed = (kind: OwnKernel['kind'], columns: readonly (readonly number[])[]) => {
    const before = sum.own.filter((own) => own.kind === kind).map((own) => own.columns[0]);
    const others = columns.filter(([first]) => !before.includes(first));
    const again = before.map((first) => columns.find((own) => own[0] === first) ?? others.shift());
    return [...again.filter((own) => own !== undefined), ...others];
  };
  const smooth = placed('matern32', kept);
  const rough = placed(
    'laplace',
    kept.filter((columns) => columns.length === 1),
  );
  const same = [...smooth, ...rough].every(([first], k) => sum.own[k]?.columns[0] === first);
  if (same && smooth.length + rough.length === sum.own.length) return sum;
  const together = sum.start.slice(0, TOGETHER.length + sum.together.count);
  return { ...sum, ...ownOf(x, smooth, rough, together) };
}

export const isColumnSum = (kernel: KernelTemplate | ColumnSum): kernel is ColumnSum => kernel.kind === 'columnSum';

export const startOfSum = ({ start }: ColumnSum): Hyperparameters => ({ scales: start, ridge: RIDGE });

/** The index of the weight of own kernel k among the numbers; its scale is the next. */
export const weightPlace = ({ together }: ColumnSum, k: number): number => TOGETHER.length + together.count + 2 * k;

/** The length scales of r, by encoded column. */
export const scalesTogether = ({ together }: ColumnSum, values: readonly number[]): number[] =>
  Array.from(together.of, (group) => values[TOGETHER.length + group]);

/** The indices of the weights among the numbers: of all columns together, then of the own kernels. */
export const weightPlaces = (sum: ColumnSum): number[] => [
  ...TOGETHER.keys(),
  ...sum.own.map((_, k) => weightPlace(sum, k)),
];

/** Each term with its weight, in the order of `weightPlaces`. */
function termsOf(sum: ColumnSum, scales: readonly number[]) {
  const lengthScale = scalesTogether(sum, scales);
  return [
    ...TOGETHER.map((kind, k) => ({ weight: scales[k], kernel: { kind, lengthScale } })),
    ...sum.own.map(({ kind, columns }, k) => {
      const [weight, scale] = scales.slice(weightPlace(sum, k));
      return { weight, kernel: { kind, columns, lengthScale: [scale] } };
    }),
  ];
}

/**
 * The variance that each term gives to rows like those of `x`: its weight times 1 minus its mean over all pairs of
 * rows.
 */
export function variances(sum: ColumnSum, scales: readonly number[], x: Matrix): number[] {
  const some = Math.ceil(x.rows / PAIRED);
  const few = pickRows(
    x,
    Uint32Array.from({ length: Math.floor(x.rows / some) }, (_, i) => i * some),
  );
  return termsOf(sum, scales).map(({ weight, kernel }) => (weight > ABSENT ? weight * spread(few, kernel) : 0));
}

/**
 * The kernel at these numbers. Terms that add next to nothing to a fit of n rows like those of `x` at this ridge are
 * left out: minus the constant that they contain, their eigenvalues together are below half of the ridge, so that less
 * than a third of anything along them would be kept.
 */
export function specOfSum(sum: ColumnSum, { scales, ridge }: Hyperparameters, x: Matrix, n = x.rows): KernelSpec {
  const adds = variances(sum, scales, x);
  const terms = termsOf(sum, scales);
  const counts = terms.filter((_, k) => n * adds[k] > ridge / 2);
  return { kind: 'sum', terms: counts.length > 0 ? counts : terms.filter(({ weight }) => weight > ABSENT) };
}

/** 1 minus the mean of a kernel over all pairs of rows. */
function spread(
  { rows, columns, values }: Matrix,
  kernel: LeafKernel & { readonly kind: OwnKernel['kind'] | (typeof TOGETHER)[number] },
): number {
  const seen = kernel.columns ?? Array.from({ length: columns }, (_, c) => c);
  const at: (r: number) => number = KERNELS[kernel.kind].spectral.at;
  const squares = new Float64Array((rows * (rows - 1)) / 2);
  seen.forEach((c, place) => {
    const scale = kernel.lengthScale[kernel.lengthScale.length === 1 ? 0 : place];
    const x = values.subarray(c * rows, (c + 1) * rows);
    for (let i = 0, pair = 0; i < rows; i++)
      for (let j = 0; j < i; j++, pair++) squares[pair] += ((x[i] - x[j]) / scale) ** 2;
  });
  return (2 * squares.reduce((sum, r) => sum + 1 - at(Math.sqrt(r)), 0)) / rows ** 2;
}

/** The columns between whose equally filled bins, or levels, the targets vary most, at most `most` of them. */
function screened(
  x: Matrix,
  y: readonly Float64Array[],
  all: readonly (readonly number[])[],
  most: number,
): readonly (readonly number[])[] {
  const shares = all.map((columns) =>
    Math.max(...columns.flatMap((column) => y.map((values) => explained(x, column, values)))),
  );
  const least = shares.toSorted((a, b) => b - a)[most - 1];
  return all.filter((_, c) => shares[c] >= least).slice(0, most);
}

/** The fraction of the variance of y that is between bins of equally many rows in the order of a column. */
function explained({ rows, values }: Matrix, column: number, y: Float64Array): number {
  const x = values.subarray(column * rows, (column + 1) * rows);
  const order = Uint32Array.from(x.keys()).sort((a, b) => x[a] - x[b]);
  const mean = y.reduce((sum, v) => sum + v, 0) / rows;
  const total = y.reduce((sum, v) => sum + (v - mean) ** 2, 0);
  let between = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const part = order.subarray(Math.floor((bin * rows) / BINS), Math.floor(((bin + 1) * rows) / BINS));
    const sum = part.reduce((s, i) => s + y[i] - mean, 0);
    if (part.length > 0) between += sum ** 2 / part.length;
  }
  return total > 0 ? between / total : 0;
}

/**
 * The root of the columns' variances together, in units of the largest deviation, whose square might not be a number; 1
 * if nothing varies.
 */
function deviation({ rows, columns, values }: Matrix): number {
  const centred = Array.from({ length: columns }, (_, c) => {
    const x = values.subarray(c * rows, (c + 1) * rows);
    const mean = x.reduce((s, v) => s + v / rows, 0);
    return x.map((v) => v - mean);
  });
  const largest = centred.reduce((most, x) => x.reduce((m, v) => Math.max(m, Math.abs(v)), most), 0);
  if (!(largest > 0)) return 1;
  const squares = centred.reduce((sum, x) => x.reduce((s, v) => s + (v / largest) ** 2, sum), 0);
  return largest * Math.sqrt(squares / rows);
}

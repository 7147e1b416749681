import { silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import { kernelGram, mirror } from '../kernels/kernelMatrix';
import { pickColumns } from '../kernels/rows';
import { innerProduct } from '../linalg/dot';
import type { Computing } from '../linalg/linalg';
import type { Slope } from './boundedBfgs';
import { ABSENT, type ColumnSum, type OwnKernel, scalesTogether, TOGETHER, weightPlace } from './columnSum';
import { addScaleSlopes, fillSlope, slopeOf } from './criterionGradient';
import type { SearchProblem } from './searchProblem';

/** A kernel below this adds nothing to a sum of order 1, and even less for rows farther away. */
const NOTHING = 1e-18;

/** Minus the restricted log likelihood per row and its derivatives by the logarithms of a sum's numbers and of the total ridge. */
export type ColumnSumSlope = (at: Float64Array, context: Computing) => Slope | undefined;

/**
 * The likelihood of a sum on these rows as a function of its numbers. Kernels of a single column are summed in its
 * order: the exp(−Δ) of neighbours multiply to those of all pairs, so that n²/2 products replace exponentials.
 * Undefined if the matrix is not positive definite to rounding.
 */
export function columnSumSlope(problem: SearchProblem, sum: ColumnSum): ColumnSumSlope {
  const { x, rootWeights } = problem;
  const n = x.rows;
  const columns = rowsByColumn(x, sum);
  return (at, context) =>
    context.linalg.scope(() => {
      const { linalg } = context;
      const values = Array.from(at, Math.exp);
      const ridge = values[sum.start.length];
      const scales = scalesTogether(sum, values);
      const parts = partsOf(columns, sum, values);
      const together = TOGETHER.flatMap((kind, k) => (values[k] > ABSENT ? [{ kind, k, weight: values[k] }] : []));
      const gram = linalg.allocate(n * n);
      const gramOf = (kind: (typeof TOGETHER)[number]) =>
        kernelGram({ kind, lengthScale: scales }, x, silently(context), linalg.allocate(n * n));
      const grams = together.map(({ kind }) => gramOf(kind));
      gram.fill(0);
      grams.forEach((of, k) => {
        for (let o = 0; o < gram.length; o++) gram[o] += together[k].weight * of[o];
      });
      addParts(gram, n, parts, linalg.allocate(n * n).fill(0));
      if (rootWeights) weigh(gram, rootWeights);
      const m = linalg.allocate(n * n);
      const value = fillSlope(gram, problem, 'marginalLikelihood', ridge / n, m, context);
      if (value === undefined) return undefined;
      const gradient = new Float64Array(at.length);
      for (let i = 0; i < n; i++) gradient[at.length - 1] -= ridge * m[i * (n + 1)];
      mirror(m, n);
      if (rootWeights) weigh(m, rootWeights);
      for (const part of parts)
        against(m, n, part).forEach(([byWeight, byScale], member) => {
          const place = weightPlace(sum, part.members[member]);
          gradient[place] = -byWeight;
          gradient[place + 1] = -byScale;
        });
      const product = linalg.allocate(n * n);
      for (const [t, { kind, k, weight }] of together.entries()) {
        gradient[k] = -weight * innerProduct(m, grams[t]);
        const byColumn = new Float64Array(x.columns);
        product.set(m);
        const slope = slopeOf({ kind });
        const own = slope?.shape.kind === kind;
        if (slope) addScaleSlopes(x, { slope, lengthScale: scales, own }, grams[t], product, byColumn, context);
        sum.together.of.forEach((group, c) => {
          gradient[TOGETHER.length + group] += weight * byColumn[c];
        });
      }
      return Number.isFinite(value) && gradient.every(Number.isFinite) ? { value, gradient } : undefined;
    });
}

/** The kernels of one column of the file, of which each is a function of s: a distance times its rate. */
interface Part {
  /** Their places among the sum's own kernels: a smooth one, or a rough one, or both. */
  readonly members: readonly number[];
  readonly smooth: Term;
  readonly rough: Term;
  readonly rows: Ordered | Distinct;
}

/** A term has weight 0 if there is none. */
interface Term {
  readonly weight: number;
  readonly rate: number;
  /** The factor by which it decays from one row to the next in the order of a column. */
  readonly decays: Float64Array;
}

/** A single encoded column: its rows in ascending order, and how far each is from the one before. */
interface Ordered {
  readonly kind: 'ordered';
  readonly order: Uint32Array;
  readonly gaps: Float64Array;
}

/** Several encoded columns: which of the distinct rows each row is, and the distances between these, count×count. */
interface Distinct {
  readonly kind: 'distinct';
  readonly of: Uint32Array;
  readonly count: number;
  readonly apart: Float64Array;
}

const NO_GAPS = new Float64Array(0);

/** A column of the file that has its own kernels, and their places among the sum's: the smooth one first. */
interface OwnColumn {
  readonly members: readonly number[];
  /** The unit of its distances, whose squares would otherwise leave the range of numbers. */
  readonly unit: number;
  readonly rows: Ordered | Distinct;
}

/** The largest of all values minus the smallest. */
const rangeOf = ({ values }: Matrix): number =>
  values.reduce((most, v) => Math.max(most, v), Number.NEGATIVE_INFINITY) -
  values.reduce((least, v) => Math.min(least, v), Number.POSITIVE_INFINITY);

function rowsByColumn(x: Matrix, { own }: ColumnSum): OwnColumn[] {
  const byColumns = new Map<string, number[]>();
  own.forEach(({ columns }, k) => {
    byColumns.set(columns.join(), [...(byColumns.get(columns.join()) ?? []), k]);
  });
  return Array.from(byColumns.values(), (members) => {
    const rows = pickColumns(x, own[members[0]].columns);
    const unit = rangeOf(rows) || 1;
    const inUnits = { ...rows, values: rows.values.map((v) => v / unit) };
    return { members, unit, rows: rows.columns === 1 ? inOrder(inUnits) : distinctOf(inUnits) };
  });
}

/** The columns whose kernels are left in the sum. */
function partsOf(columns: readonly OwnColumn[], sum: ColumnSum, values: readonly number[]): Part[] {
  const parts = columns.map(({ members, rows, unit }) => {
    const present = members.filter((k) => values[weightPlace(sum, k)] > ABSENT);
    const termOf = (kind: OwnKernel['kind'], stretch: number) => {
      const k = present.find((member) => sum.own[member].kind === kind);
      const [weight, rate] =
        k === undefined ? [0, 0] : [values[weightPlace(sum, k)], stretch * (unit / values[weightPlace(sum, k) + 1])];
      return {
        weight,
        rate,
        decays: (rows.kind === 'ordered' ? rows.gaps : NO_GAPS).map((gap) => Math.exp(-rate * gap)),
      };
    };
    return { members: present, smooth: termOf('matern32', Math.sqrt(3)), rough: termOf('laplace', 1), rows };
  });
  return parts.filter(({ members }) => members.length > 0);
}

function inOrder({ values }: Matrix): Ordered {
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const gaps = Float64Array.from(order, (row, a) => (a === 0 ? 0 : values[row] - values[order[a - 1]]));
  return { kind: 'ordered', order, gaps };
}

function distinctOf({ rows, columns, values }: Matrix): Distinct {
  const places = new Map<string, number>();
  const first: number[] = [];
  const of = Uint32Array.from({ length: rows }, (_, i) => {
    const key = Array.from({ length: columns }, (__, c) => values[c * rows + i]).join();
    const place = places.get(key) ?? first.push(i) - 1;
    places.set(key, place);
    return place;
  });
  const count = first.length;
  const apart = new Float64Array(count * count);
  for (let a = 0; a < count; a++)
    for (let b = 0; b < a; b++) {
      let squares = 0;
      for (let c = 0; c < columns; c++) squares += (values[c * rows + first[a]] - values[c * rows + first[b]]) ** 2;
      apart[a * count + b] = apart[b * count + a] = Math.sqrt(squares);
    }
  return { kind: 'distinct', of, count, apart };
}

/** gram ← gram + the parts; `once` (n×n) must be zeros, and is overwritten. */
function addParts(gram: Float64Array, n: number, parts: readonly Part[], once: Float64Array): void {
  // Each pair of rows in one of its two places, which of them the order of a column says.
  let diagonal = 0;
  for (const { smooth, rough, rows } of parts) {
    diagonal += smooth.weight + rough.weight;
    if (rows.kind === 'ordered') addOrdered(once, n, rows, smooth, rough);
    else addDistinct(once, n, rows, smooth, rough);
  }
  for (let j = 0; j < n; j++) {
    gram[j * (n + 1)] += diagonal;
    for (let i = j + 1; i < n; i++) {
      const value = gram[j * n + i] + once[j * n + i] + once[i * n + j];
      gram[j * n + i] = value;
      gram[i * n + j] = value;
    }
  }
}

function addOrdered(once: Float64Array, n: number, { order, gaps }: Ordered, smooth: Term, rough: Term): void {
  const [slow, fast] = [smooth.decays, rough.decays];
  const rate = smooth.rate;
  for (let a = 1; a < n; a++) {
    const column = order[a] * n;
    let [e, f, distance] = [smooth.weight, rough.weight, 0];
    for (let b = a; b > 0; b--) {
      e *= slow[b];
      f *= fast[b];
      if (e + f < NOTHING) break;
      distance += gaps[b];
      once[column + order[b - 1]] += e * (1 + rate * distance) + f;
    }
  }
}

function addDistinct(once: Float64Array, n: number, { of, count, apart }: Distinct, smooth: Term, rough: Term): void {
  const table = apart.map((distance) => {
    const s = smooth.rate * distance;
    return smooth.weight * (1 + s) * Math.exp(-s) + rough.weight * Math.exp(-rough.rate * distance);
  });
  for (let j = 0; j < n; j++)
    for (let i = j + 1, row = of[j] * count; i < n; i++) once[j * n + i] += table[row + of[i]];
}

/** tr(Q·dK) for symmetric Q by the logarithms of the weight and of the scale of each kernel of a part. */
function against(q: Float64Array, n: number, { smooth, rough, rows }: Part): [byWeight: number, byScale: number][] {
  // Half of the sums over pairs of rows: Q times e, e·s and e·s² of the smooth kernel, f and f·s of the rough one.
  const sums =
    rows.kind === 'ordered' ? overOrdered(q, n, rows, smooth, rough) : overDistinct(q, n, rows, smooth, rough);
  const [e, es, ess, f, fs] = sums;
  let diagonal = 0;
  for (let i = 0; i < n; i++) diagonal += q[i * (n + 1)];
  const ofSmooth: [number, number] = [smooth.weight * diagonal + 2 * (e + es), 2 * ess];
  const ofRough: [number, number] = [rough.weight * diagonal + 2 * f, 2 * fs];
  return [...(smooth.weight > 0 ? [ofSmooth] : []), ...(rough.weight > 0 ? [ofRough] : [])];
}

type Sums = readonly [e: number, es: number, ess: number, f: number, fs: number];

function overOrdered(q: Float64Array, n: number, { order, gaps }: Ordered, smooth: Term, rough: Term): Sums {
  const [slow, fast] = [smooth.decays, rough.decays];
  // Numbers in an array are never boxed, as variables are if the loop is optimised while it runs.
  const sums = new Float64Array(5);
  for (let a = 1; a < n; a++) {
    const column = order[a] * n;
    let [e, f, distance] = [smooth.weight, rough.weight, 0];
    for (let b = a; b > 0; b--) {
      e *= slow[b];
      f *= fast[b];
      if (e + f < NOTHING) break;
      distance += gaps[b];
      const v = q[column + order[b - 1]];
      const ve = v * e;
      const vf = v * f;
      sums[0] += ve;
      sums[1] += ve * distance;
      sums[2] += ve * distance * distance;
      sums[3] += vf;
      sums[4] += vf * distance;
    }
  }
  const [sum, first, second, other, otherFirst] = sums;
  return [sum, smooth.rate * first, smooth.rate ** 2 * second, other, rough.rate * otherFirst];
}

function overDistinct(q: Float64Array, n: number, { of, count, apart }: Distinct, smooth: Term, rough: Term): Sums {
  const byPair = new Float64Array(count * count);
  for (let j = 0; j < n; j++) for (let i = j + 1, row = of[j] * count; i < n; i++) byPair[row + of[i]] += q[j * n + i];
  const sums: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  byPair.forEach((v, o) => {
    const [s, r] = [smooth.rate * apart[o], rough.rate * apart[o]];
    const [e, f] = [v * smooth.weight * Math.exp(-s), v * rough.weight * Math.exp(-r)];
    [e, e * s, e * s * s, f, f * r].forEach((value, k) => {
      sums[k] += value;
    });
  });
  return sums;
}

/** Rows and columns of an n×n matrix times the roots of the weights. */
function weigh(a: Float64Array, roots: Float64Array): void {
  const n = roots.length;
  for (let j = 0, o = 0; j < n; j++) for (let i = 0; i < n; i++, o++) a[o] *= roots[i] * roots[j];
}

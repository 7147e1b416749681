import type { Matrix } from '../../../engine/contract/data';
import { type FeatureMap, featureCount } from '../../../engine/contract/kernel';
import type { MapKind } from '../../../engine/features/map';
import { additive } from '../../../engine/features/maps/additive';
import { laplaceTransform } from '../../../engine/features/maps/histogram';
import { signProducts } from '../../../engine/features/maps/maclaurin';
import { monomials } from '../../../engine/features/maps/taylor';
import { countSketches } from '../../../engine/features/maps/tensorSketch';
import { featureMatrix } from '../../../engine/kernels/featureMatrix';
import { pickColumns, rowBlock } from '../../../engine/kernels/rows';
import { scaleRows } from '../../../engine/kernels/scaledRows';
import { quietWith } from '../../../engine/linalg/linalg';
import { transposed } from '../../portable/matrices';
import type { PortableBlock, PortableKernel, PortableLeaf, PortableMap } from '../../portable/portable';
import { columnsOf, dot, matrixOf, plain, product, rowsOf } from './arithmetic';

/**
 * Formulas of kernels (formulas.js) by name: functions of the kernel's numbers, and of the values of its argument for
 * two rows.
 */
export type Formulas = Readonly<Record<string, (numbers: PortableLeaf['parameters'], ...of: number[]) => number>>;

/** A matrix that follows from rows. */
type OfRows = (z: Matrix) => Matrix;

/** k(x_i, z_j), n×m, of the n rows of x. */
export function kernelTo(kernel: PortableKernel, x: Matrix, formulas: Formulas): OfRows {
  switch (kernel.kind) {
    case 'sum': {
      const terms = kernel.terms.map((term) => kernelTo(term.kernel, x, formulas));
      return joined(terms, (a, b, t) => a + kernel.terms[t].weight * b, 0);
    }
    case 'product':
      return joined(
        kernel.factors.map((factor) => kernelTo(factor, x, formulas)),
        (a, b) => a * b,
        1,
      );
    case 'features': {
      const features = mapOf(kernel.map, formulas);
      const phi = transposed(features(scaleRows(x, kernel.lengthScale)));
      return (z) => {
        const products = product(phi, transposed(features(scaleRows(z, kernel.lengthScale))), true);
        return { ...products, values: products.values.map((value) => value / phi.rows) };
      };
    }
    case 'leaf':
      return leafTo(kernel, x, formulas);
  }
}

/** k(z_j, z_j). */
export const diagonalOf = (kernel: PortableKernel, z: Matrix, formulas: Formulas): Float64Array =>
  Float64Array.from({ length: z.rows }, (_, j) => {
    const row = rowBlock(z, j, 1);
    return kernelTo(kernel, row, formulas)(row).values[0];
  });

/** The columns of an unpenalised block. */
export function featuresOf(block: PortableBlock, formulas: Formulas): OfRows {
  if (block.kind === 'map') return mapOf(block.map, formulas);
  const powers = block.kind === 'constant' ? [] : block.powers;
  const monomial = (row: Float64Array) => powers.reduce((all, { column, power }) => all * row[column] ** power, 1);
  return (z) => matrixOf(Float64Array.from(rowsOf(z), monomial), z.rows);
}

function joined(parts: readonly OfRows[], join: (a: number, b: number, part: number) => number, start: number): OfRows {
  return (z) =>
    parts
      .map((part) => part(z))
      .reduce(
        (all, { rows, columns, values }, p) => ({
          rows,
          columns,
          values: values.map((value, o) => join(all.values[o] ?? start, value, p)),
        }),
        matrixOf(new Float64Array(0), 0),
      );
}

interface Row {
  readonly cells: Float64Array;
  readonly square: number;
}

type Between = (formula: Formulas[string], numbers: PortableLeaf['parameters'], z: Row, x: Row) => number;

const BETWEEN: Readonly<Record<PortableLeaf['argument'], Between>> = {
  distance: (formula, numbers, { cells }, x) => {
    let square = 0;
    for (let c = 0; c < cells.length; c++) square += (cells[c] - x.cells[c]) ** 2;
    return formula(numbers, square);
  },
  innerProduct: (formula, numbers, z, x) => formula(numbers, dot(z.cells, x.cells, x.cells.length), z.square, x.square),
  difference: (formula, numbers, { cells }, x) =>
    cells.reduce((all, value, c) => all * formula(numbers, halfTurns(value - x.cells[c])), 1),
};

function leafTo(leaf: PortableLeaf, x: Matrix, formulas: Formulas): OfRows {
  const { argument, columns, lengthScale, parameters } = leaf;
  const formula = formulas[leaf.function];
  const between = BETWEEN[argument];
  const scaled = (rows: Matrix): Row[] =>
    rowsOf(scaleRows(pickColumns(rows, columns), lengthScale)).map((cells) => ({
      cells,
      square: dot(cells, cells, cells.length),
    }));
  const to = scaled(x);
  return (z) => {
    const values = new Float64Array(x.rows * z.rows);
    scaled(z).forEach((row, j) => {
      for (let i = 0; i < to.length; i++) values[j * to.length + i] = between(formula, parameters, row, to[i]);
    });
    return { rows: x.rows, columns: z.rows, values };
  };
}

type ArrayMap = Exclude<PortableMap['kind'], 'units' | 'spline' | 'landmarks' | 'field'>;

/** Kinds of features that follow from their arrays, as the engine computes them. */
const KINDS: { readonly [K in ArrayMap]: MapKind<Extract<FeatureMap, { readonly kind: K }>> } = {
  maclaurin: signProducts,
  tensorSketch: countSketches,
  taylor: monomials,
  histogram: laplaceTransform,
  additive,
};

/** φ of the rows of z, m×M. */
function mapOf(map: PortableMap, formulas: Formulas): OfRows {
  if (map.kind === 'spline') {
    const to = kernelTo(map.kernel, transposed(map.points), formulas);
    return (z) => transposed(to(scaleRows(z, map.lengthScale)));
  }
  if (map.kind === 'landmarks') {
    const to = kernelTo(map.kernel, map.points, formulas);
    const lower = rowsOf(map.factor);
    return (z) => {
      const solved = to(z);
      for (const column of columnsOf(solved))
        lower.forEach((row, j) => {
          for (let k = 0; k < j; k++) column[j] -= row[k] * column[k];
          column[j] /= row[j];
        });
      return transposed(solved);
    };
  }
  if (map.kind === 'field') {
    const to = kernelTo(map.kernel, map.points, formulas);
    const draws = columnsOf(map.coefficients);
    return (z) => {
      const rows = columnsOf(to(z));
      const values = draws.flatMap((draw) => rows.map((row) => dot(draw, row, row.length)));
      return { rows: z.rows, columns: draws.length, values: Float64Array.from(values) };
    };
  }
  return (z) => matrixOf(evaluated(map, z), z.rows);
}

function evaluated(map: Exclude<PortableMap, { kind: 'spline' | 'landmarks' | 'field' }>, z: Matrix): Float64Array {
  const members = Object.entries(map).map(([name, member]) => [
    name,
    member.rows === undefined ? member : member.values,
  ]);
  // The engine's map holds only the values of matrices.
  const engines = { ...Object.fromEntries(members), inputs: z.columns };
  if (map.kind === 'units') return featureMatrix(engines, z, quietWith(plain));
  const into = new Float64Array(z.rows * featureCount(engines));
  (KINDS[map.kind] as MapKind).evaluate(engines, z, quietWith(plain), into);
  return into;
}

/** The distance to the nearest multiple of a period, over half the period. */
function halfTurns(turns: number): number {
  return 2 * Math.abs(turns - Math.round(turns));
}

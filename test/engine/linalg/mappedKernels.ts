import assert from 'node:assert/strict';
import type { Random } from '../../../src/engine/data/random';
import { formOf, type ScaledShape } from '../../../src/engine/kernels/formOf';
import { kernelParameters, mapNumber } from '../../../src/engine/linalg/core/kernelParameters';
import { tanhTables } from '../../../src/engine/linalg/core/tanhTables';
import type { Maps } from './mapsModule';

export type Rows = readonly Float64Array[];

/** Every form, with the largest error allowed, relative to the largest value, the diagonals included. */
export const FORMS: readonly (readonly [ScaledShape, number])[] = [
  [{ kind: 'gaussian', lengthScale: 0.7 }, 4e-15],
  [{ kind: 'laplace', lengthScale: 0.9 }, 4e-15],
  [{ kind: 'matern32', lengthScale: 0.9 }, 4e-15],
  [{ kind: 'matern52', lengthScale: 1.4 }, 4e-15],
  [{ kind: 'cauchy', lengthScale: 1.1 }, 4e-15],
  [{ kind: 'linear' }, 4e-15],
  [{ kind: 'polynomial', degree: 1, scale: 0.5, offset: 0 }, 4e-15],
  [{ kind: 'polynomial', degree: 5, scale: 0.3, offset: 1.5 }, 1e-14],
  [{ kind: 'arcCosine', order: 0 }, 1e-14],
  [{ kind: 'arcCosine', order: 1 }, 4e-15],
  [{ kind: 'arcCosine', order: 2 }, 4e-15],
  [{ kind: 'network', activation: 'relu', weight: 0.8, bias: 0.1 }, 4e-15],
  [{ kind: 'network', activation: 'erf', weight: 0.8, bias: 0.1 }, 4e-15],
  [{ kind: 'network', activation: 'tanh', weight: 0.4, bias: 0.1 }, 2e-14],
  [{ kind: 'thinPlate' }, 4e-15],
  [{ kind: 'polyharmonic', exponent: 1 }, 4e-15],
  [{ kind: 'polyharmonic', exponent: 2 }, 4e-15],
  [{ kind: 'polyharmonic', exponent: 3 }, 4e-15],
  [{ kind: 'polyharmonic', exponent: 4 }, 6e-15],
  [{ kind: 'polyharmonic', exponent: 7 }, 1e-14],
  [{ kind: 'negativeDistance' }, 4e-15],
  [{ kind: 'multiquadric', offset: 0.6 }, 4e-15],
  // Even, odd and real orders, and those close to an odd one on either side, where two poles cancel.
  ...[1.25, 1.5, 1.75, 2, 2.5, 2.9999999, 3, 3.00001, 3.4, 3.5, 4, 4.6, 5, 7.3, 10, 11].map(
    (order) => [{ kind: 'spline', order }, 2e-14] as const,
  ),
  ...[0.7, 1, 1.25, 1.5, 2.05, 4].map((smoothness) => [{ kind: 'trigonometric', smoothness }, 2e-14] as const),
];

export function said(form: ScaledShape): string {
  return Object.values(form).join(' ');
}

/** Rows of standard normal numbers. */
export function drawn(random: Random, n: number, d: number): Rows {
  return Array.from({ length: n }, () =>
    Float64Array.from(
      { length: d },
      () => Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform()),
    ),
  );
}

export function inner(x: Float64Array, z: Float64Array): number {
  return x.reduce((sum, v, l) => sum + v * z[l], 0);
}

/** k(x_i, z_j) by the core's maps, in a tile that lies inside a larger matrix. Entry (i, j) at [j][i]. */
export function mapped(maps: Maps, shape: ScaledShape, x: Rows, z: Rows): Float64Array[] {
  const form = formOf(shape);
  const lead = x.length + 3;
  let next = 1 << 16;
  const place = (values: Float64Array): number => {
    const at = next;
    new Float64Array(maps.memory.buffer, at, values.length).set(values);
    next += values.byteLength + 16;
    return at;
  };
  const normsX = Float64Array.from(x, (v) => inner(v, v));
  const normsZ = Float64Array.from(z, (v) => inner(v, v));
  const tile = new Float64Array(lead * z.length).fill(-7);
  if (form.kind !== 'periodic') {
    z.forEach((v, j) => {
      x.forEach((u, i) => {
        tile[i + j * lead] = inner(u, v);
      });
    });
  }
  const c = place(tile);
  const columns = (rows: Rows) =>
    Float64Array.from({ length: rows.length * rows[0].length }, (_, k) => {
      return rows[k % rows.length][Math.floor(k / rows.length)];
    });
  if (form.kind === 'periodic') {
    const { map, values } = kernelParameters(form);
    const [xAt, zAt, p] = [place(columns(x)), place(columns(z)), place(values)];
    maps.differenceTile(
      mapNumber(maps, map),
      c,
      x.length,
      z.length,
      lead,
      xAt,
      x.length,
      zAt,
      z.length,
      0,
      x[0].length,
      p,
    );
  } else if (form.kind === 'tanhNetwork') {
    const tables = tanhTables(form, normsX, normsZ);
    const [a, b, p] = [place(tables.x), place(tables.z), place(tables.values)];
    maps.mapTile(mapNumber(maps, tables.map), c, x.length, z.length, lead, a, b, p);
  } else {
    const { map, values } = kernelParameters(form);
    const [a, b, p] = [place(normsX), place(normsZ), place(values)];
    maps.mapTile(mapNumber(maps, map), c, x.length, z.length, lead, a, b, p);
  }
  const found = new Float64Array(maps.memory.buffer, c, tile.length);
  return z.map((_, j) => {
    // The memory between the columns of the tile does not belong to the tile.
    for (let i = x.length; i < lead; i++) assert.equal(found[j * lead + i], -7);
    return found.slice(j * lead, j * lead + x.length);
  });
}

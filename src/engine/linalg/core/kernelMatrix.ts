import { KernelscopeError } from '../../contract/failure';
import type { KernelForm } from '../kernelForm';
import type { Pointer } from './exports';
import { exactDiagonal, kernelParameters, mapNumber } from './kernelParameters';
import type { CoreMachine } from './machine';
import { tanhTables } from './tanhTables';

/** Rows in the arena: n×d, column-major. */
export interface RowsInArena {
  readonly at: Pointer;
  readonly n: number;
}

/**
 * Fills `target` (n×m) with k(x_i, z_j). If x and z are the same object, half is computed and mirrored, and the
 * diagonal is made exact. Throws `numerics/failed` if a row has no finite norm.
 */
export function kernelMatrix(
  machine: CoreMachine,
  form: KernelForm,
  x: RowsInArena,
  z: RowsInArena,
  d: number,
  target: Pointer,
): void {
  const { arena, exports } = machine;
  const symmetric = x === z;
  const norms = (rows: RowsInArena): Pointer => {
    const at = arena.allocate(rows.n);
    exports.squaredNorms(rows.at, rows.n, d, at);
    checkFinite(arena.view(at, rows.n));
    return at;
  };
  const normsX = norms(x);
  const normsZ = symmetric ? normsX : norms(z);
  const put = (values: Float64Array): Pointer => {
    const at = arena.allocate(values.length);
    arena.view(at, values.length).set(values);
    return at;
  };
  const ofX = arena.view(normsX, x.n);
  const { map, values, ...tables } =
    form.kind === 'tanhNetwork'
      ? tanhTables(form, ofX, symmetric ? ofX : arena.view(normsZ, z.n))
      : { ...kernelParameters(form), x: undefined, z: undefined };
  const a = tables.x ? put(tables.x) : normsX;
  const b = symmetric ? a : tables.z ? put(tables.z) : normsZ;
  const differences = Number(form.kind === 'periodic');
  const number = mapNumber(exports, map);
  exports.kernelMatrix(number, differences, x.at, x.n, z.at, z.n, d, a, b, put(values), target, Number(symmetric));
  machine.settle();
  if (!symmetric) return;
  const matrix = arena.view(target, x.n * x.n);
  const squares = arena.view(normsX, x.n);
  for (let i = 0; i < x.n; i++) matrix[i * (x.n + 1)] = exactDiagonal(form, squares[i], d);
}

function checkFinite(norms: Float64Array): void {
  const row = norms.findIndex((v) => !Number.isFinite(v));
  if (row < 0) return;
  throw new KernelscopeError(
    'numerics/failed',
    `Row ${row + 1} of what the kernel is computed from holds a value that is missing, infinite or too large to square. Check the columns for very large values, or standardise them.`,
    { row: row + 1 },
  );
}

import type { Matrix } from '../../engine/contract/data';

/** A vector or a matrix as numpy's .npy, format 1.0: float64, integers as int64, matrices by columns. */
export function npy(array: Float64Array | Uint32Array | Matrix): Uint8Array {
  const matrix = 'values' in array && 'columns' in array;
  const values = matrix ? array.values : array;
  const whole = values instanceof Uint32Array;
  const shape = matrix ? `(${array.rows}, ${array.columns})` : `(${values.length},)`;
  const head = `{'descr': '${whole ? '<i8' : '<f8'}', 'fortran_order': ${matrix ? 'True' : 'False'}, 'shape': ${shape}, }`;
  const length = Math.ceil((10 + head.length + 1) / 64) * 64;
  const bytes = new Uint8Array(length + 8 * values.length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (length - 10) & 255, (length - 10) >> 8]);
  bytes.fill(0x20, 10, length - 1);
  for (let i = 0; i < head.length; i++) bytes[10 + i] = head.charCodeAt(i);
  bytes[length - 1] = 0x0a;
  // Typed arrays are little-endian on every machine this runs on, as pack.ts assumes too.
  if (whole) new BigInt64Array(bytes.buffer, length, values.length).set(BigInt64Array.from(values, BigInt));
  else bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), length);
  return bytes;
}

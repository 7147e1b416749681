import { pickRows } from '../../kernels/rows';
import type { Problem } from '../problem';

/** These training rows (0-based) alone. */
export function problemOnRows(
  { x, fileColumns, outputs, classes, rootWeights, codes }: Problem,
  rows: Uint32Array,
): Problem {
  const at = (values: Float64Array) => Float64Array.from(rows, (i) => values[i]);
  return {
    x: pickRows(x, rows),
    fileColumns,
    outputs: outputs.map(({ heldOut: _, ...output }) => ({
      ...output,
      y: at(output.y),
      weighted: at(output.weighted),
    })),
    ...(classes && { classes }),
    ...(rootWeights && { rootWeights: at(rootWeights) }),
    ...(codes && { codes: at(codes) }),
  };
}

import type { Matrix } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import { fillPanel, type PanelRows, prepareKernel } from '../../kernels/kernelPanel';
import { rowBlock } from '../../kernels/rows';
import type { Computing } from '../../linalg/linalg';

/** Numbers in a panel by default, 4 MB: it stays in the processor's cache between being computed and being used. */
const NUMBERS = 2 ** 19;

/** Rows of a panel by default, for m landmarks. */
export function panelRows(m: number): number {
  return Math.max(16, Math.min(1024, Math.floor(NUMBERS / Math.max(1, m))));
}

/**
 * k(points, x_i) for a range of the rows of `x`, into `panel` (m×rows, column-major): the numbers of a row are
 * adjacent. Distances are centred on the means of the points, as they are in k(points, points), whatever the range.
 */
export function landmarkPanel(
  kernel: KernelSpec,
  points: Matrix,
  x: Matrix,
  { from, rows }: PanelRows,
  panel: Float64Array,
  context: Computing,
): void {
  context.linalg.scope(() => {
    const prepared = prepareKernel(kernel, points, rowBlock(x, from, rows), context);
    fillPanel(prepared, { from: 0, rows: points.rows }, { from: 0, rows }, panel, context);
  });
}

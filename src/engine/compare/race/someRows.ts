import type { RunContext } from '../../contract/context';
import type { Design } from '../../contract/data';
import { permutation } from '../../data/random';
import { onRows } from '../../fit/onRows';

/** Rows of a fit that stands within half a second. */
const ROWS = 300;

/** The design on some of its training rows, drawn with the seed; itself where it has no more. */
export function forFirstFigures(design: Design, seed: number, context: RunContext): Design {
  const n = design.train.x.rows;
  if (n <= ROWS) return design;
  return onRows(design, permutation(n, seed, context).slice(0, ROWS).sort());
}

import type { RunContext } from '../../contract/context';
import type { Design, Sample } from '../../contract/data';
import { divisionOn } from '../../data/folds';
import { permutation } from '../../data/random';
import { pickRows } from '../../kernels/rows';

/** Rows of a fit that stands within half a second. */
const ROWS = 300;

/** The design on some of its training rows, drawn with the seed; itself where it has no more. */
export function forFirstFigures(design: Design, seed: number, context: RunContext): Design {
  const n = design.train.x.rows;
  if (n <= ROWS) return design;
  const picked = permutation(n, seed, context).slice(0, ROWS).sort();
  const division = divisionOn(design.division, picked);
  return {
    ...design,
    train: pickSample(design.train, picked),
    ...(division && { division }),
    ...(design.copies && { copies: Int32Array.from(picked, (i) => (design.copies as Int32Array)[i]) }),
    ...(design.groups && {
      groups: design.groups.map(({ column, unit }) => ({ column, unit: Int32Array.from(picked, (i) => unit[i]) })),
    }),
  };
}

function pickSample({ x, y, more, weights, rows, lines }: Sample, picked: Uint32Array): Sample {
  const at = (values: Float64Array) => Float64Array.from(picked, (i) => values[i]);
  return {
    x: pickRows(x, picked),
    y: at(y),
    more: more.map(at),
    ...(weights && { weights: at(weights) }),
    rows: picked.map((i) => rows[i]),
    lines: picked.map((i) => lines[i]),
  };
}

import type { Design, Sample } from '../contract/data';
import { divisionOn } from '../data/folds';
import { pickRows } from '../kernels/rows';

/** The design on some of its training rows; which rows are held out stays. */
export function onRows(design: Design, picked: Uint32Array): Design {
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

export function pickSample({ x, y, more, weights, rows, lines }: Sample, picked: Uint32Array): Sample {
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

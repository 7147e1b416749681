import type { RunResult } from '../../engine/contract/run';

/** The length scale of each column of the file, the smallest of those of its encoded columns; undefined where all have one. */
export function columnScales({
  kernel,
  model,
  data,
}: Pick<RunResult, 'kernel' | 'model' | 'data'>): ReadonlyMap<string, number> | undefined {
  const { names } = model.transform;
  if (!('lengthScale' in kernel) || kernel.lengthScale.length !== names.length || names.length < 2) return undefined;
  const columnOf = new Map(
    data.encoded.flatMap(({ column, columns }) => columns.map((name) => [name, column] as const)),
  );
  const scales = new Map<string, number>();
  names.forEach((name, j) => {
    const column = columnOf.get(name) ?? name;
    scales.set(column, Math.min(scales.get(column) ?? Number.POSITIVE_INFINITY, kernel.lengthScale[j]));
  });
  return scales;
}

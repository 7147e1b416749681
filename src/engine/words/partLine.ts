import type { FileStamp } from '../contract/data';

/** Where a line of a table stands: of several files the one that has it, and the line in that. */
export function partLine(
  { name, path, parts = [] }: Pick<FileStamp, 'name' | 'path' | 'parts'>,
  line: number,
): { readonly name: string; readonly path: string; readonly line: number } {
  const part = parts.findLast(({ before }) => before !== undefined && before < line);
  return part ? { name: part.name, path: part.path, line: line - (part.before ?? 0) } : { name, path, line };
}

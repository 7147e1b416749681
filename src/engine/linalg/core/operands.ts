import type { Block } from '../linalg';
import type { Arena } from './arena';
import type { Pointer } from './exports';

/** A block where the core can reach it. */
export interface Placed {
  readonly at: Pointer;
  readonly lead: number;
}

/**
 * The place of a block (rows×columns) in the arena; a block that lies elsewhere is copied there first or, if its
 * content does not matter, is only given room.
 */
export function place(arena: Arena, block: Block, rows: number, columns: number, content = true): Placed {
  const { values, offset, lead } = block;
  if (rows === 0 || columns === 0) return { at: arena.allocate(0), lead: Math.max(1, rows) };
  if (arena.holds(values)) return { at: values.byteOffset + offset * 8, lead };
  const at = arena.allocate(rows * columns);
  if (content) {
    const copy = arena.view(at, rows * columns);
    if (lead === rows) copy.set(values.subarray(offset, offset + rows * columns));
    else {
      for (let j = 0; j < columns; j++)
        copy.set(values.subarray(offset + j * lead, offset + j * lead + rows), j * rows);
    }
  }
  return { at, lead: rows };
}

/** Copies a placed block back to where it came from, unless it never left. */
export function putBack(arena: Arena, { at }: Placed, block: Block, rows: number, columns: number): void {
  const { values, offset, lead } = block;
  if (arena.holds(values) || rows === 0 || columns === 0) return;
  const copy = arena.view(at, rows * columns);
  if (lead === rows) values.set(copy, offset);
  else for (let j = 0; j < columns; j++) values.set(copy.subarray(j * rows, (j + 1) * rows), offset + j * lead);
}

import type { ColumnReading } from '../contract/data';

import type { ReadColumn, TableReading } from '../data/tableReading';
import type { Understood } from '../parts/sampleTable';

/** How columns of several files are understood together, those of the first in their order and then what others have beside. */
export function mergedColumns(readings: readonly Pick<TableReading, 'columns'>[]): Understood[] {
  const found = new Map<string, ReadColumn>();
  for (const { columns } of readings)
    for (const column of columns) {
      const before = found.get(column.name);
      found.set(column.name, before ? { ...column, reading: together(before.reading, column.reading) } : column);
    }
  return Array.from(found.values(), ({ name, reading }) => ({ name, reading }));
}

/** Cells of two kinds are words. */
function together(a: ColumnReading, b: ColumnReading): ColumnReading {
  if (a.kind === 'empty') return b;
  if (b.kind === 'empty') return a;
  if (a.kind === 'number' && b.kind === 'number') return a.standIn === undefined ? b : a;
  if (a.kind === 'date' && b.kind === 'date') {
    if (a.guessed || b.guessed || a.monthFirst === b.monthFirst) return a.guessed ? b : a;
    return { kind: 'category' };
  }
  if (a.kind === 'boolean' && b.kind === 'boolean' && a.words[0] === b.words[0]) return a;
  return { kind: a.kind === 'text' || b.kind === 'text' ? 'text' : 'category' };
}

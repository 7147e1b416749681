import type { Note } from '../contract/note';
import { counted } from '../words/sentence';
import { doubtBelow } from './doubts';
import {
  type Edge,
  type Extremes,
  exact,
  gapOf,
  isMark,
  isolated,
  REPEATED,
  type Sentinel,
  standsIn,
} from './sentinels';

/** A value that is read as a number, and could well mean "missing". */
interface KeptStandIn extends Sentinel {
  /** 0 when it is as far from the other values as these spread, 1 when it is half as far. */
  readonly margin: number;
}

/**
 * For each column without a stand-in: a lowest or highest value that is written like one, but comes too seldom or too
 * near the others.
 */
function keptStandIns(
  columns: readonly (Extremes | undefined)[],
  found: readonly (Sentinel | undefined)[],
): (KeptStandIn | undefined)[] {
  return columns.map((column, j) => {
    if (!column || found[j]) return undefined;
    const kept = [column.low, column.high].map(beyondTwo).filter(({ value, min, max }) => min <= max && isMark(value));
    return kept.map((edge) => ({ ...edge, margin: marginOf(edge) })).sort((a, b) => a.margin - b.margin)[0];
  });
}

/** The same edge beside the values that are left when the nearest of them stands for "missing" too, −9999 beside −7777. */
function beyondTwo(edge: Edge): Edge {
  const below = edge.value < edge.min;
  const second = below ? edge.min : edge.max;
  if (!standsIn(second) && !/^(\d)\1{2,}$/.test(String(second))) return edge;
  return below ? { ...edge, min: edge.next } : { ...edge, max: edge.next };
}

function marginOf(edge: Edge): number {
  const { count, min, max } = edge;
  if (isolated(edge)) return 0;
  const relative = gapOf(edge) / (max - min);
  return count < REPEATED ? 1 : Math.min(1, 2 - 2 * relative);
}

/** The notes on values that are read as numbers and could mean missing. */
export const keptNotes = (
  names: readonly string[],
  columns: readonly (Extremes | undefined)[],
  found: readonly (Sentinel | undefined)[],
): readonly Note[] =>
  keptStandIns(columns, found).flatMap((kept, j) => {
    if (!kept) return [];
    const said = `${exact(kept.value)} is read as a number in "${names[j]}" (${counted(kept.count, 'cell')}), and could mean missing`;
    return doubtBelow('missing', kept.margin, said, [names[j]]);
  });

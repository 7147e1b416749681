import type { ReadRules } from '../contract/data';
import type { ColumnBuilder } from './columnBuilder';
import type { ColumnSet } from './columnSet';
import { DurationsAfterAll, LevelsAfterAll } from './readAgain';

/** Fewer different codes are no list of codes. */
const FEWEST = 3;

/**
 * Once all rows are there: throws `DurationsAfterAll` where words are durations, and `LevelsAfterAll` where NA stands among two-letter codes, as
 * Namibia does among countries.
 */
export function reconsider({ names, builders, missing }: ColumnSet, { levels }: ReadRules): void {
  for (const builder of builders) builder.settle();
  const found = names.flatMap((name, j) => {
    const duration = builders[j].foundDuration;
    return duration === undefined ? [] : [[name, duration] as const];
  });
  if (found.length > 0) throw new DurationsAfterAll(Object.fromEntries(found));
  if (levels !== undefined || missing.settles('NA')) return;
  const codes = names.filter((_, j) => naAmongCodes(builders[j]));
  if (codes.length > 0) throw new LevelsAfterAll(codes);
}

function naAmongCodes({ labels, tokens, forced, frozen }: ColumnBuilder): boolean {
  if (!labels || labels.overflow || frozen || (forced !== undefined && forced !== 'category')) return false;
  if (!tokens.has('NA')) return false;
  const { seen } = labels;
  return seen.length >= FEWEST && seen.every((level) => /^[A-Z]{2}$/.test(level));
}

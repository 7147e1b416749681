import type { ReadRules } from '../contract/data';
import type { ColumnBuilder } from './columnBuilder';
import type { ColumnSet } from './columnSet';
import { KEPT_TOKENS, type KeptToken } from './keptTokens';
import { DurationsAfterAll, LevelsAfterAll } from './readAgain';

/**
 * To be called once all rows are there: throws `DurationsAfterAll` when words are durations, and `LevelsAfterAll` when
 * NA is among two-letter codes, as Namibia is among countries, or - beside +, as in results of tests.
 */
export function reconsider({ names, builders, missing }: ColumnSet, { levels, signs }: ReadRules): void {
  for (const builder of builders) builder.settle();
  const durations = names.flatMap((name, j) => {
    const duration = builders[j].foundDuration;
    return duration === undefined ? [] : [[name, duration] as const];
  });
  if (durations.length > 0) throw new DurationsAfterAll(Object.fromEntries(durations));
  if (levels !== undefined || signs !== undefined) return;
  const among = (kept: KeptToken) =>
    missing.settles(kept.token) ? [] : names.filter((_, j) => isAmong(builders[j], kept));
  const found = { levels: among(KEPT_TOKENS.levels), signs: among(KEPT_TOKENS.signs) };
  if (found.levels.length + found.signs.length > 0) throw new LevelsAfterAll(found);
}

function isAmong({ labels, tokens, forced, frozen }: ColumnBuilder, { token, fewest, others }: KeptToken): boolean {
  if (!labels || labels.overflow || frozen || (forced !== undefined && forced !== 'category')) return false;
  if (!tokens.has(token)) return false;
  const { seen } = labels;
  return seen.length >= fewest && seen.every((level) => others.test(level));
}

import type { ReadRules } from '../contract/data';
import type { ColumnBuilder } from './columnBuilder';
import type { ColumnSet } from './columnSet';
import { DurationsAfterAll, LevelsAfterAll } from './readAgain';

/** Levels among which a token for "missing" is one of them, from so many different ones on. */
const AMONG = {
  NA: { fewest: 3, levels: /^[A-Z]{2}$/ },
  '-': { fewest: 1, levels: /^(?:\+{1,4}|\(\+\)|\+\/[-\u2212]|±)$/ },
} as const;

/**
 * Once all rows are there: throws `DurationsAfterAll` where words are durations, and `LevelsAfterAll` where NA stands among two-letter codes, as
 * Namibia does among countries, or - beside +, as results of tests do.
 */
export function reconsider({ names, builders, missing }: ColumnSet, { levels, signs }: ReadRules): void {
  for (const builder of builders) builder.settle();
  const durations = names.flatMap((name, j) => {
    const duration = builders[j].foundDuration;
    return duration === undefined ? [] : [[name, duration] as const];
  });
  if (durations.length > 0) throw new DurationsAfterAll(Object.fromEntries(durations));
  if (levels !== undefined || signs !== undefined) return;
  const among = (token: keyof typeof AMONG) =>
    missing.settles(token) ? [] : names.filter((_, j) => isAmong(builders[j], token));
  const found = { levels: among('NA'), signs: among('-') };
  if (Object.values(found).flat().length > 0) throw new LevelsAfterAll(found);
}

function isAmong({ labels, tokens, forced, frozen }: ColumnBuilder, token: keyof typeof AMONG): boolean {
  if (!labels || labels.overflow || frozen || (forced !== undefined && forced !== 'category')) return false;
  if (!tokens.has(token)) return false;
  const { seen } = labels;
  const { fewest, levels } = AMONG[token];
  return seen.length >= fewest && seen.every((level) => levels.test(level));
}

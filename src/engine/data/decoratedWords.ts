import { listed } from '../words/sentence';
import { ELSEWHERE, undecorated } from './decoration';
import type { LevelCount } from './labels';
import { looksNumeric } from './numbers';

/** Words are numbers but for a few from this share on. */
const MOSTLY = 0.8;

/** Said of words that are numbers with something at them that is not read: several units, "<". */
export function decoratedWords(counted: readonly LevelCount[], kind: 'category' | 'text'): string | undefined {
  const signs = new Map<string, number>();
  let present = 0;
  let word: string | undefined;
  for (const { level, count } of counted) {
    present += count;
    const sign = signOf(level, kind);
    if (sign !== undefined) signs.set(sign, (signs.get(sign) ?? 0) + count);
    else word ??= level;
  }
  const all = [...signs].sort((a, b) => b[1] - a[1]);
  if (all.length > MOST_SIGNS || all.reduce((sum, [, times]) => sum + times, 0) < MOSTLY * present) return undefined;
  const named = all.filter(([sign]) => sign !== '').map(([sign]) => `“${sign}”`);
  const read = all.length === 1 && /^[\p{L}\p{Sc}%°]/u.test(all[0][0]);
  if (read && word !== undefined)
    return `${ELSEWHERE} ${named[0]}, and has other cells such as "${word}"; set its kind to number to count these as missing`;
  return named.length === 0
    ? undefined
    : `${ELSEWHERE} ${listed(named)}, which are not read${all.length > 1 ? ' together' : ''}`;
}

/** More signs than this at numbers are words of their own. */
const MOST_SIGNS = 3;

/** Signs before a number, or behind it (*, †), and an error behind it (5.2 ± 0.1). */
const BEFORE = /^([^\p{L}\d\s]{1,3})\s?(\d[\d.,]{0,20})$/u;
const BEHIND = /^[-+\u2212]?(\d[\d.,]{0,20})\s?([^\p{L}\d\s.,]{1,4})$/u;
const ERROR = /^[-+\u2212]?(\d[\d.,]{0,20})\s?(±|\+\/?-)\s?\d[\d.,]{0,20}$/u;

/** An error in the last digits in brackets: 14.04(5). */
const LAST_DIGITS = /^[-+\u2212]?\d[\d.,]{0,20}\s?\(\d[\d.,]{0,5}\)$/;
const FRACTION = /^[-+\u2212]?(?:\d{1,9} )?\d{1,9}\s?\/\s?\d{1,9}$/;

/** The sign at a cell's number: its unit, signs that are no letters, or its error; in texts, a fraction's slash. */
function signOf(level: string, kind: 'category' | 'text'): string | undefined {
  if (LAST_DIGITS.test(level)) return '(';
  if (kind === 'text' && FRACTION.test(level)) return '/';
  const bare = undecorated(level);
  if (bare && looksNumeric(bare.text)) return bare.unit;
  const before = BEFORE.exec(level);
  const [, number = before?.[2], sign = before?.[1]] = BEHIND.exec(level) ?? ERROR.exec(level) ?? [];
  return number !== undefined && looksNumeric(number) ? sign : undefined;
}

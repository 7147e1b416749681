import { plain, wholePercent } from '../../engine/words/numbers';
import type { KeyNumber } from '../view/overviewTypes';

/** What stands at both ends of the bar below a key number, in the form of the number itself. */
export function stripEnds({ value, strip }: Pick<KeyNumber, 'value' | 'strip'>): readonly [string, string] {
  const text = value.includes('%') ? wholePercent : (v: number) => plain(v, 2);
  return [text(strip.domain[0]), text(strip.domain[1])];
}

import { choicesOf, type LeftOutScores } from './leftOut';
import { LOSS_WORDS } from './losses';
import { SELECTION_WORDS } from './robustParameters';
import type { RobustSettings } from './robustSettings';

/** Which strength of a path is used; indices from the regular end on. */
export interface StrengthChoice {
  readonly at: number;
  /** Points of the path that are worth following. */
  readonly count: number;
  /** "set", or how it was chosen. */
  readonly rule: string;
  readonly least: { readonly score: number; readonly oneStandardError: number };
}

/** By the errors on rows left out in `parts` parts; `setIndex` is the index of a strength that was set, otherwise −1. */
export function chooseStrength(
  { selection, loss }: RobustSettings,
  setIndex: number,
  scored: LeftOutScores,
  parts: number,
): StrengthChoice {
  const { least, oneStandardError } = choicesOf(scored);
  const at = setIndex >= 0 ? setIndex : selection === 'cv' ? least : oneStandardError;
  const last = scored.score.findLastIndex((v) => !Number.isNaN(v));
  const over = parts === 1 ? 'on the validation part' : `over ${parts} folds`;
  const rule = setIndex >= 0 ? 'set' : `${SELECTION_WORDS[selection]} ${LOSS_WORDS[loss]} ${over}`;
  return { at, count: Math.max(at, last) + 1, rule, least: { score: least, oneStandardError } };
}

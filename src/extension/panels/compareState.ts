import { isListOf, isNameIn, isText } from '../../engine/contract/shape';
import { MOST_RUNS } from '../../figures/compare/refusal';
import { MEASURES } from '../../figures/compare/words';
import type { CompareState } from '../../webview/protocol';

/** What the page of a comparison remembered; whatever is not as it should be is left out. */
export function compareState(value: unknown): CompareState {
  const { runIds, baseline, target, measure, race } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Record<string, unknown>;
  return {
    runIds: isListOf(runIds, isText) ? [...new Set(runIds)].slice(0, MOST_RUNS) : [],
    ...(isText(baseline) && { baseline }),
    ...(isText(target) && { target }),
    ...(isNameIn(MEASURES, measure) && { measure }),
    ...(isText(race) && { race }),
  };
}

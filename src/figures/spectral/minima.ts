import type { Sentence } from '../../engine/contract/figure';
import type { Axis } from '../../engine/contract/filter';
import type { RiskMinimum } from '../../engine/spectrum/riskMinima';
import { claimed, counted, listed, sentence } from '../../engine/words/sentence';
import type { RunView } from '../view/view';
import { axisText, sameValue, settingText, signOf } from '../words/filterWords';

/** The number of minima that the exact risk has along an axis as fitted, and their places (TKRR figures 1 and 2). */
export function minimaSentence(view: RunView, axis: Axis): Sentence {
  const { told, minima } = view.facts.paths.minima(axis);
  const sign = signOf(axis);
  if (told === undefined)
    return sentence(
      `Whether the risk has one minimum over ${sign} or several `,
      'cannot be told',
      ' from these scores.',
    );
  const places = listed(minima.map((minimum) => placeText(axis, minimum)));
  if (told === 'several')
    return claimed(
      'several-minima',
      `Over ${sign} the risk has `,
      counted(minima.length, 'minimum', 'minima'),
      `: ${places}.`,
    );
  const shallow = 'but for shallow ones';
  return claimed('one-minimum', `Over ${sign} the risk has `, 'one minimum', `, ${places}, ${shallow}.`);
}

/** "at λ 1.0 × 10⁻³ (5.0 × 10⁻⁴ to 2.0 × 10⁻³)" */
function placeText(axis: Axis, { at, from, to }: RiskMinimum): string {
  const range = sameValue(axis, from, to) ? '' : ` (${axisText(axis, from)} to ${axisText(axis, to)})`;
  return `at ${settingText(axis, at)}${range}`;
}

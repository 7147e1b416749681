import { isSettling, NOTHING_ASKED, settledRequest } from '../choices/settled';
import { type Callout, type CalloutAct, calloutText } from '../engine/contract/callout';
import type { FitRequest } from '../engine/contract/run';
import { changedOptions } from '../figures/report/commandLine';
import type { TextPart } from './text/parts';

/** Callouts as lines: doubtful findings with an exclamation mark, and after each the options that settle it in a fit of this request. */
export const calloutParts = (callouts: readonly Callout[] = [], request: FitRequest = NOTHING_ASKED): TextPart[] =>
  callouts.map((callout) => {
    const options = callout.act ? optionsOf(callout.act.change, request) : '';
    return {
      prose: `${calloutText(callout)}${options === '' ? '' : ` (${options})`}`,
      mark: callout.severity === 'doubt' ? '! ' : '· ',
      indent: '  ',
    };
  });

function optionsOf(act: CalloutAct, request: FitRequest): string {
  if (act.kind === 'without') return 'leave out of --features';
  return isSettling(act) ? changedOptions(request, settledRequest(request, act)) : '';
}

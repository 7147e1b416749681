import { l10n } from 'vscode';
import { pack } from '../../engine/contract/pack';
import type { Proposal } from '../../engine/contract/proposal';
import type { Advice } from '../../webview/protocol';
import { PANEL } from '../ids';
import type { Services } from '../services';
import { askInPanel } from './askInPanel';

/** One of the ways to fit a file that memory allows, chosen in a panel; undefined when the person closes it. */
export function askWay(services: Services, advice: Advice, signal?: AbortSignal): Promise<Proposal | undefined> {
  return askInPanel(services, {
    kind: PANEL.advice,
    title: l10n.t('{0} · ways to fit', advice.file),
    page: 'comparison',
    signal,
    shown: () => ({ type: 'advice', bytes: pack(advice) }),
    answer(message) {
      const taken = message.type === 'takeWay' ? advice.proposals.proposals[message.way] : undefined;
      return taken?.possible ? taken : undefined;
    },
  });
}

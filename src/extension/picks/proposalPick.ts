import type { Proposal, Proposals } from '../../engine/contract/proposal';
import { pickOne } from '../plainWindow';
import { proposalItems } from './proposalItems';

/** One of the ways to fit a file that memory allows; undefined on Escape. The recommendation stands above them. */
export async function pickProposal(file: string, comparison: Proposals): Promise<Proposal | undefined> {
  const picked = await pickOne(proposalItems(comparison), {
    title: `Ways to fit ${file}`,
    placeHolder: comparison.message,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.proposal;
}

import type { Proposal, Proposals } from '../../engine/contract/proposal';
import { lossWords } from '../../engine/words/lossWords';
import { durationRange, fileSize } from '../../engine/words/quantities';

/** A line of the pick, without the editor's types. */
export interface ProposalItem {
  readonly icon: string;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly proposal: Proposal;
}

/** What memory allows, best first, the recommended one with a star. A pilot of no rows: nothing had to be compared. */
export function proposalItems({ proposals, pilot }: Proposals): ProposalItem[] {
  return proposals
    .filter(({ possible }) => possible)
    .map((proposal, i) => ({
      icon: i === 0 ? 'star-full' : 'play',
      label: proposal.title,
      description: [
        durationRange(proposal.range),
        fileSize(Number(proposal.bytes.toPrecision(2))),
        ...(pilot.train > 0 ? [expected(proposal)] : []),
      ].join(' · '),
      detail: proposal.why,
      proposal,
    }));
}

const expected = ({ loss }: Proposal): string =>
  Number.isNaN(loss) ? 'loss not measured' : `error ${lossWords(loss)}`;

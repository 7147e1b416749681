import { cut } from '../../engine/contract/cut';
import type { Proposal } from '../../engine/contract/proposal';
import { requestOfProposal } from '../../engine/contract/proposalRequest';
import { lossText } from '../../engine/words/methodWords';
import { durationRange, memorySize } from '../../engine/words/quantities';
import { line } from '../brief/lines';
import { requestOf, takesFit } from '../fitAsked';
import { operation } from '../operation';

export const recommendOperation = operation({
  title: 'Recommend a Way to Fit',
  sentence:
    'For files of many rows: which way to fit suits their number (exact, landmarks, random features, a sample), with the time, memory and loss of each, measured on a small part of the rows.',
  takes: takesFit(['target', 'features', 'design'], ['target']),
  gives: {
    target: 'text',
    rows: 'count',
    message: 'text',
    ways: 'list',
  },
  async run(house, asked) {
    const request = await requestOf(house, asked);
    return { request, all: await house.call('propose', request) };
  },
  said: ({ request, all }) => ({
    parts: [
      { title: '', lines: [all.message] },
      { title: 'Ways, best first: time, memory, expected loss', lines: all.proposals.map(wayLine) },
    ],
    structured: {
      target: cut(request.design.target),
      rows: all.rows,
      message: line(all.message),
      ways: all.proposals.map((proposal) => {
        const { title, range, bytes, loss, possible } = proposal;
        const { method, parameters, design } = requestOfProposal(request, proposal, all);
        return {
          title,
          method,
          parameters,
          ...(design.maxRows !== undefined && { maxRows: design.maxRows }),
          seconds: range,
          bytes,
          loss: Number.isFinite(loss) ? loss : null,
          possible,
        };
      }),
    },
  }),
});

const wayLine = ({ title, method, parameters, range, bytes, loss, possible }: Proposal): string =>
  possible
    ? `${title}: ${durationRange(range)}, ${memorySize(bytes)}, ${lossText(loss)}; fit with method "${method}" and parameters ${JSON.stringify(parameters)}`
    : `${title}: does not fit in memory`;

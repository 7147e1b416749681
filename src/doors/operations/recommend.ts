import { cut } from '../../engine/contract/cut';
import type { Proposal } from '../../engine/contract/proposal';
import { requestOfProposal } from '../../engine/contract/proposalRequest';
import { finite, flag, list, number, optional, pair, text, whole } from '../../engine/contract/schema';
import { lossText } from '../../engine/words/lossWords';
import { durationRange, memorySize } from '../../engine/words/quantities';
import { line } from '../brief/lines';
import { PARAMETERS, requestOf, takesFit } from '../fitAsked';
import { made, operation } from '../operation';

const OUTPUT = made({
  target: text(),
  rows: whole('Training rows'),
  message: text(),
  ways: list(
    made({
      title: text(),
      method: text('For fit'),
      parameters: PARAMETERS,
      maxRows: optional(whole('For design.maxRows of fit: a random sample')),
      seconds: pair('From and to which most fits take'),
      bytes: finite('Memory of the fit'),
      loss: number(
        'Expected rise of the held-out error over the lowest of these, 0.02 for 2 %; null where it was not measured',
      ),
      possible: flag('Whether it fits in memory'),
    }),
    'Best first',
  ),
});

export const recommend = operation({
  title: 'Recommend a Way to Fit',
  sentence:
    'For files of many rows: which way to fit suits their number (exact, landmarks, random features, a sample), with the time, memory and loss of each, measured on a small part of the rows.',
  takes: takesFit(['target', 'features', 'design'], { needs: ['target'] }),
  gives: OUTPUT,
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

import { fitProperties } from '../../choices/fitProperties';
import { line } from '../../doors/brief/lines';
import { cut } from '../../engine/contract/cut';
import type { Proposal, Proposals } from '../../engine/contract/proposal';
import { requestOfProposal } from '../../engine/contract/proposalRequest';
import type { FitRequest } from '../../engine/contract/run';
import {
  finite,
  flag,
  list,
  number,
  object,
  optional,
  pair,
  standing,
  text,
  whole,
} from '../../engine/contract/schema';
import { lossText } from '../../engine/words/lossWords';
import { durationRange, memorySize } from '../../engine/words/quantities';
import type { Tool } from '../server';
import { annotations, caller, FILE, READ, type Session } from '../session';
import { PARAMETERS } from './compare';
import { requestOf } from './fit';

interface Way {
  readonly title: string;
  readonly method: string;
  readonly parameters: Proposal['parameters'];
  readonly maxRows?: number;
  readonly seconds: readonly [number, number];
  readonly bytes: number;
  readonly loss: number | null;
  readonly possible: boolean;
}

interface Recommended {
  readonly target: string;
  readonly rows: number;
  readonly message: string;
  readonly ways: readonly Way[];
}

const OUTPUT = object<Recommended>({
  target: text(),
  rows: whole('Training rows'),
  message: text(),
  ways: list(
    object<Way>({
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

export function recommendTool(session: Session): Tool {
  const { method: _, parameters: __, ...rows } = fitProperties(session.methods);
  return {
    name: 'recommend',
    title: 'Recommend a Way to Fit',
    description:
      'For files of many rows: which way to fit suits their number (exact, landmarks, random features, a sample), with the time, memory and loss of each, measured on a small part of the rows.',
    inputSchema: {
      type: 'object',
      properties: { file: FILE, ...rows, read: READ },
      required: ['file', 'target'],
      additionalProperties: false,
    },
    outputSchema: standing(OUTPUT),
    annotations: annotations('Recommend a Way to Fit'),
    async answer(input, call) {
      const request = await requestOf(session, input);
      const proposed = await caller(session, call)('propose', request);
      const { target } = request.design;
      return {
        parts: [
          { title: '', lines: [proposed.message] },
          { title: 'Ways, best first: time, memory, expected loss', lines: proposed.proposals.map(wayLine) },
        ],
        structured: {
          target: cut(target),
          rows: proposed.rows,
          message: line(proposed.message),
          ways: proposed.proposals.map((proposal) => wayOf(request, proposal, proposed)),
        } satisfies Recommended,
      };
    },
  };
}

const wayLine = ({ title, method, parameters, range, bytes, loss, possible }: Proposal): string =>
  possible
    ? `${title}: ${durationRange(range)}, ${memorySize(bytes)}, ${lossText(loss)}; fit with method "${method}" and parameters ${JSON.stringify(parameters)}`
    : `${title}: does not fit in memory`;

function wayOf(request: FitRequest, proposal: Proposal, all: Proposals): Way {
  const { title, range, bytes, loss, possible } = proposal;
  const { method, parameters, design } = requestOfProposal(request, proposal, all);
  const { maxRows } = design;
  return {
    title,
    method,
    parameters,
    ...(maxRows !== undefined && { maxRows }),
    seconds: range,
    bytes,
    loss: Number.isFinite(loss) ? loss : null,
    possible,
  };
}

import type { Proposals } from '../engine/contract/proposal';
import { requestOfProposal } from '../engine/contract/proposalRequest';
import type { FitRequest } from '../engine/contract/run';
import { version } from '../engine/machine/version';
import { lossText } from '../engine/words/methodWords';
import { durationRange, memorySize } from '../engine/words/quantities';
import type { WithEngine } from './commands/command';
import { jsonText } from './json';
import { openRequest } from './request';
import { clearProgress, terminalContext, writeOut } from './terminal';
import { printed, type TextPart } from './text/parts';

/** Lists the time and error of each way to fit a file, best first, and the options of `fit` for it. */
export const recommendCommand: WithEngine = async (line, engine, terminal) => {
  const { options } = line;
  const request = await openRequest(line, engine, terminal);
  const recommendation = await engine.handlers.propose(request, terminalContext(terminal));
  clearProgress(terminal);
  if (options.json !== undefined) await writeOut(options.json, recommendationJson(request, recommendation), terminal);
  if (options.json !== '-') terminal.out(recommendationText(request, recommendation, terminal.columns));
};

/** The JSON of a recommendation; a loss that was not measured is null. */
function recommendationJson(request: FitRequest, recommendation: Proposals): string {
  const proposals = recommendation.proposals.map((proposal) => ({
    ...proposal,
    options: optionsOf(requestOfProposal(request, proposal, recommendation)),
  }));
  return jsonText('recommend', { kernelscope: version, target: request.design.target, ...recommendation, proposals });
}

function recommendationText(request: FitRequest, recommendation: Proposals, columns?: number): string {
  const { proposals, message, pilot } = recommendation;
  const measured = pilot.train > 0;
  const head = ['', '', 'time', 'memory', ...(measured ? ['loss'] : []), 'fit with'];
  const rows = proposals.map((proposal, i) => [
    proposal.possible ? String(i + 1) : '×',
    proposal.title,
    durationRange(proposal.range),
    memorySize(proposal.bytes),
    ...(measured ? [lossText(proposal.loss)] : []),
    proposal.possible ? optionsOf(requestOfProposal(request, proposal, recommendation)).join(' ') : 'does not fit',
  ]);
  const legend =
    'loss: expected increase of the held-out root mean squared error over the lowest of these. ×: does not fit in memory.';
  const groups: readonly (readonly TextPart[])[] = [
    [{ line: message }],
    [{ rows: [head, ...rows], right: [2, 3, ...(measured ? [4] : [])] }],
    measured ? [{ line: legend }] : [],
  ];
  return printed(groups, columns);
}

/** The options for `fit` in addition to the file, the target and how the file is read. */
function optionsOf({ method, parameters, design }: FitRequest): string[] {
  const sets = Object.entries(parameters).filter(([name]) => name !== 'seed');
  const limits = [['maxLevels', design.maxLevels] as const, ['maxRows', design.maxRows] as const];
  const all = [...sets, ...limits.filter(([, value]) => value !== undefined)];
  return [`--method ${method}`, ...all.map(([name, value]) => `--set ${name}=${quoted(String(value))}`)];
}

/** The text as one word for a shell. */
const quoted = (text: string): string =>
  /^[\w.,+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

import type { Proposal, Proposals } from './proposal';
import type { FitRequest } from './run';

/**
 * The request that fits what is proposed for another one: its method and parameters, and for a sample so many rows that its training part is
 * as large as proposed. What a proposal says of parameters is all there is to say: those of the request that its method takes are
 * among them.
 */
export function requestOfProposal(
  request: FitRequest,
  { method, parameters, rows }: Proposal,
  { rows: n }: Proposals,
): FitRequest {
  const { holdout } = request.design;
  const train = 'fraction' in holdout ? 1 - holdout.fraction : 1;
  const design = rows < n ? { ...request.design, maxRows: Math.max(1, Math.floor(rows / train)) } : request.design;
  return { ...request, method, parameters, design };
}

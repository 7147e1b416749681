import type { Proposal, Proposals } from './proposal';
import type { FitRequest } from './run';

/**
 * The request that fits a proposal for another request: with its method and parameters, and for a sample with so many rows that its training part
 * is as large as proposed. The parameters of a proposal are complete: they include those of the request that its method takes.
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

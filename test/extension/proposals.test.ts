import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Proposal, Proposals } from '../../src/engine/contract/proposal';
import { requestOfProposal } from '../../src/engine/contract/proposalRequest';
import type { FitRequest } from '../../src/engine/contract/run';

const proposal = (title: string, more: Partial<Proposal> = {}): Proposal => ({
  kind: 'landmarks',
  count: 1000,
  method: 'nystrom-ridge',
  title,
  parameters: { landmarks: 1000 },
  rows: 20_000,
  seconds: 12.4,
  range: [7.8, 19.8],
  bytes: 3.14e8,
  possible: true,
  loss: 0.0141,
  why: '1,000 rows stand for all 20,000.',
  ...more,
});

const found = (proposals: readonly Proposal[]): Proposals => ({
  rows: 20_000,
  columns: 8,
  memory: 4e9,
  threads: 2,
  pilot: { train: 1500, holdout: 2000, seconds: 3 },
  proposals,
  message: 'Take the first.',
});

test('what is picked becomes a request: method, parameters, and rows for a sample', () => {
  const request: FitRequest = {
    source: { kind: 'path', path: '/a.csv' },
    read: { header: true },
    design: { target: 'y', missing: 'drop', standardise: true, holdout: { kind: 'fraction', fraction: 0.2 }, seed: 4 },
    method: 'krr',
    parameters: { lambda: 0.1, seed: 4 },
  };
  const all = found([]);
  assert.deepEqual(requestOfProposal(request, proposal('Nyström'), all), {
    ...request,
    method: 'nystrom-ridge',
    parameters: { landmarks: 1000 },
  });
  const sample = requestOfProposal(request, proposal('Sample', { rows: 5600 }), all);
  assert.equal(sample.design.maxRows, 7000);
  const heldOut = { kind: 'file', source: { kind: 'path', path: '/b.csv' } } as const;
  const apart = { ...request, design: { ...request.design, holdout: heldOut } };
  assert.equal(requestOfProposal(apart, proposal('Sample', { rows: 5600 }), all).design.maxRows, 5600);
});

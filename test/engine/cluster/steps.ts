// A fit in all its steps, and the same in memory.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { PlanRequest } from '../../../src/engine/cluster/makePlan';
import { ClusterSteps } from '../../../src/engine/clusterSteps';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions } from '../../../src/engine/contract/data';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { Parameters } from '../../../src/engine/contract/method';
import { type AnyRun, isComponents, type RunResult } from '../../../src/engine/contract/run';
import { Engine } from '../../../src/engine/engine';
import { checkSummed, SUMMED } from '../../../src/engine/parts/families';
import { ofRows, sameComponents } from '../fit/components/making';
import { relativeError } from '../madeRows';
import { ofTarget, targetsOf } from '../methods/fitting';
import { MADE_DESIGN } from '../partRows';
import { core, machine } from '../testCore';

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-cluster-'));
after(() => rmSync(folder, { recursive: true }));

export const steps = new ClusterSteps(() => ({ linalg: core, notes: () => [] }));
export function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

export function requestOf(
  paths: readonly string[],
  design: Partial<DesignOptions> = {},
  parameters: Parameters = {},
): PlanRequest {
  return {
    paths,
    method: 'rf-ridge',
    read: {},
    design: {
      ...MADE_DESIGN,
      holdout: { kind: 'fraction', fraction: 0 },
      ...design,
    },
    parameters: { kernel: 'matern32', lengthScale: 0.7, seed: 3, features: 40, ...parameters },
  };
}

export const named = (name: string) => (bytes: Uint8Array) => ({ name, bytes });

/** All steps; `order` of the parts as they are mapped, and each merged as it comes. */
export async function inSteps(
  request: PlanRequest,
  order: (parts: number) => readonly number[] = (n) => [...Array(n).keys()],
) {
  const made = await steps.plan(request, quietContext);
  const plan = named('plan')(made.bytes);
  const visit = async (solution?: Uint8Array) => {
    const files: Uint8Array[] = [];
    for (const i of order(made.content.parts.length)) {
      const place = solution ? { solution: named('solution')(solution) } : {};
      files.push((await steps.map(plan, i + 1, place, quietContext)).bytes);
    }
    return files;
  };
  const sums = await visit();
  const { bytes: solution } = await steps.solve(plan, sums.map(named('sums')), quietContext);
  const errors = await visit(solution);
  const run = await steps.finish(plan, named('solution')(solution), errors.map(named('errors')), quietContext);
  return { made, plan, sums, solution, errors, run };
}

export async function inMemory(request: PlanRequest, path: string, streamed = false): Promise<AnyRun> {
  const { paths: _, ...fit } = request;
  const parameters = { ...fit.parameters, ...SUMMED[checkSummed(request)].alone };
  const source = { kind: 'path', path } as const;
  return new Engine(machine(4e9)).handlers.fit(
    { ...fit, parameters, source, ...(streamed && { streamed: true }) },
    quietContext,
  );
}

export function sameFit(found: AnyRun, expected: AnyRun, within?: number): void {
  if (isComponents(expected)) sameComponents(ofRows(found), expected);
  else sameTargets(ofTarget(found), expected, within);
  assert.deepEqual(found.model.transform, expected.model.transform);
  for (const name of ['rows', 'used', 'train', 'columns', 'dropped', 'imputed'] as const)
    assert.deepEqual(found.data[name], expected.data[name], name);
}

export function sameTargets(found: RunResult, expected: RunResult, within = 1e-10): void {
  targetsOf(expected).forEach((target, t) => {
    const other = targetsOf(found)[t];
    const close = (a: ArrayLike<number>, b: ArrayLike<number>, what: string) =>
      assert.ok(relativeError(a, b) < within, `${what}: ${relativeError(a, b)}`);
    close(other.spectrum.mu, target.spectrum.mu, 'eigenvalues');
    for (const name of ['values', 'loo', 'gcv'] as const) close(other.paths[0][name], target.paths[0][name], name);
    close([other.metrics.loo, other.metrics.gcv], [target.metrics.loo, target.metrics.gcv], 'errors');
    close(found.model.outputs[t].alpha, expected.model.outputs[t].alpha, 'coefficients of landmarks');
    close(found.model.outputs[t].beta, expected.model.outputs[t].beta, 'coefficients');
  });
}

export const refused = (code: string, sentence: RegExp) => (error: unknown) => {
  assert.ok(error instanceof KernelscopeError, String(error));
  assert.equal(error.failure.code, code, error.message);
  assert.match(error.message, sentence);
  return true;
};

import type { ComponentsRun, RunResult, StoredRun } from '../../src/engine/contract/run';

/** A stored fit to a target. */
export type StoredFit = RunResult & { readonly origin: string };

/** As much of a run as the history looks at, arrays included. */
export function sampleRun(id: string, created: string, r2?: number): StoredFit {
  const partial = {
    id,
    created,
    origin: 'file:///data/airfoil.csv',
    file: { name: 'airfoil.csv', path: '/data/airfoil.csv', bytes: 1, modified: 0 },
    request: {
      source: { kind: 'path', path: '/data/airfoil.csv' },
      read: {},
      design: {},
      method: 'krr',
      parameters: {},
    },
    inspection: { dialect: { compression: 'none' } },
    target: 'c6',
    others: [],
    model: {},
    method: { id: 'krr', title: 'Kernel ridge regression' },
    data: { train: 1202, columns: ['c1', 'c2', 'c3', 'c4', 'c5'] },
    parameters: [{ name: 'lambda', title: 'Lambda', value: 0.000123456, rule: 'lowest leave-one-out error' }],
    metrics: { ...(r2 !== undefined && { holdout: { r2 } }) },
    kernel: { kind: 'gaussian', lengthScale: [1] },
    kernelName: 'Gaussian kernel',
    axes: ['lambda'],
    filter: { kind: 'zones', lambda: 0.000123456, k: 0, r: 3 },
    spectrum: { mu: new Float64Array([1, 0.5, 0.25]) },
  };
  return partial as unknown as StoredFit;
}

/** The same of principal components. */
export function sampleComponents(id: string, created: string): ComponentsRun & { readonly origin: string } {
  const {
    target: _,
    others: __,
    axes: ___,
    filter: ____,
    spectrum: _____,
    metrics: ______,
    ...record
  } = sampleRun(id, created);
  return {
    ...record,
    method: { id: 'ny-kpca', title: 'Kernel principal components on landmarks' },
    parameters: [{ name: 'components', title: 'Components l', value: 3, rule: 'set' }],
    components: { kind: 'nystrom', eigenvalues: new Float64Array([1, 0.5, 0.25]) },
  } as unknown as ComponentsRun & { readonly origin: string };
}

export function asFit(run: StoredRun): StoredFit {
  if ('components' in run) throw new Error('This run has no target.');
  return run;
}

import type { StoredRun } from '../../src/extension/runs/summary';

/** As much of a run as the history looks at, arrays included. */
export function sampleRun(id: string, created: string, r2?: number): StoredRun {
  const partial = {
    id,
    created,
    origin: 'file:///data/airfoil.csv',
    file: { name: 'airfoil.csv', path: '/data/airfoil.csv', bytes: 1, modified: 0 },
    target: 'c6',
    others: [],
    model: {},
    method: { id: 'krr', title: 'Kernel ridge regression' },
    data: { train: 1202, columns: ['c1', 'c2', 'c3', 'c4', 'c5'] },
    parameters: [{ name: 'lambda', title: 'Lambda', value: 0.000123456, rule: 'least leave-one-out error' }],
    metrics: { ...(r2 !== undefined && { holdout: { r2 } }) },
    kernel: { kind: 'gaussian', lengthScale: [1] },
    axes: ['lambda'],
    filter: { kind: 'zones', lambda: 0.000123456, k: 0, r: 3 },
    spectrum: { mu: new Float64Array([1, 0.5, 0.25]) },
  };
  return partial as unknown as StoredRun;
}

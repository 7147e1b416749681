import type { MethodSpec } from '../../src/engine/contract/method';

export const parameter = (name: string) => ({ name, title: name, description: '', type: 'number' as const });
export const method: MethodSpec = {
  id: 'krr',
  title: 'Kernel ridge regression',
  summary: '',
  purpose: '',
  source: '',
  family: 'spectral',
  parameters: ['lambda', 'lengthScale', 'seed'].map(parameter),
};
export const source = { kind: 'path', path: '/a.csv' } as const;

export const pca: MethodSpec = {
  ...method,
  id: 'ny-kpca',
  family: 'components',
  parameters: ['components', 'landmarks', 'seed'].map(parameter),
};

/** A run's entry for a parameter. */
export const chosen = (name: string, value: number | string, rule: string) => ({ name, title: name, value, rule });

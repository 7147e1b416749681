import { componentsMethod } from '../fit/components/componentsMethod';

export const ekpca = componentsMethod({
  id: 'ekpca',
  title: 'Kernel principal components',
  summary:
    'Finds the directions in which the rows vary most for a kernel, without a target: scores to look at, reconstruction errors that tell outliers. From the whole kernel matrix, for up to some ten thousand rows.',
  purpose: 'a map of the rows without a target, and outliers',
  source: 'NYPCA section 3.1, Prop. 1',
  kind: 'empirical',
  parameters: [],
  count: (_, n) => n,
});

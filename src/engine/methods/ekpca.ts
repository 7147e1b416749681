import { componentsMethod } from '../fit/components/componentsMethod';

export const ekpca = componentsMethod({
  id: 'ekpca',
  title: 'Kernel principal components',
  summary:
    'Finds the directions in which rows vary most, without a target: scores to plot, and reconstruction errors that show outliers. Exact, for up to about ten thousand rows.',
  purpose: 'a map of the rows without a target, and outliers',
  source: 'NYPCA section 3.1, Prop. 1',
  kind: 'empirical',
  parameters: [],
  count: (_, n) => n,
});

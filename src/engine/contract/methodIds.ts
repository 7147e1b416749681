/** Every method's id, in the order in which they are offered: contracts, never renamed. */
export const METHOD_IDS = [
  'krr',
  'tkrr',
  'ckrr-hard',
  'ckrr-soft',
  'ckrr-features',
  'three-zone',
  'kgf',
  'kgd',
  'cutoff',
  'ksgd',
  'kcd',
  'kl-inf',
  'kl1',
  'huber',
  'tukey',
  'svr',
  'quantile',
  'rf-ridge',
  'nystrom-ridge',
  'ekpca',
  'ny-kpca',
  'rf-kpca',
] as const;

export type MethodId = (typeof METHOD_IDS)[number];

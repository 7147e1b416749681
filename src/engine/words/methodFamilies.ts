import type { MethodSpec } from '../contract/method';

/** What methods of a family have in common, in the order of menus and lists. */
export const METHOD_FAMILIES: Readonly<Record<MethodSpec['family'], string>> = {
  spectral: 'squared error',
  robust: 'robust, sparse and quantiles',
  features: 'large files',
  components: 'no target',
};

import type { BackEnd, FitRequest } from '../../engine/contract/run';

/** How rows were held out, as the rule beside their number: "random, seed 0", "the last by day". */
export function splitWords({ design: { holdout, splitBy, seed } }: Pick<FitRequest, 'design'>): string {
  if (holdout.kind === 'file') return 'second file';
  const by = holdout.kind === 'last' ? holdout.by : splitBy?.kind === 'blocks' ? splitBy.by : undefined;
  if (holdout.kind === 'last' || splitBy?.kind === 'blocks')
    return by === undefined ? 'the last rows' : `the last by ${by}`;
  if (splitBy) return `whole ${splitBy.kind === 'group' ? 'groups' : 'folds'} of ${splitBy.column}, seed ${seed}`;
  return `random, seed ${seed}`;
}

/** Runs of versions that had one core only do not say which it was. */
export const backEndOf = ({ backEnd }: BackEnd): 'embedded' | 'native' => backEnd ?? 'embedded';

/** "OpenBLAS 0.3.21, 2 threads" */
export const coreText = ({ name, threads }: BackEnd): string => `${name}, ${threads} thread${threads === 1 ? '' : 's'}`;

import type { BackEnd } from '../../engine/contract/run';

/** Runs of versions that had one core only do not say which it was. */
export const backEndOf = ({ backEnd }: BackEnd): 'embedded' | 'native' => backEnd ?? 'embedded';

/** "OpenBLAS 0.3.21, 2 threads" */
export const coreText = ({ name, threads }: BackEnd): string => `${name}, ${threads} thread${threads === 1 ? '' : 's'}`;

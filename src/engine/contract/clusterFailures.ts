import { KernelscopeError } from './failure';

/** The failure if files have no path that other machines share. */
export const onDiskAlone = (): KernelscopeError =>
  new KernelscopeError(
    'file/unreadable',
    'A cluster reads files from a disk that all of its machines see: choose files, or a folder, on disk.',
  );

/** The failure if held-out rows are requested that were drawn part by part on a cluster. */
export const heldOutThere = (): KernelscopeError =>
  new KernelscopeError(
    'parameter/invalid',
    'The rows that this fit held out were drawn part by part on the cluster, and are not known here. Fit the files on this computer, or run kernelscope cluster finish with --importance, to see which columns matter.',
    { name: 'onCluster' },
  );

import type { FileSource, HoldoutRule } from '../engine/contract/data';
import { KernelscopeError } from '../engine/contract/failure';

/** Throws `parameter/invalid` if the file of held-out rows is the one that is fitted: its errors would be those of training rows. */
export function checkOtherFile(source: FileSource, holdout: HoldoutRule): void {
  if (source.kind !== 'path' || holdout.kind !== 'file') return;
  if (holdout.source.kind === 'path' && holdout.source.path === source.path)
    throw new KernelscopeError(
      'parameter/invalid',
      'The file of held-out rows is the one that is fitted, which would test the fit on rows that it has learnt from. Name another file, or hold out a fraction.',
      { name: 'holdout' },
    );
}

import type { ClassResult } from '../contract/run';
import { confusionOf, wilson } from '../statistics/classes';

/** Counts and accuracy of predicted levels. `observed` and `predicted` hold positions in `levels`; `training` those of the training rows. */
export function classResult(
  levels: readonly string[],
  observed: ArrayLike<number>,
  predicted: ArrayLike<number>,
  training: ArrayLike<number>,
  heldOut: boolean,
): ClassResult {
  const count = levels.length;
  const confusion = confusionOf(observed, predicted, count);
  let right = 0;
  for (let l = 0; l < count; l++) right += confusion[l * count + l];
  const frequency = new Uint32Array(count);
  for (let i = 0; i < training.length; i++) frequency[training[i]]++;
  const commonest = frequency.indexOf(Math.max(...frequency));
  let baseline = 0;
  for (let j = 0; j < observed.length; j++) if (observed[j] === commonest) baseline++;
  const m = observed.length;
  return {
    levels,
    heldOut,
    confusion,
    accuracy: right / m,
    accuracyInterval: wilson(right, m),
    baseline: baseline / m,
  };
}

import type { ClassResult } from '../contract/run';

/** The level with the largest score for each row; with two levels there is one score, and its sign decides. */
export function predictedLevels(scores: readonly Float64Array[]): Int32Array {
  const m = scores[0].length;
  const levels = new Int32Array(m);
  for (let j = 0; j < m; j++) {
    if (scores.length === 1) levels[j] = Number.isNaN(scores[0][j]) ? -1 : Number(scores[0][j] > 0);
    else {
      let best = 0;
      for (let c = 1; c < scores.length; c++) if (scores[c][j] > scores[best][j]) best = c;
      levels[j] = Number.isNaN(scores[best][j]) ? -1 : best;
    }
  }
  return levels;
}

/** Counts and accuracy of predicted levels. `observed` and `predicted` hold positions in `levels`; `training` those of the training rows. */
export function classResult(
  levels: readonly string[],
  observed: ArrayLike<number>,
  predicted: ArrayLike<number>,
  training: ArrayLike<number>,
  heldOut: boolean,
): ClassResult {
  const count = levels.length;
  const confusion = new Uint32Array(count * count);
  let right = 0;
  for (let j = 0; j < observed.length; j++) {
    confusion[observed[j] * count + predicted[j]]++;
    if (observed[j] === predicted[j]) right++;
  }
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

/** Wilson's 95 % interval of a share: within 0 and 1 also where all or none are right. */
function wilson(right: number, m: number): [number, number] {
  const z2 = 1.959964 ** 2;
  const share = right / m;
  const centre = (share + z2 / (2 * m)) / (1 + z2 / m);
  const half = Math.sqrt((share * (1 - share) * z2) / m + (z2 * z2) / (4 * m * m)) / (1 + z2 / m);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

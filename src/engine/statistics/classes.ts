/** The level with the largest score for each row, −1 where there is none; with two levels there is one score, and its sign decides. */
export function predictedLevels(scores: readonly ArrayLike<number>[]): Int32Array {
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

/** Counts of rows by true level (rows) and predicted level (columns), row-major. Both hold positions among `count` levels. */
export function confusionOf(observed: ArrayLike<number>, predicted: ArrayLike<number>, count: number): Uint32Array {
  const confusion = new Uint32Array(count * count);
  for (let j = 0; j < observed.length; j++) confusion[observed[j] * count + predicted[j]]++;
  return confusion;
}

/** 95 % interval of a share (Wilson 1927): within 0 and 1 also where all or none are right. */
export function wilson(right: number, rows: number): [number, number] {
  const z = 1.959964;
  const share = right / rows;
  const middle = (share + (z * z) / (2 * rows)) / (1 + (z * z) / rows);
  const half = (z * Math.sqrt((share * (1 - share)) / rows + (z * z) / (4 * rows * rows))) / (1 + (z * z) / rows);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

import type { ClassResult, TargetResult } from '../../src/engine/contract/run';
import { wilson } from '../../src/engine/statistics/classes';

/** The largest output decides; one output alone by its sign. */
export function exampleClasses(
  outputs: readonly TargetResult[],
  levels: readonly string[],
  codes: readonly number[],
): ClassResult {
  const held = outputs.map((o) => o.holdout?.predicted ?? new Float64Array());
  const m = held[0].length;
  const truth = codes.slice(codes.length - m);
  const confusion = new Uint32Array(levels.length ** 2);
  for (let j = 0; j < m; j++) {
    const scores = held.map((p) => p[j]);
    const said = scores.length === 1 ? Number(scores[0] > 0) : scores.indexOf(Math.max(...scores));
    confusion[truth[j] * levels.length + said]++;
  }
  const right = levels.reduce((s, _, l) => s + confusion[l * levels.length + l], 0);
  const train = codes.slice(0, codes.length - m);
  const commonest = levels
    .map((_, l) => train.filter((c) => c === l).length)
    .reduce((best, count, l, all) => (count > all[best] ? l : best), 0);
  return {
    levels,
    heldOut: true,
    confusion,
    accuracy: right / m,
    accuracyInterval: wilson(right, m),
    baseline: truth.filter((c) => c === commonest).length / m,
  };
}

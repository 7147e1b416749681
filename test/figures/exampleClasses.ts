import type { ClassResult, TargetResult } from '../../src/engine/contract/run';
import { classResult } from '../../src/engine/fit/classification';
import { calibrate } from '../../src/engine/statistics/calibrate';
import { byLevel, probabilitiesOf } from '../../src/engine/statistics/calibration';
import { learnSets } from '../../src/engine/statistics/classSets';

/**
 * The largest output decides; with two classes, the probability of the second. Calibrated on the held-out rows, which
 * are at hand, and stand for the first training rows too.
 */
export function exampleClasses(
  outputs: readonly TargetResult[],
  levels: readonly string[],
  codes: readonly number[],
): ClassResult {
  const scores = outputs.map((o) => o.holdout?.predicted ?? new Float64Array());
  const m = scores[0].length;
  const rows = { scores, codes: Float64Array.from(codes.slice(codes.length - m)) };
  const calibration = calibrate(scores, rows.codes, levels.length);
  const n = codes.length - m;
  const at = Uint32Array.from({ length: m }, (_, i) => i);
  const probabilities = calibration && probabilitiesOf(calibration, scores);
  const numbered = Uint32Array.from({ length: n }, (_, i) => i + 1);
  return classResult(
    {
      levels,
      leftOut: { ...rows, at, ...(probabilities && { probabilities }) },
      ...(calibration && probabilities && { calibration, sets: learnSets(byLevel(probabilities), rows.codes) }),
      ...(levels.length === 2 && { threshold: 0.5 }),
    },
    { y: Float64Array.from(codes.slice(0, n)), rows: numbered, lines: numbered.map((row) => row + 1) },
    rows,
  );
}

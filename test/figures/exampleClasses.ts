import type { ClassResult, TargetResult } from '../../src/engine/contract/run';
import { classResult } from '../../src/engine/fit/classification';
import { calibrate } from '../../src/engine/statistics/calibration';

/** The largest output decides; of two classes the probability of the second. Calibrated on the held-out rows, which are at hand. */
export function exampleClasses(
  outputs: readonly TargetResult[],
  levels: readonly string[],
  codes: readonly number[],
): ClassResult {
  const scores = outputs.map((o) => o.holdout?.predicted ?? new Float64Array());
  const m = scores[0].length;
  const rows = { scores, codes: Float64Array.from(codes.slice(codes.length - m)) };
  const calibration = calibrate(scores, rows.codes, levels.length);
  return classResult(
    {
      levels,
      leftOut: rows,
      counted: {},
      ...(calibration && { calibration }),
      ...(levels.length === 2 && { threshold: 0.5 }),
    },
    codes.slice(0, codes.length - m),
    rows,
  );
}

import { type AnyRun, isComponents, type RunResult } from '../../engine/contract/run';
import { isNumber } from '../../engine/contract/shape';

/** The quality of a run on held-out rows; empty if none were held out. */
export interface Quality {
  readonly r2?: number;
  /** The error in units of the target. */
  readonly rmse?: number;
  /** For classes, the fraction of rows whose class was predicted correctly. */
  readonly accuracy?: number;
}

export function qualityOf({ classes, metrics }: Pick<RunResult, 'classes' | 'metrics'>): Quality {
  if (classes) return { accuracy: classes.accuracy };
  const { r2, rmse } = metrics.holdout ?? {};
  return { ...(isNumber(r2) && { r2 }), ...(isNumber(rmse) && { rmse }) };
}

/** The column that is classified, or the targets: "rent, area_m2"; '' without any. */
export function targetsText(run: AnyRun): string {
  if (isComponents(run)) return '';
  const { target, others, model, classes } = run;
  return (classes && model.classes?.column) ?? [target, ...others.map((other) => other.target)].join(', ');
}

import type { Baseline } from '../../engine/contract/run';
import { predictedLevels } from '../../engine/statistics/classes';
import type { RunView } from './view';

/** A way to predict without a kernel, for the view's target or class. */
interface BaselineWay {
  readonly id: 'mean' | Baseline['kind'];
  /** The name at the beginning of a line. */
  readonly name: string;
  /** The column's name, for the best single column. */
  readonly how: string;
  /** The name that a sentence compares with: "a straight line". */
  readonly than: string;
}

/** "Sex" alone may be what a fit has to beat. */
export function wayOf({ kind, column = '' }: Pick<Baseline, 'kind' | 'column'>): BaselineWay {
  return kind === 'line'
    ? { id: kind, name: 'Straight line', how: '', than: 'a straight line' }
    : { id: kind, name: 'Best single column', how: column, than: `“${column}” alone` };
}

/** Predictions of the held-out rows without a kernel; none in runs of earlier versions and where lengths do not agree. */
export function baselineWays({ run }: RunView): readonly (BaselineWay & { readonly predicted: Float64Array })[] {
  const rows = run.holdout?.observed.length ?? 0;
  return (run.baselines ?? []).flatMap((baseline) => {
    const predicted = baseline.outputs.find(({ name }) => name === run.target)?.predicted;
    return predicted?.length === rows && rows > 0 ? [{ ...wayOf(baseline), predicted }] : [];
  });
}

/** The same for classes, by their scores and the positions of their levels. */
export function classBaselineWays({ run }: RunView, rows: number) {
  const { outputs } = run.model;
  return (run.baselines ?? []).flatMap((baseline) => {
    const scores = outputs.flatMap(({ name }) => baseline.outputs.find((one) => one.name === name)?.predicted ?? []);
    const whole = scores.length === outputs.length && scores.every(({ length }) => length === rows);
    return whole ? [{ ...wayOf(baseline), scores, levels: predictedLevels(scores) }] : [];
  });
}

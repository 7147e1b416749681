import type { RunContext } from '../../contract/context';
import { explainedByNeighbours } from '../../statistics/explainedByNeighbours';
import { orderOf } from '../leaks';
import type { PilotColumn } from './pilotColumns';

/** A column that explains this fraction of another by itself is nearly a copy of it. */
const NEARLY = 0.98;
/** This many rows distinguish most pairs of columns, with a margin. */
const FEW_ROWS = 120;
const MARGIN = 0.15;
/** Fewer rows follow a pattern by chance. */
const LEAST_ROWS = 30;

/** A column in some of the rows of the pilot. */
interface Sampled {
  readonly values: Float64Array;
  /** Positions in the order of the values. */
  readonly order: Uint32Array;
  readonly outputs: readonly Float64Array[];
  readonly gaps: boolean;
}

/**
 * For each column, the other column that explains it best by itself, if it is nearly a copy; undefined if there is
 * none, or only one other column.
 */
export function nearCopies(
  columns: readonly PilotColumn[],
  context: Pick<RunContext, 'check'>,
): ({ readonly by: string; readonly explained: number } | undefined)[] {
  if (columns.length < 3) return columns.map(() => undefined);
  const every = (step: number) =>
    columns.map(({ values, outputs }): Sampled => {
      context.check();
      const some = (from: Float64Array) => (step === 1 ? from : from.filter((_, i) => i % step === 0));
      const own = some(values);
      return { values: own, order: orderOf(own), outputs: outputs.map(some), gaps: own.some(Number.isNaN) };
    });
  const all = every(1);
  const few = every(Math.max(1, Math.floor(all[0].values.length / FEW_ROWS)));
  return columns.map(({ shares }, j) => {
    let best: { by: string; explained: number } | undefined;
    columns.forEach(({ summary }, other) => {
      context.check();
      if (other === j || explainedBy(few[other], few[j], shares) < NEARLY - MARGIN) return;
      const explained = explainedBy(all[other], all[j], shares);
      if (explained >= Math.max(NEARLY, best?.explained ?? 0)) best = { by: summary.name, explained };
    });
    return best;
  });
}

/** The fraction explained on the rows where both have a value, weighted over the outputs of the target. */
function explainedBy(by: Sampled, target: Sampled, shares: readonly number[]): number {
  if (target.outputs.length === 0) return 0;
  const { values, order } = by;
  const known = by.gaps || target.gaps ? order.filter((i) => !Number.isNaN(values[i] + target.values[i])) : undefined;
  if ((known ?? order).length < LEAST_ROWS) return 0;
  const own = known && Float64Array.from(known, (i) => values[i]);
  return target.outputs.reduce((sum, y, o) => {
    const explained =
      known && own
        ? explainedByNeighbours(
            own,
            Float64Array.from(known, (i) => y[i]),
          )
        : explainedByNeighbours(values, y, order);
    // An output that does not vary in these rows is no evidence against the others.
    return sum + shares[o] * (Number.isNaN(explained) ? 1 : explained);
  }, 0);
}

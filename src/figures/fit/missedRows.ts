import type { LeftOutRows } from '../../engine/contract/classes';
import { byLevel } from '../../engine/statistics/calibration';
import { decidedLevels } from '../../engine/statistics/classes';
import { count, percent } from '../../engine/words/numbers';
import { numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';
import type { RunView } from '../view/view';
import { fittedThreshold } from './classView';

/** A row that is predicted as another class than its own, by a fit that has not seen it. */
interface MissedRow {
  readonly row: number;
  readonly line: number;
  /** Positions among the levels. */
  readonly observed: number;
  readonly predicted: number;
  /** Probability of the predicted class. */
  readonly probability: number;
  readonly heldOut: boolean;
}

/** The most confident mistakes first; `judged` is the number of held-out and of training rows that were checked. */
interface MissedRows {
  readonly missed: readonly MissedRow[];
  readonly judged: { readonly heldOut: number; readonly training: number };
}

/**
 * Held-out rows, and training rows by fits without them, that are predicted wrongly at the threshold shown; their scores are those as
 * fitted. Undefined for runs that do not classify and for those of earlier versions.
 */
export function missedRows({ run, options }: RunView): MissedRows | undefined {
  const { classes, holdout } = run;
  if (!classes?.probability || !classes.leftOut) return undefined;
  const { calibration } = classes;
  const threshold = options.threshold ?? fittedThreshold(run);
  const decision = { calibration, threshold };
  const missesOf = ({ rows, lines, observed, scores, probabilities }: LeftOutRows, heldOut: boolean): MissedRow[] => {
    const predicted = decidedLevels(scores, decision);
    const each = byLevel(probabilities);
    return Array.from(rows, (row, i) => ({
      row,
      line: lines[i],
      observed: observed[i],
      predicted: predicted[i],
      probability: each[predicted[i]]?.[i] ?? Number.NaN,
      heldOut,
    })).filter((one) => one.predicted >= 0 && one.predicted !== one.observed);
  };
  const held =
    classes.heldOut && holdout ? { ...classes.probability, rows: holdout.rows, lines: holdout.lines } : undefined;
  const missed = [...(held ? missesOf(held, true) : []), ...missesOf(classes.leftOut, false)];
  return {
    missed: missed.sort((a, b) => b.probability - a.probability || a.row - b.row),
    judged: { heldOut: held?.rows.length ?? 0, training: classes.leftOut.rows.length },
  };
}

/** The first of them, each opening its line. */
export function missedTable({ run }: RunView, { missed }: Pick<MissedRows, 'missed'>, most: number): TableSpec {
  const levels = run.classes?.levels ?? [];
  return tableOf(
    { id: 'missed', title: 'Rows predicted as another class' },
    missed.slice(0, most),
    [
      numberColumn('Row', ({ row }) => count(row)),
      numberColumn('Line', ({ line }) => count(line)),
      wordColumn('True', ({ observed }) => levels[observed]),
      wordColumn('Predicted', ({ predicted }) => levels[predicted]),
      numberColumn('Probability', ({ probability }) => percent(probability)),
      wordColumn('Rows', ({ heldOut }) => (heldOut ? 'held out' : 'training')),
    ],
    ({ line, row }) => ({ line, row }),
  );
}

import type { Suspect } from '../../engine/contract/robust';
import { count, percent, percentRange, plain, steady } from '../../engine/words/numbers';
import { numberColumn, type TableSpec, tableOf } from '../tableSpec';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { calibrationAt } from './calibration';

/** The rows furthest out at the strength shown, each opening its line. Weights are known at the fitted strength alone. */
export function suspectsTable({ robust, run }: RunView, most = 25): TableSpec {
  const title = 'Suspect rows';
  if (robust === undefined) return { id: 'suspects', title, columns: [], rows: [] };
  const weights = robust.moved ? undefined : robust.fit.weights;
  const format = formsOf(run).error.value;
  const { suspects, alpha, suspectCount } = robust;
  const shown = suspects.slice(0, most);
  const further = suspectCount > shown.length ? `, the furthest ${count(shown.length)} of ${count(suspectCount)}` : '';
  return tableOf(
    { id: 'suspects', title: `${title}${further}` },
    shown,
    [
      numberColumn('Row', ({ row }) => count(row)),
      numberColumn('Observed', ({ observed }) => format(observed)),
      numberColumn('Predicted', ({ predicted }) => format(predicted)),
      numberColumn('Error in scales', ({ scaled }) => `${scaled > 0 ? '+' : ''}${steady(scaled, 2)}`),
      numberColumn('α', ({ at }) => plain(alpha[at])),
      ...(weights ? [numberColumn<Suspect>('Weight', ({ at }) => plain(weights[at], 2))] : []),
    ],
    ({ line, row }) => ({ line, row }),
  );
}

/** Fractions of held-out rows below each level; without rows for other than quantile fits. */
export function calibrationTable(view: RunView): TableSpec {
  return tableOf({ id: 'calibration', title: 'Held-out rows below each level' }, calibrationAt(view) ?? [], [
    numberColumn('τ', ({ tau }) => String(tau)),
    numberColumn('Share below', ({ below }) => percent(below)),
    numberColumn('95\u202f% interval', ({ interval }) => percentRange(interval)),
    numberColumn('Rows', ({ n }) => count(n)),
  ]);
}

import { count, inUnits, percent, plain, steady } from '../../engine/words/numbers';
import type { TableSpec } from '../tableSpec';
import type { RunView } from '../view/view';
import { calibrationAt } from './calibration';

const numeric = (title: string) => ({ title, numeric: true });

/** The rows furthest out at the strength shown, each opening its line. Weights are known at the fitted strength alone. */
export function suspectsTable({ robust, facts }: RunView, most = 25): TableSpec {
  const title = 'Suspect rows';
  const weights = robust && !robust.moved ? robust.fit.weights : undefined;
  const columns = [
    numeric('Row'),
    numeric('Observed'),
    numeric('Predicted'),
    numeric('Error in scales'),
    numeric('α'),
    ...(weights ? [numeric('Weight')] : []),
  ];
  if (robust === undefined) return { id: 'suspects', title, columns, rows: [] };
  const format = inUnits(Math.sqrt(facts.unit), 3);
  const { suspects, alpha, suspectCount } = robust;
  const shown = suspects.slice(0, most);
  return {
    id: 'suspects',
    title:
      suspectCount > shown.length ? `${title}, the furthest ${count(shown.length)} of ${count(suspectCount)}` : title,
    columns,
    rows: shown.map(({ at, row, line, observed, predicted, scaled }) => ({
      line,
      row,
      cells: [
        count(row),
        format(observed),
        format(predicted),
        `${scaled > 0 ? '+' : ''}${steady(scaled, 2)}`,
        plain(alpha[at]),
        ...(weights ? [plain(weights[at], 2)] : []),
      ],
    })),
  };
}

/** Shares of held-out rows below each level; without rows for other than quantile fits. */
export function calibrationTable(view: RunView): TableSpec {
  const columns = [numeric('τ'), numeric('Share below'), numeric('95\u202f% interval'), numeric('Rows')];
  const rows = (calibrationAt(view) ?? []).map(({ tau, below, interval, n }) => ({
    cells: [String(tau), percent(below), `${percent(interval[0])} to ${percent(interval[1])}`, count(n)],
  }));
  return { id: 'calibration', title: 'Held-out rows below each level', columns, rows };
}

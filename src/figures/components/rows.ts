import { count, date, inUnits, plain } from '../../engine/words/numbers';
import { numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';
import { axisValues, type ComponentsView, ERROR_AXIS } from './view';

/** Rows that the table of a selection holds at most. */
const LISTED = 200;

/** The value of the colouring column in a pooled row, in words. */
function colourText({ coloured, run }: ComponentsView, i: number): string {
  if (coloured === undefined) return '';
  if (coloured.kind === 'category') return coloured.levels[coloured.codes[i]] ?? '–';
  const kind = run.inspection.columns.find(({ name }) => name === coloured.column)?.kind;
  return kind === 'date' ? date(coloured.values[i]) : plain(coloured.values[i], 4);
}

/** The column that colours the rows, where one does. */
export const colourColumn = (view: ComponentsView) => {
  const { coloured } = view;
  if (coloured === undefined) return [];
  const column = coloured.kind === 'number' ? numberColumn : wordColumn;
  return [column<number>(coloured.column, (i) => colourText(view, i))];
};

/** The rows in the rectangle in the order of the file, each opening its line. */
export function selectionTable(view: ComponentsView): TableSpec {
  const { facts, pair, selected } = view;
  const { rows, lines, error, train } = facts.pooled;
  const axes = pair.filter((axis) => axis !== ERROR_AXIS);
  const scores = axes.map((axis) => {
    const values = axisValues(facts, axis);
    const format = inUnits(Math.sqrt(view.run.components.eigenvalues[axis - 1]), 3);
    return numberColumn<number>(`Score ${axis}`, (i) => format(values[i]));
  });
  const shown = [...selected].sort((a, b) => rows[a] - rows[b]).slice(0, LISTED);
  const further =
    shown.length < selected.length ? `, the first ${count(shown.length)} of ${count(selected.length)}` : '';
  return tableOf(
    { id: 'selection', title: `Selected rows${further}` },
    shown,
    [
      numberColumn('Row', (i) => count(rows[i])),
      numberColumn('Line', (i) => count(lines[i])),
      ...scores,
      numberColumn('Error', (i) => plain(error[i])),
      ...colourColumn(view),
      wordColumn('Rows', (i) => (i < train ? 'training' : 'held out')),
    ],
    (i) => ({ line: lines[i] }),
  );
}

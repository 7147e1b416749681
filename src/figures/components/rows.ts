import { count, date, inUnits, plain } from '../../engine/words/numbers';
import type { TableSpec } from '../tableSpec';
import { axisValues, type ComponentsView, ERROR_AXIS } from './view';

/** Rows that the table of a selection holds at most. */
const LISTED = 200;

/** What the colouring column holds in a pooled row, in words. */
export function colourText({ coloured, run }: ComponentsView, i: number): string {
  if (coloured === undefined) return '';
  if (coloured.kind === 'category') return coloured.levels[coloured.codes[i]] ?? '–';
  const kind = run.inspection.columns.find(({ name }) => name === coloured.column)?.kind;
  return kind === 'date' ? date(coloured.values[i]) : plain(coloured.values[i], 4);
}

/** The rows in the rectangle in the order of the file, each opening its line. */
export function selectionTable(view: ComponentsView): TableSpec {
  const { facts, pair, selected, coloured } = view;
  const { rows, lines, error, train } = facts.pooled;
  const axes = pair.filter((axis) => axis !== ERROR_AXIS);
  const numeric = (title: string) => ({ title, numeric: true });
  const scores = axes.map((axis) => {
    const values = axisValues(facts, axis);
    const format = inUnits(Math.sqrt(view.run.components.eigenvalues[axis - 1]), 3);
    return (i: number) => format(values[i]);
  });
  const shown = [...selected].sort((a, b) => rows[a] - rows[b]).slice(0, LISTED);
  return {
    id: 'selection',
    title:
      shown.length < selected.length
        ? `Selected rows, the first ${count(shown.length)} of ${count(selected.length)}`
        : 'Selected rows',
    columns: [
      numeric('Row'),
      numeric('Line'),
      ...axes.map((axis) => numeric(`Score ${axis}`)),
      numeric('Error'),
      ...(coloured ? [{ title: coloured.column, numeric: coloured.kind === 'number' }] : []),
      { title: 'Rows', numeric: false },
    ],
    rows: shown.map((i) => ({
      line: lines[i],
      cells: [
        count(rows[i]),
        count(lines[i]),
        ...scores.map((text) => text(i)),
        plain(error[i]),
        ...(coloured ? [colourText(view, i)] : []),
        i < train ? 'training' : 'held out',
      ],
    })),
  };
}

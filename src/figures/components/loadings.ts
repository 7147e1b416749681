import type { FigureSpec } from '../../engine/contract/figure';
import { count, fixed } from '../../engine/words/numbers';
import { sentence, stressed } from '../../engine/words/sentence';
import { firstLetters } from '../layout/legend';
import { axisSpec, pointSeries } from '../specs';
import { numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';
import { type ComponentsView, ERROR_AXIS } from './view';

/** Columns that one figure can name. */
const SHOWN = 12;
const LETTERS = 18;

/** Correlation of each column with the components of the score plot, the most telling columns on top. */
export function loadingsFigure(view: ComponentsView): FigureSpec | undefined {
  const axes = componentAxes(view);
  const { names } = view.run.components.loadings;
  if (names.length === 0) return undefined;
  const columns = byStrength(view).slice(0, SHOWN);
  const places = columns.map((_, i) => columns.length - 1 - i);
  const series = axes.map((axis, which) =>
    pointSeries(
      which === 0 ? 'first' : 'second',
      `component ${axis}`,
      { x: columns.map((c) => loadingOf(view, c, axis)), y: places },
      { shape: which === 0 ? 'disc' : 'diamond', hollow: which === 1 },
    ),
  );
  return {
    id: 'components-loadings',
    title: 'Loadings',
    sentence: finding(view, columns[0], axes),
    x: axisSpec('correlation', 'linear', [-1.03, 1.03], 'plain', { ticks: [-1, 0, 1] }),
    y: axisSpec('', 'linear', [-0.6, Math.max(1, columns.length - 1) + 0.6], 'level', {
      labels: columns.toReversed().map((c) => firstLetters(names[c], LETTERS)),
    }),
    series,
    rules: [{ axis: 'x', at: 0, role: 'reference' }],
    legend: true,
    ...(names.length > SHOWN && {
      note: `The ${SHOWN} columns with the largest correlations of ${count(names.length)}; the table below has all.`,
    }),
  };
}

function finding(view: ComponentsView, column: number, axes: readonly number[]): FigureSpec['sentence'] {
  const { names } = view.run.components.loadings;
  const strongest = axes.reduce((a, b) =>
    Math.abs(loadingOf(view, column, b)) > Math.abs(loadingOf(view, column, a)) ? b : a,
  );
  const r = loadingOf(view, column, strongest);
  if (!Number.isFinite(r)) return sentence('No column is correlated with these components.');
  const clear = Math.abs(r) >= 0.3;
  if (!clear)
    return stressed(
      'No column',
      ` is clearly correlated with these components: the largest correlation is ${fixed(r, 2)}.`,
    );
  return stressed(names[column], ` has the largest correlation, ${fixed(r, 2)} with component ${strongest}.`);
}

/** Every column beside both components, the strongest first. */
export function loadingsTable(view: ComponentsView): TableSpec {
  const { names } = view.run.components.loadings;
  const axes = componentAxes(view);
  return tableOf({ id: 'loadings', title: 'Correlation of columns with the components shown' }, byStrength(view), [
    wordColumn('Column', (c) => names[c]),
    ...axes.map((axis) => numberColumn<number>(`Component ${axis}`, (c) => fixed(loadingOf(view, c, axis), 2))),
  ]);
}

const componentAxes = ({ pair }: ComponentsView): number[] => pair.filter((axis) => axis !== ERROR_AXIS);

function byStrength(view: ComponentsView): number[] {
  const strength = view.run.components.loadings.names.map((_, c) =>
    Math.max(...componentAxes(view).map((axis) => Math.abs(loadingOf(view, c, axis)) || 0)),
  );
  return strength.map((_, c) => c).sort((a, b) => strength[b] - strength[a] || a - b);
}

function loadingOf({ run, facts }: ComponentsView, column: number, axis: number): number {
  return run.components.loadings.values[column * facts.l + axis - 1];
}

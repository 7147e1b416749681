import type { AxisSpec, FigureData, FigureSpec, SeriesSpec, SurfaceSpec } from '../../engine/contract/figure';
import { plain } from '../../engine/words/numbers';
import type { TableRow, TableSpec } from '../tableSpec';
import { evenPlaces } from '../view/extent';
import { axisName, colourAxis, formatValue, surfaceText } from './formatValue';

/** The figure's data as a table of at most about `most` rows a series, evenly spaced. */
export function figureTable(spec: FigureSpec, most = 24): TableSpec {
  if (spec.data) return dataTable(spec, spec.data);
  const named = spec.series.filter((s) => s.name !== '' && s.kind !== 'rug' && s.x.length > 0);
  if (spec.surface && named.length === 0) return surfaceTable(spec, spec.surface, most);
  const shared = named.length > 0 && named.every((s) => s.x === named[0].x);
  const title = axisName(spec.x);
  const numeric = (text: string) => ({ title: text, numeric: true });
  if (shared && named[0].rows === undefined)
    return {
      id: spec.id,
      title: spec.title,
      columns: [numeric(title), ...named.map((s) => numeric(s.name))],
      rows: evenPlaces(named[0].x.length, most).map((i) => ({
        cells: [formatValue(spec.x, named[0].x[i]), ...named.map((s) => valueText(spec.y, s, i))],
      })),
    };
  const { colours } = spec;
  const columns = [
    { title: 'Series', numeric: false },
    numeric(title),
    { title: spec.y.title, numeric: spec.y.format !== 'level' },
    ...(colours ? [numeric(colours.name)] : []),
  ];
  const colourText = (s: SeriesSpec, i: number) =>
    colours ? [formatValue(colourAxis(colours), s.values?.[i] ?? Number.NaN)] : [];
  const rows = named.flatMap((s) =>
    evenPlaces(s.x.length, most).map((i): TableRow => {
      const name = s.rows ? `row ${s.rows[i]}` : s.name;
      const cells = [name, formatValue(spec.x, s.x[i]), valueText(spec.y, s, i), ...colourText(s, i)];
      return s.lines ? { cells, line: s.lines[i] } : { cells };
    }),
  );
  return { id: spec.id, title: spec.title, columns, rows };
}

/** Rows as they are; numbers stand right. */
function dataTable({ id, title }: FigureSpec, { columns, rows }: FigureData): TableSpec {
  const numeric = (i: number) => i > 0 && rows.every((row) => row[i] === '' || typeof row[i] === 'number');
  return {
    id,
    title,
    columns: columns.map((name, i) => ({ title: name, numeric: numeric(i) })),
    rows: rows.map((row) => ({ cells: row.map((cell) => (typeof cell === 'number' ? plain(cell, 3) : cell)) })),
  };
}

/** A map as a table: a row for each place of y from the top, a column for each of x. */
function surfaceTable(spec: FigureSpec, surface: SurfaceSpec, most: number): TableSpec {
  const across = evenPlaces(surface.x.length, surface.cells ? surface.x.length : 9);
  const down = evenPlaces(surface.y.length, most).toReversed();
  const head = { title: `${axisName(spec.y)} \\ ${axisName(spec.x)}`, numeric: spec.y.format !== 'level' };
  return {
    id: spec.id,
    title: `${spec.title}: ${surface.name}`,
    columns: [head, ...across.map((i) => ({ title: formatValue(spec.x, surface.x[i]), numeric: true }))],
    rows: down.map((j) => ({
      cells: [
        formatValue(spec.y, surface.y[j]),
        ...across.map((i) => {
          const at = j * surface.x.length + i;
          return surface.cells?.[at] ?? surfaceText(surface, surface.values[at]);
        }),
      ],
    })),
  };
}

function valueText(axis: AxisSpec, series: SeriesSpec, i: number): string {
  const lower = formatValue(axis, series.y[i]);
  return series.upper ? `${lower} to ${formatValue(axis, series.upper[i])}` : lower;
}

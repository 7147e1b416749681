import { csvCell } from '../engine/contract/csvCell';
import type { AxisSpec, FigureSpec, SeriesSpec, SurfaceSpec } from '../engine/contract/figure';

/**
 * The figure's data as CSV (RFC 4180: CRLF, quotes doubled). One row per x with a column per series when the named series
 * share their x; otherwise one row per point: series, x, y, upper, row, line. A map without series: one row a place.
 */
export function toCsv(spec: FigureSpec): string {
  const named = spec.series.filter((s) => s.name !== '' && s.kind !== 'rug');
  const rows = spec.data
    ? [spec.data.columns, ...spec.data.rows]
    : spec.surface && named.length === 0
      ? grid(spec, spec.surface)
      : named.length > 0 && named.every((s) => sameX(s, named[0]))
        ? wide(spec, named)
        : long(spec, named);
  return csvText(rows);
}

/** Rows of cells; those that are undefined are empty. */
export const csvText = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`).join('');

/** A map: one row a place, x, y and the value, with the cell's text where it has one. */
function grid(spec: FigureSpec, surface: SurfaceSpec): (string | number)[][] {
  const head = [spec.x.gutter ?? spec.x.title, spec.y.gutter ?? spec.y.title, surface.name];
  const rows: (string | number)[][] = [surface.cells ? [...head, 'count'] : head];
  for (let j = 0; j < surface.y.length; j++)
    for (let i = 0; i < surface.x.length; i++) {
      const at = j * surface.x.length + i;
      const cells = [label(spec.x, surface.x[i]), label(spec.y, surface.y[j]), surface.values[at]];
      rows.push(surface.cells ? [...cells, surface.cells[at]] : cells);
    }
  return rows;
}

function wide(spec: FigureSpec, named: readonly SeriesSpec[]): (string | number)[][] {
  const { x } = named[0];
  const { second } = spec.x;
  const points = named[0].rows !== undefined;
  const head: string[] = points ? ['row', 'line'] : [];
  head.push(spec.x.gutter ?? spec.x.title);
  if (second) head.push(second.gutter);
  for (const s of named) {
    if (s.upper) head.push(`${s.name}, lower`, `${s.name}, upper`);
    else head.push(points ? spec.y.title : s.name);
    if (s.values) head.push(valueName(spec));
  }
  const body = Array.from(x, (at, i) => {
    const cells: (string | number)[] = points ? [named[0].rows?.[i] ?? '', named[0].lines?.[i] ?? ''] : [];
    cells.push(label(spec.x, at));
    if (second) cells.push(at * second.factor);
    for (const s of named) {
      cells.push(s.y[i]);
      if (s.upper) cells.push(s.upper[i]);
      if (s.values) cells.push(valueCell(s, i));
    }
    return cells;
  });
  return [head, ...body];
}

function long(spec: FigureSpec, named: readonly SeriesSpec[]): (string | number)[][] {
  const valued = named.some((s) => s.values !== undefined);
  const head = ['series', spec.x.gutter ?? spec.x.title, spec.y.title, 'upper', 'row', 'line'];
  const rows: (string | number)[][] = [valued ? [...head, valueName(spec)] : head];
  for (const s of named)
    for (let i = 0; i < s.x.length; i++) {
      const place = [s.name, label(spec.x, s.x[i]), label(spec.y, s.y[i]), s.upper?.[i] ?? ''];
      const cells = [...place, s.rows?.[i] ?? '', s.lines?.[i] ?? ''];
      rows.push(valued ? [...cells, valueCell(s, i)] : cells);
    }
  return rows;
}

const valueName = ({ colours }: FigureSpec): string => colours?.name ?? 'value';

function valueCell({ values }: SeriesSpec, i: number): string | number {
  const value = values?.[i] ?? Number.NaN;
  return Number.isNaN(value) ? '' : value;
}

/** Levels are written by name, everything else as the number it is. */
function label(axis: AxisSpec, value: number): string | number {
  return axis.format === 'level' ? (axis.labels?.[value] ?? value) : value;
}

function sameX(a: SeriesSpec, b: SeriesSpec): boolean {
  if (a.x === b.x) return true;
  if (a.x.length !== b.x.length) return false;
  for (let i = 0; i < a.x.length; i++) if (a.x[i] !== b.x[i]) return false;
  return true;
}

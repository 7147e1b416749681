import type { AxisSpec, FigureSpec, Sentence, SeriesSpec } from '../contract/figure';
import { NARROW } from './numbers';
import type { Table, TableRow } from './tableSpec';
import { formatValue } from './tables';

/** A sentence without its emphasis. */
export function plainText(sentence: Sentence): string {
  return sentence.map((part) => part.text).join('');
}

/** What a screen reader says of a figure: title, finding, then what is drawn over what. */
export function describe(spec: FigureSpec): string {
  const named = spec.series.filter((s) => s.name !== '' && s.kind !== 'band' && s.x.length > 0).map((s) => s.name);
  const range = `${spec.y.title} from ${formatValue(spec.y, spec.y.domain[0])} to ${formatValue(spec.y, spec.y.domain[1])}`;
  const drawn = `Shown: ${listed(named)} over ${axisName(spec.x)}, ${range}.`;
  const note = spec.note ? ` ${spec.note}` : '';
  return spoken(`${spec.title}. ${plainText(spec.sentence)} ${drawn}${note}`);
}

/** The figure's data as a table of at most about `most` rows a series, evenly spaced. */
export function tableOf(spec: FigureSpec, most = 24): Table {
  const named = spec.series.filter((s) => s.name !== '' && s.kind !== 'rug' && s.x.length > 0);
  const shared = named.length > 0 && named.every((s) => s.x === named[0].x);
  const title = axisName(spec.x);
  const numeric = (text: string) => ({ title: text, numeric: true });
  if (shared && named[0].rows === undefined)
    return {
      id: spec.id,
      title: spec.title,
      columns: [numeric(title), ...named.map((s) => numeric(s.name))],
      rows: chosen(named[0], most).map((i) => ({
        cells: [formatValue(spec.x, named[0].x[i]), ...named.map((s) => valueText(spec.y, s, i))],
      })),
    };
  const columns = [{ title: 'Series', numeric: false }, numeric(title), numeric(spec.y.title)];
  const rows = named.flatMap((s) =>
    chosen(s, most).map((i): TableRow => {
      const name = s.rows ? `row ${s.rows[i]}` : s.name;
      const cells = [name, formatValue(spec.x, s.x[i]), valueText(spec.y, s, i)];
      return s.lines ? { cells, line: s.lines[i] } : { cells };
    }),
  );
  return { id: spec.id, title: spec.title, columns, rows };
}

function valueText(axis: AxisSpec, series: SeriesSpec, i: number): string {
  const lower = formatValue(axis, series.y[i]);
  return series.upper ? `${lower} to ${formatValue(axis, series.upper[i])}` : lower;
}

/** Evenly spaced places of a series, first and last included. */
function chosen(series: SeriesSpec, most: number): number[] {
  const last = series.x.length - 1;
  const steps = Math.min(last, most - 1);
  if (steps < 1) return last < 0 ? [] : [0];
  return Array.from({ length: steps + 1 }, (_, k) => Math.round((k * last) / steps));
}

function axisName(axis: AxisSpec): string {
  return axis.gutter ?? axis.title;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Signs that screen readers skip or spell, in words: "4.0 times 10 to the minus 6". */
export function spoken(text: string): string {
  return text
    .replace(/10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, sign: string, digits: string) => {
      const exponent = Array.from(digits, (d) => SUPERSCRIPT.indexOf(d)).join('');
      return `10 to the ${sign ? 'minus ' : ''}${exponent}`;
    })
    .replaceAll(NARROW, ' ')
    .replaceAll('×', 'times')
    .replaceAll('−', 'minus ')
    .replaceAll('n·λ', 'n lambda')
    .replaceAll('λ', 'lambda')
    .replaceAll('μ', 'mu')
    .replaceAll('²', ' squared');
}

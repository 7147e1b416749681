import type {
  AxisSpec,
  ColourScale,
  FigureSpec,
  Sentence,
  SeriesSpec,
  SurfaceSpec,
} from '../../engine/contract/figure';
import { listed } from '../../engine/words/listed';
import { NARROW } from '../../engine/words/numbers';
import type { TableRow, TableSpec } from '../tableSpec';
import { formatValue } from './formatValue';

/** A sentence without its emphasis. */
export function plainText(sentence: Sentence): string {
  return sentence.map((part) => part.text).join('');
}

/** What a screen reader says of a figure: title, finding, then what is drawn over what. */
export function describe(spec: FigureSpec): string {
  const named = spec.series.filter((s) => s.name !== '' && s.kind !== 'band' && s.x.length > 0).map((s) => s.name);
  const range = `${spec.y.title} from ${formatValue(spec.y, spec.y.domain[0])} to ${formatValue(spec.y, spec.y.domain[1])}`;
  const map = spec.surface && surfaceWords(spec, spec.surface);
  const lines = named.length > 0 ? `Shown: ${listed(named)} over ${axisName(spec.x)}, ${range}.` : '';
  const colours = spec.colours && colourWords(spec.colours);
  const drawn = [map, lines, colours].filter(Boolean).join(' ');
  const note = spec.note ? ` ${spec.note}` : '';
  return spoken(`${spec.title}. ${plainText(spec.sentence)} ${drawn}${note}`);
}

function colourWords(scale: ColourScale): string {
  const text = (v: number) => formatValue(colourAxis(scale), v);
  return `Colour shows ${scale.name}, from ${text(scale.domain[0])} to ${text(scale.domain[1])}.`;
}

/** For writing the values that colours stand for. */
export function colourAxis({ name, domain, format }: ColourScale): AxisSpec {
  return { title: name, scale: 'linear', domain, format };
}

/** A map in words: where its value is least and largest. */
function surfaceWords(spec: FigureSpec, surface: SurfaceSpec): string {
  const { values, x } = surface;
  let low = -1;
  let high = -1;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    if (low < 0 || values[i] < values[low]) low = i;
    if (high < 0 || values[i] > values[high]) high = i;
  }
  if (low < 0) return `Shown: ${surface.name}, without any value.`;
  const at = (i: number) =>
    `${formatValue(spec.x, x[i % x.length])}, ${formatValue(spec.y, surface.y[Math.floor(i / x.length)])}`;
  const text = (i: number) => surfaceText(surface, values[i]);
  return `Shown: ${surface.name} over ${axisName(spec.x)} and ${axisName(spec.y)}, from ${text(low)} at ${at(low)} to ${text(high)} at ${at(high)}.`;
}

/** A value of a map as tooltips and tables write it. */
export function surfaceText(surface: SurfaceSpec, value: number): string {
  return formatValue({ title: '', scale: 'log', domain: [1, 10], format: surface.format }, value);
}

/** A map as a table: a row for each place of y from the top, a column for each of x. */
function surfaceTable(spec: FigureSpec, surface: SurfaceSpec, most: number): TableSpec {
  const pick = (length: number, room: number) => {
    const steps = Math.min(length, room) - 1;
    return steps < 1 ? [0] : Array.from({ length: steps + 1 }, (_, k) => Math.round((k * (length - 1)) / steps));
  };
  const across = pick(surface.x.length, surface.cells ? surface.x.length : 9);
  const down = pick(surface.y.length, most).toReversed();
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

/** The figure's data as a table of at most about `most` rows a series, evenly spaced. */
export function tableOf(spec: FigureSpec, most = 24): TableSpec {
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
      rows: chosen(named[0], most).map((i) => ({
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
    chosen(s, most).map((i): TableRow => {
      const name = s.rows ? `row ${s.rows[i]}` : s.name;
      const cells = [name, formatValue(spec.x, s.x[i]), valueText(spec.y, s, i), ...colourText(s, i)];
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
    .replaceAll('κ', 'kappa')
    .replaceAll('σ', 'sigma')
    .replaceAll('γ', 'gamma')
    .replaceAll('λ', 'lambda')
    .replaceAll('μ', 'mu')
    .replaceAll('|α|', 'size of alpha')
    .replaceAll('α', 'alpha')
    .replaceAll('τ', 'tau')
    .replaceAll('ε', 'epsilon')
    .replaceAll('≠', 'not equal to')
    .replaceAll('±', 'plus or minus ')
    .replaceAll('²', ' squared');
}

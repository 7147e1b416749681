import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import type { Plot, PlotSheet } from './plot';
import { rectangle, type TextMeasure } from './shapes';
import { pointStyle, STYLES } from './style';
import { axisTicks, formatTick } from './ticks';

/** Pixels: the room left of marks and of the colour bar, their width, the room before their texts, the height of a row. */
const GAP = 12;
const SWATCH = 10;
const TEXT_GAP = 5;
const ROW = 15;
/** Pixels between two labels of the colour bar. */
const TICK_ROOM = 34;

/** Names beside a narrow plot are cut to fewer letters, so that the plot keeps its room. */
const lettersBeside = ({ width }: PlotSheet): number => (width < 420 ? 12 : 18);

/** The room right of the plot that the key to colours and shapes needs. */
export function keyRoom(spec: FigureSpec, sheet: PlotSheet): number {
  const names = legendEntries(spec, lettersBeside(sheet)).map(({ text }) => text);
  // With as many labels as there may be, so that the room does not depend on the height.
  const ticks = colourTicks(spec, 12).map(({ text }) => text);
  const widths = [...names, ...ticks].map((text) => sheet.measure(text, false));
  return widths.length === 0 ? 0 : GAP + SWATCH + TEXT_GAP + Math.ceil(Math.max(...widths)) + 2;
}

/** Beside the plot: the marks of named points, or the colour bar with its labels; the bar's name stands above it. */
export function layKey(plot: Plot): void {
  const { area, sheet, spec } = plot;
  const left = area.right + GAP;
  const textLeft = left + SWATCH + TEXT_GAP;
  legendEntries(spec, lettersBeside(sheet)).forEach(({ text, series }, i) => {
    const y = area.top + 6 + i * ROW;
    if (y > area.bottom) return;
    const { colour } = STYLES[series.role];
    const paint = pointStyle(series).hollow ? { stroke: { colour, width: 1.5 } } : { fill: { colour } };
    plot.add({
      kind: 'dots',
      shape: series.shape ?? 'disc',
      radius: 3.2,
      at: [{ x: left + SWATCH / 2, y }],
      ...paint,
    });
    plot.write(plot.textBox(text, textLeft, y), text, { colour: 'text' });
  });
  if (spec.colours) layBar(plot, spec.colours.name, left, textLeft);
}

function layBar(plot: Plot, name: string, left: number, textLeft: number): void {
  const { spec, sheet } = plot;
  const { top, bottom } = plot.area;
  const area = { left, right: left + SWATCH, top, bottom };
  const rim = { colour: 'axis', width: sheet.highContrast ? 1 : 0.5 } as const;
  plot.add({ kind: 'ramp', area }, { kind: 'path', runs: [rectangle(area)], closed: true, stroke: rim });
  const height = bottom - top;
  for (const { share, text } of colourTicks(spec, Math.max(2, Math.floor(height / TICK_ROOM)))) {
    const middle = Math.min(bottom - 4, Math.max(top + 4, bottom - share * height));
    plot.write(plot.textBox(text, textLeft, middle), text, { colour: 'muted' });
  }
  const short = firstLetters(name, lettersBeside(sheet) + 6);
  const wish = Math.min(left, sheet.width - plot.textWidth(short) - 2);
  plot.writeIn([plot.textBox(short, wish, plot.titleRow)], short, { colour: 'muted' });
}

interface LegendEntry {
  readonly text: string;
  readonly series: SeriesSpec;
}

/** Points that are listed beside the plot, in the order of their series, each colour and shape once; long names are cut. */
function legendEntries({ series, legend }: FigureSpec, letters: number): LegendEntry[] {
  if (!legend) return [];
  const seen = new Set<string>();
  return series.flatMap((s) => {
    const mark = `${s.role} ${s.shape}`;
    if (s.kind !== 'points' || s.name === '' || s.x.length === 0 || seen.has(mark)) return [];
    seen.add(mark);
    return [{ text: firstLetters(s.name, letters), series: s }];
  });
}

interface ColourTick {
  /** 0 at the foot of the bar, 1 at its top. */
  readonly share: number;
  readonly text: string;
}

/** Labels along the colour bar: round numbers, or the ends where there are none between them. */
function colourTicks({ colours }: FigureSpec, room: number): ColourTick[] {
  if (colours === undefined) return [];
  const [low, high] = colours.domain;
  const axis = { title: '', scale: 'linear', ...colours } as const;
  if (!(high > low)) return [{ share: 0.5, text: formatTick(axis, low) }];
  const roundTicks = axisTicks(axis, room);
  const ticks = roundTicks.length > 1 ? roundTicks : [low, high];
  return ticks.map((v) => ({ share: (v - low) / (high - low), text: formatTick(axis, v, ticks) }));
}

export function firstLetters(text: string, letters: number): string {
  const whole = Array.from(text);
  return whole.length <= letters
    ? text
    : `${whole
        .slice(0, letters - 1)
        .join('')
        .trimEnd()}…`;
}

/** The text, cut to `room` pixels. */
export function fitted(text: string, room: number, measure: TextMeasure): string {
  let fits = text;
  for (let letters = Array.from(text).length - 1; letters > 1 && measure(fits, false) > room; letters--)
    fits = firstLetters(text, letters);
  return fits;
}

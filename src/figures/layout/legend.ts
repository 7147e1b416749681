import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { axisTicks, formatTick } from './ticks';

/** Width of marks and of the colour bar beside the plot, and the room left of them, in pixels. */
export const KEY = { gap: 12, swatch: 10, text: 5, row: 15 } as const;

export interface LegendEntry {
  readonly text: string;
  readonly series: SeriesSpec;
}

/** Points that are listed beside the plot, in the order of their series, each colour and shape once; long names are cut. */
export function legendEntries({ series, legend }: FigureSpec, letters: number): LegendEntry[] {
  if (!legend) return [];
  const listed = new Set<string>();
  return series.flatMap((s) => {
    const mark = `${s.role} ${s.shape}`;
    if (s.kind !== 'points' || s.name === '' || s.x.length === 0 || listed.has(mark)) return [];
    listed.add(mark);
    return [{ text: shortened(s.name, letters), series: s }];
  });
}

export interface ColourTick {
  /** 0 at the foot of the bar, 1 at its top. */
  readonly share: number;
  readonly text: string;
}

/** Labels along the colour bar: round numbers, or the ends where there are none between them. */
export function colourTicks({ colours }: FigureSpec, room: number): ColourTick[] {
  if (colours === undefined) return [];
  const [low, high] = colours.domain;
  const axis = { title: '', scale: 'linear', ...colours } as const;
  if (!(high > low)) return [{ share: 0.5, text: formatTick(axis, low) }];
  const found = axisTicks(axis, room);
  const ticks = found.length > 1 ? found : [low, high];
  return ticks.map((v) => ({ share: (v - low) / (high - low), text: formatTick(axis, v, ticks) }));
}

export function shortened(text: string, letters: number): string {
  const whole = Array.from(text);
  return whole.length <= letters
    ? text
    : `${whole
        .slice(0, letters - 1)
        .join('')
        .trimEnd()}…`;
}

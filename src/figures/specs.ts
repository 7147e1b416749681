import type { AxisSpec, FigureSpec, Role, SeriesSpec } from '../engine/contract/figure';

type Places = Pick<SeriesSpec, 'x' | 'y'>;
type More = Partial<Omit<SeriesSpec, 'kind' | 'role' | 'name' | 'x' | 'y'>>;

/** Series of a figure: what they mean, their name, where they run, and what else they have. */
const seriesOf =
  (kind: 'line' | 'points') =>
  (role: Role, name: string, at: Places, more?: More): SeriesSpec => ({ kind, role, name, ...at, ...more });
export const lineSeries = seriesOf('line');
export const pointSeries = seriesOf('points');

/** A short name where a line ends. */
export const endLabel = (text: string): Required<Pick<SeriesSpec, 'label'>> => ({ label: { text, at: 'end' } });

/** From `y` up to `upper`. */
export const bandSeries = (
  role: Role,
  name: string,
  at: Places & Required<Pick<SeriesSpec, 'upper'>>,
  more?: More,
): SeriesSpec => ({ kind: 'band', role, name, ...at, ...more });

/** The note of these sentences, without those that do not apply. */
export function noted(...sentences: readonly (string | false | undefined)[]): Pick<FigureSpec, 'note'> {
  const note = sentences.filter(Boolean).join(' ');
  return note === '' ? {} : { note };
}

/** An axis of names along y, the first one at the top. */
export const namesAxis = (names: readonly string[]): AxisSpec => ({
  title: '',
  scale: 'linear',
  domain: [-0.5, names.length - 0.5],
  ticks: names.map((_, i) => i),
  format: 'level',
  labels: names.toReversed(),
});

export const axisSpec = (
  title: string,
  scale: AxisSpec['scale'],
  domain: AxisSpec['domain'],
  format: AxisSpec['format'],
  more?: Partial<AxisSpec>,
): AxisSpec => ({ title, scale, domain, format, ...more });

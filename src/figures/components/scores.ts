import { sum } from 'd3-array';
import type { AxisSpec, ColourScale, FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { plural } from '../../engine/words/sentence';
import { padded } from '../layout/domains';
import { axisSpec, pointSeries } from '../specs';
import { alongPair } from './along';
import { type Colouring, colouringOf } from './colour';
import { axisValues, type ComponentsView } from './view';
import { axisTitle, firstCarry } from './words';

/** Rows by their scores on two components, coloured by a column of the file. */
export function scorePlot(view: ComponentsView, selectable: boolean): FigureSpec {
  const { facts, pair, coloured, selection } = view;
  const [x, y] = pair.map((axis) => axisValues(facts, axis));
  const colouring = colouringOf(view);
  const { scale } = colouring;
  return {
    id: selectable ? 'components-scores' : 'components-scores-first',
    title: 'Scores',
    sentence: finding(view),
    x: scoreAxis(view, pair[0], x),
    y: scoreAxis(view, pair[1], y),
    series: colouring.groups.map((group) => cloud(view, x, y, group, scale)),
    ...(scale && { colours: scale }),
    ...(coloured?.kind === 'category' && { legend: true }),
    ...(selectable && { select: selection ?? 'none' }),
    ...noteOf(view),
    ...(selectable && { act: 'Drag a rectangle to select rows; a click opens a row in the file.' }),
  };
}

function scoreAxis({ facts }: ComponentsView, axis: number, values: ArrayLike<number>): AxisSpec {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  const domain: [number, number] = low <= high ? padded(low, high) : [-1, 1];
  return axisSpec(axisTitle(axis, facts.share), 'linear', domain, 'plain');
}

function cloud(
  { facts, coloured, selection, selected }: ComponentsView,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { places, name, role, shape, heldOut }: Colouring['groups'][number],
  scale: ColourScale | undefined,
): SeriesSpec {
  const pick = (values: ArrayLike<number>) => Float64Array.from(places, (i) => values[i]);
  const inside = new Set(selected);
  return pointSeries(
    role,
    name,
    { x: pick(x), y: pick(y) },
    {
      rows: pick(facts.pooled.rows),
      lines: pick(facts.pooled.lines),
      shape,
      hollow: heldOut,
      ...(selection && { lit: places.map((i) => Number(inside.has(i))) }),
      ...(scale && coloured?.kind === 'number' && { values: pick(coloured.values) }),
    },
  );
}

function finding(view: ComponentsView): Sentence {
  const { facts, pair, selected, selection } = view;
  const components = pair.filter((axis) => axis > 0);
  const share = sum(components, (axis) => facts.share[axis - 1]);
  const first = components.every((axis) => axis <= components.length);
  const carry = first
    ? firstCarry(components.length)
    : `${components.length === 1 ? 'Component' : 'Components'} ${components.join(' and ')} ${plural(components.length, 'explains', 'explain')}`;
  const chosen = selection
    ? `; ${count(selected.length)} ${plural(selected.length, 'row is', 'rows are')} selected`
    : '';
  return [
    { text: `${carry} ` },
    { text: percent(share), strong: true },
    { text: ` of the variance${alongPair(view)}${chosen}.` },
  ];
}

function noteOf({ run, facts }: ComponentsView): { readonly note?: string } {
  const { components, data } = run;
  const words: string[] = [];
  if (components.holdout) words.push('Rings: held-out rows.');
  const used = data.train + (components.holdout ? data.holdout : 0);
  if (facts.pooled.count < used) words.push(`An even sample of ${count(facts.pooled.count)} of ${count(used)} rows.`);
  return words.length > 0 ? { note: words.join(' ') } : {};
}

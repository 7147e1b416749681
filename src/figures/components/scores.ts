import { sum } from 'd3-array';
import type { ColourColumn } from '../../engine/contract/components';
import type {
  AxisSpec,
  ColourScale,
  FigureSpec,
  PointShape,
  Role,
  Sentence,
  SeriesSpec,
} from '../../engine/contract/figure';
import { count, fixed, percent } from '../../engine/words/numbers';
import { plural, sentence } from '../../engine/words/sentence';
import { padded } from '../layout/domains';
import { SHAPES } from '../layout/shapes';
import { axisSpec, noted, pointSeries } from '../specs';
import { axisValues, type ComponentsView, ERROR_AXIS } from './view';
import { axisTitle, explainedName, firstCarry } from './words';

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

function scoreAxis({ facts, run }: ComponentsView, axis: number, values: ArrayLike<number>): AxisSpec {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  const domain: [number, number] = low <= high ? padded(low, high) : [-1, 1];
  return axisSpec(axisTitle(axis, facts.share, explainedName(run.components)), 'linear', domain, 'plain');
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
  return sentence(
    `${carry} `,
    percent(share),
    ` of the ${explainedName(view.run.components)}${alongPair(view)}${chosen}.`,
  );
}

function noteOf({ run, facts }: ComponentsView): Pick<FigureSpec, 'note'> {
  const { components, data } = run;
  const used = data.train + (components.holdout ? data.holdout : 0);
  return noted(
    components.holdout && 'Rings: held-out rows.',
    facts.pooled.count < used && `An even sample of ${count(facts.pooled.count)} of ${count(used)} rows.`,
  );
}

/** Below this correlation, or this fraction of variance between levels, a column is not said to follow a component. */
const FOLLOWS = { correlation: 0.3, between: 0.1 } as const;

/** How the colouring column varies along the components shown: "; width rises along component 1 (correlation 0.81)". */
function alongPair(view: ComponentsView): string {
  const { coloured, facts, pair } = view;
  if (coloured === undefined) return '';
  const axes = pair.filter((axis) => axis !== ERROR_AXIS);
  const neither = axes.length === 1 ? `is not correlated with component ${axes[0]}` : 'is correlated with neither';
  if (coloured.kind === 'number') {
    const related = axes.map((axis) => ({ axis, r: correlation(coloured.values, axisValues(facts, axis)) }));
    const best = related.reduce((a, b) => (Math.abs(b.r) > Math.abs(a.r) ? b : a));
    if (!(Math.abs(best.r) >= FOLLOWS.correlation)) return `; ${coloured.column} ${neither}`;
    const way = best.r > 0 ? 'rises' : 'falls';
    return `; ${coloured.column} ${way} along component ${best.axis} (correlation ${fixed(best.r, 2)})`;
  }
  const { codes, levels } = coloured;
  const related = axes.map((axis) => ({ axis, part: partBetween(codes, levels.length, axisValues(facts, axis)) }));
  const best = related.reduce((a, b) => (b.part > a.part ? b : a));
  if (!(best.part >= FOLLOWS.between)) return `; ${coloured.column} ${neither}`;
  return `; the levels of ${coloured.column} explain ${percent(best.part)} of component ${best.axis}`;
}

/** Pearson's correlation over the places where both are finite; NaN where either does not vary. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let n = 0;
  let meanA = 0;
  let meanB = 0;
  const both = (i: number) => Number.isFinite(a[i]) && Number.isFinite(b[i]);
  for (let i = 0; i < a.length; i++) {
    if (!both(i)) continue;
    n++;
    meanA += (a[i] - meanA) / n;
    meanB += (b[i] - meanB) / n;
  }
  let [aa, bb, ab] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    if (!both(i)) continue;
    aa += (a[i] - meanA) ** 2;
    bb += (b[i] - meanB) ** 2;
    ab += (a[i] - meanA) * (b[i] - meanB);
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : Number.NaN;
}

/**
 * Fraction of the variance of `values` that lies between the means of the levels (eta squared); rows without a level
 * are left out.
 */
export function partBetween(codes: ArrayLike<number>, levels: number, values: ArrayLike<number>): number {
  const sums = new Float64Array(levels);
  const counts = new Float64Array(levels);
  let all = 0;
  let squares = 0;
  let n = 0;
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] < 0) continue;
    sums[codes[i]] += values[i];
    counts[codes[i]]++;
    all += values[i];
    squares += values[i] ** 2;
    n++;
  }
  const total = squares - all ** 2 / n;
  const between = sums.reduce((sum, s, c) => sum + (counts[c] > 0 ? s ** 2 / counts[c] : 0), 0) - all ** 2 / n;
  return total > 0 ? between / total : Number.NaN;
}

/** Rows that are drawn alike, by their positions among the pooled rows. */
interface ColourGroup {
  readonly name: string;
  readonly role: Role;
  readonly shape: PointShape;
  readonly heldOut: boolean;
  readonly places: readonly number[];
}

interface Colouring {
  readonly groups: readonly ColourGroup[];
  /** For a column of numbers. */
  readonly scale?: ColourScale;
}

/** Muted stays free for rows without a level. */
const ROLES: readonly Role[] = ['first', 'second', 'third', 'fourth', 'fifth', 'main'];

/** Training rows and held-out ones, each by the levels of the column that colours them. */
function colouringOf({ run, facts, coloured }: ComponentsView): Colouring {
  const { count, train } = facts.pooled;
  const places = Array.from({ length: count }, (_, i) => i);
  const halves = [
    { heldOut: false, members: places.slice(0, train) },
    { heldOut: true, members: places.slice(train) },
  ].filter(({ members }) => members.length > 0);
  if (coloured?.kind === 'category')
    return { groups: halves.flatMap(({ heldOut, members }) => levelGroups(coloured, members, heldOut)) };
  const groups = halves.map(({ heldOut, members }): ColourGroup => {
    const name = heldOut ? 'held-out rows' : 'training rows';
    return { name, role: 'first', shape: 'disc', heldOut, places: members };
  });
  if (coloured === undefined) return { groups };
  const kind = run.inspection.columns.find(({ name }) => name === coloured.column)?.kind;
  const domain = valueRange(coloured.values);
  return { groups, scale: { name: coloured.column, domain, format: kind === 'date' ? 'date' : 'plain' } };
}

/** Both colour and shape show a level; held-out rows share its mark as a ring, and its name. */
function levelGroups(
  { codes, levels }: Extract<ColourColumn, { kind: 'category' }>,
  places: readonly number[],
  heldOut: boolean,
): ColourGroup[] {
  const groups = levels.map((level, code): ColourGroup & { readonly places: number[] } => ({
    name: `${level === '' ? '(blank)' : level}${heldOut ? ', held out' : ''}`,
    role: ROLES[code % ROLES.length],
    shape: SHAPES[code % SHAPES.length],
    heldOut,
    places: [],
  }));
  const name = `(no value)${heldOut ? ', held out' : ''}`;
  const none = { name, role: 'sixth' as const, shape: 'disc' as const, heldOut, places: [] as number[] };
  for (const i of places) (groups[codes[i]] ?? none).places.push(i);
  return [...groups, none].filter((group) => group.places.length > 0);
}

/** The central 96 % of many values, so that a few extremes do not leave one colour for all others. */
function valueRange(values: Float32Array): [number, number] {
  const sorted = values.filter((v) => Number.isFinite(v)).sort();
  if (sorted.length === 0) return [0, 1];
  const cut = sorted.length < 50 ? 0 : Math.floor(0.02 * sorted.length);
  return [sorted[cut], sorted[sorted.length - 1 - cut]];
}

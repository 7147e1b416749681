import type { ColumnSummary } from '../../engine/contract/data';
import type { Bars, ProfileTarget, Relation } from '../../engine/contract/profile';
import { NARROW, percent } from '../../engine/words/numbers';
import { valueText } from '../../figures/data/valueWords';
import { el, svg } from '../element';
import type { ColumnRow } from './columnRows';

// Plots as small as a line of a table: marks are stretched, and words stand below them. Screen readers get the words of
// the row instead.

/** The greatest width of a character of a label, in pixels. */
const CHARACTER = 6.5;
const HEIGHT = 20;
/** The most words that have a place in a bar, the commonest first. */
const LEVELS = 6;

/** The distribution of a column's values, `width` pixels wide; undefined if there is nothing to draw. */
export function valuesPlot({ summary, profile: { bars } }: ColumnRow, width: number): HTMLElement | undefined {
  if (bars) return numbersPlot(summary, bars, width);
  return summary.levels && summary.count > 0 ? levelsPlot(summary, summary.levels, width) : undefined;
}

function numbersPlot(summary: ColumnSummary, bars: Bars, width: number): HTMLElement {
  const most = Math.max(...bars.counts);
  const few = bars.kind === 'values';
  const step = few ? Math.min(26, width / bars.counts.length) : width / bars.counts.length;
  const whole = step * bars.counts.length;
  const path = bars.counts.map((n, i) => {
    const height = n === 0 ? 0 : Math.max(1.5, ((HEIGHT - 2) * n) / most);
    return `M${i * step} ${HEIGHT}v${-height}h${Math.max(1, step - 1.5)}v${height}z`;
  });
  const plot = svg(
    'svg',
    { width, height: HEIGHT + 1, viewBox: `0 0 ${width} ${HEIGHT + 1}` },
    svg('path', { d: path.join('') }),
    svg('line', { x1: 0, x2: whole, y1: HEIGHT + 0.5, y2: HEIGHT + 0.5 }),
  );
  return el(
    'div.spread',
    { 'aria-hidden': 'true' },
    plot,
    few ? valueLabels(summary, bars, step) : endLabels(summary, bars, width),
  );
}

function endLabels(summary: ColumnSummary, { from, to }: Bars & { kind: 'steps' }, width: number): HTMLElement {
  const [low, high] = [valueText(summary, from), valueText(summary, to)];
  const fits = CHARACTER * (low.length + high.length + 2) <= width;
  const labels = el('div.ends', el('span', low), fits && el('span', high));
  labels.style.width = `${width}px`;
  return labels;
}

function valueLabels(summary: ColumnSummary, { values }: Bars & { kind: 'values' }, step: number): HTMLElement {
  const texts = values.map((value) => valueText(summary, value));
  const fit = texts.every((text) => CHARACTER * text.length <= step);
  const labels = el(
    'div',
    { class: fit ? 'ends each' : 'ends' },
    ...(fit ? texts : [`${texts[0]} … ${texts.at(-1)}`]).map((text) => el('span', text)),
  );
  if (fit) for (const label of labels.children) (label as HTMLElement).style.width = `${step}px`;
  return labels;
}

/** One bar, divided in proportion to the frequency of the words. */
function levelsPlot(
  { count: present }: ColumnSummary,
  levels: NonNullable<ColumnSummary['levels']>,
  width: number,
): HTMLElement {
  const marks: SVGElement[] = [];
  const labels: HTMLElement[] = [];
  let x = 0;
  for (const { label, count: n } of levels.slice(0, LEVELS)) {
    const part = (width * n) / present;
    marks.push(svg('rect', { x, y: 3, width: Math.max(1, part - 2), height: HEIGHT - 4 }));
    if (CHARACTER * label.length + 4 <= part) {
      const text = el('span.level', label);
      text.style.left = `${x}px`;
      labels.push(text);
    }
    x += part;
  }
  if (x < width - 2) marks.push(svg('rect.rest', { x, y: 3, width: width - x, height: HEIGHT - 4 }));
  const plot = svg('svg', { width, height: HEIGHT + 1, viewBox: `0 0 ${width} ${HEIGHT + 1}` }, ...marks);
  return el('div.spread', { 'aria-hidden': 'true' }, plot, el('div.levels', ...labels));
}

/** The fraction of missing cells as a bar. */
export function gapsPlot(share: number, many: boolean): SVGElement {
  return svg(
    'svg',
    { class: many ? 'gap-bar many' : 'gap-bar', width: 44, height: 8, viewBox: '0 0 44 8', 'aria-hidden': 'true' },
    svg('rect.ground', { width: 44, height: 8 }),
    svg('rect', { width: Math.max(1.5, 44 * share), height: 8 }),
  );
}

const RELATION_HEIGHT = 30;
/** The end of a percentage, written only after the second of two. */
const SHARE = `${NARROW}%`;

/**
 * The target over the groups of a column: dots, joined by a line if the groups are ordered, over the dotted mean of all
 * rows.
 */
export function relationPlot(
  { groups, n }: Relation,
  target: ProfileTarget,
  [low, high]: readonly [number, number],
  width: number,
): SVGElement | undefined {
  if (target.outputs.length > 1 || groups.length < 2 || !(high > low)) return undefined;
  const y = (value: number) => RELATION_HEIGHT - 5 - ((RELATION_HEIGHT - 10) * (value - low)) / (high - low);
  const x = (i: number) => 7 + ((width - 14) * i) / (groups.length - 1);
  const points = groups.map((group, i) => ({
    x: x(i),
    y: y(group.means[0]),
    r: Math.max(1.4, 5.5 * Math.sqrt(group.n / n)),
  }));
  const ordered = groups.every(({ label }) => label === undefined);
  return svg(
    'svg.over-plot',
    { width, height: RELATION_HEIGHT, viewBox: `0 0 ${width} ${RELATION_HEIGHT}`, 'aria-hidden': 'true' },
    svg('line', { x1: 0, x2: width, y1: y(target.means[0]), y2: y(target.means[0]) }),
    ordered && svg('polyline', { points: points.map((p) => `${p.x},${p.y}`).join(' ') }),
    ...points.map((p) => svg('circle', { cx: p.x, cy: p.y, r: p.r })),
  );
}

/** The scale that all relations share: from 0 to 1 for fractions, otherwise the range of the means of all columns. */
export function relationScale(target: ProfileTarget, relations: readonly Relation[]): readonly [number, number] {
  if (target.classify) return [0, 1];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { groups } of relations)
    for (const { means, n } of groups) {
      // The mean of a handful of rows may lie anywhere.
      if (n < 5) continue;
      low = Math.min(low, means[0]);
      high = Math.max(high, means[0]);
    }
  return [low, high];
}

/** "19–74 %": the lowest and the highest percentage among groups of some size. */
export function relationRange({ groups }: Relation, target: ProfileTarget, write: (value: number) => string): string {
  if (target.outputs.length > 1) return '';
  const sized = groups.filter(({ n }) => n >= 5).map(({ means }) => means[0]);
  if (sized.length < 2) return '';
  const [low, high] = [Math.min(...sized), Math.max(...sized)];
  return target.classify ? `${percent(low).replace(SHARE, '')}–${percent(high)}` : `${write(low)} to ${write(high)}`;
}

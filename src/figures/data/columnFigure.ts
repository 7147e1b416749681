import type { ColumnSummary } from '../../engine/contract/data';
import type { FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import type { Bars, ColumnDetail } from '../../engine/contract/profile';
import { count, percent } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import { shortened, shortenedAll } from '../fit/levelNames';
import { padded } from '../layout/domains';
import { axisSpec, bandSeries, lineSeries, namesAxis } from '../specs';
import { valueFormat, valueText } from './valueWords';

/** Bars of words. */
const LEVELS = 15;

/**
 * The distribution of a column's values: steps from the lowest to the highest, or a bar for each of few values or of
 * the most frequent words.
 */
export function columnFigure(summary: ColumnSummary, detail: ColumnDetail): FigureSpec | undefined {
  if (detail.bars?.kind === 'steps') return stepsFigure(summary, detail.bars);
  const levels = levelsOf(summary, detail);
  return levels.length > 0 ? levelsFigure(summary, levels) : undefined;
}

interface Level {
  readonly label: string;
  readonly count: number;
}

function levelsOf(summary: ColumnSummary, { bars, levels }: ColumnDetail): readonly Level[] {
  if (bars?.kind !== 'values') return levels;
  return bars.values.map((value, i) => ({ label: valueText(summary, value), count: bars.counts[i] }));
}

function stepsFigure(summary: ColumnSummary, { from, to, counts }: Bars & { kind: 'steps' }): FigureSpec {
  const { name } = summary;
  const edge = (k: number) => from + ((to - from) * k) / counts.length;
  const x = counts.flatMap((_, k) => [edge(k), edge(k + 1)]);
  const y = counts.flatMap((n) => [n, n]);
  const top = 1.1 * Math.max(...counts);
  const rows = counts.map((n, k) => [valueText(summary, edge(k)), valueText(summary, edge(k + 1)), n]);
  return {
    ...common(summary),
    sentence: stepsSentence(summary, counts, edge),
    x: axisSpec(name, 'linear', padded(from, to, 0.03), valueFormat(summary)),
    y: axisSpec('rows', 'linear', [0, top], 'count'),
    series: [bandSeries('main', '', { x, y: y.map(() => 0), upper: y }), lineSeries('main', 'rows', { x, y })],
    data: { columns: ['from', 'to', 'rows'], rows },
    reads: `Shown: how many rows have a value in each of ${counts.length} equal steps from ${valueText(summary, from)} to ${valueText(summary, to)}.`,
  };
}

/** The range that holds most of the rows. */
function stepsSentence(summary: ColumnSummary, counts: readonly number[], edge: (k: number) => number): Sentence {
  const all = counts.reduce((sum, n) => sum + n, 0);
  let [first, last] = [0, counts.length];
  let inside = all;
  // Steps at the ends are left out, the emptier one first, while nine in ten rows stay inside.
  while (last - first > 1) {
    const next = counts[first] <= counts[last - 1] ? counts[first] : counts[last - 1];
    if (inside - next < 0.9 * all) break;
    inside -= next;
    if (counts[first] <= counts[last - 1]) first++;
    else last--;
  }
  return sentence(
    `${percent(inside / all)} of ${counted(all, 'value')} `,
    `from ${valueText(summary, edge(first))} to ${valueText(summary, edge(last))}`,
    '.',
  );
}

function levelsFigure(summary: ColumnSummary, all: readonly Level[]): FigureSpec {
  const levels = all.slice(0, LEVELS);
  const at = (i: number) => levels.length - 1 - i;
  const names = levels.map(({ label }) => label);
  const top = 1.05 * Math.max(...levels.map((level) => level.count));
  const series = levels.flatMap((level, i): SeriesSpec[] => {
    const [low, high] = [at(i) - 0.34, at(i) + 0.34];
    const bar = bandSeries('main', '', { x: [0, level.count], y: [low, low], upper: [high, high] });
    const end = lineSeries('main', '', { x: [level.count, level.count], y: [low, high] });
    return [bar, end];
  });
  const { count: present, distinct } = summary;
  const rest = distinct - levels.length;
  const [most] = [...levels].sort((a, b) => b.count - a.count);
  return {
    ...common(summary),
    sentence: sentence(
      'The most common value is ',
      shortened(most.label, names),
      `: ${percent(most.count / present)} of ${counted(present, 'value')}.`,
    ),
    x: axisSpec('rows', 'linear', [0, top], 'count'),
    y: namesAxis(shortenedAll(names)),
    series,
    data: {
      columns: ['value', 'rows', 'share'],
      rows: all.map((level) => [level.label, level.count, level.count / present]),
    },
    reads: `Shown: a bar for each of ${counted(levels.length, 'value')}.`,
    ...(rest > 0 && { note: `The ${levels.length} most common of ${count(distinct)} different values.` }),
  };
}

const common = ({ index, name }: ColumnSummary) => ({ id: `column-${index + 1}-values`, title: `Values of ${name}` });

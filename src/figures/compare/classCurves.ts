import type { Estimated } from '../../engine/contract/classes';
import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { averagePrecision, type RankedRows, rankRows, rocArea } from '../../engine/statistics/ranking';
import { fixed, NARROW } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { manyOf, shortened } from '../fit/levelNames';
import { lineSeries } from '../specs';
import { shareAxis } from '../view/axes';
import { evenPlaces } from '../view/extent';
import type { Comparison, Standing } from './comparison';
import { lineLabel } from './words';

/** Points of a curve drawn at most. */
export const MOST_STEPS = 400;

interface RankedRun extends Pick<Standing, 'run' | 'label' | 'style'> {
  readonly ranked: RankedRows;
  readonly area: Estimated;
  readonly apart?: string;
}

interface Ranking {
  readonly runs: readonly RankedRun[];
  /** Rows of the class, and the words for the others. */
  readonly many: string;
  readonly others: string;
  readonly name: string;
}

/**
 * Held-out rows ranked by every run's score of one class: the second of two, otherwise the class of most rows.
 * Undefined unless runs classify.
 */
function rankingOf({ standings, baseline }: Comparison): Ranking | undefined {
  const reference = standings[baseline].of.held;
  const { levels } = reference ?? {};
  if (reference === undefined || levels === undefined) return undefined;
  const rowsOf = (level: number) => reference.observed.filter((v) => v === level).length;
  const most = levels.reduce((best, _, level) => (rowsOf(level) > rowsOf(best) ? level : best), 0);
  const level = levels.length === 2 ? 1 : most;
  const runs = standings.flatMap(({ run, label, style, of: { held }, apart }): RankedRun[] => {
    const scores = held?.scores?.[levels.length === 2 ? 0 : level];
    if (held === undefined || scores === undefined) return [];
    const ranked = rankRows(scores, (i) => held.observed[i] === level);
    if (ranked.positives === 0 || ranked.negatives === 0) return [];
    return [
      {
        run,
        label,
        style,
        ranked,
        area: rocArea(ranked, undefined, held.designEffect),
        ...(apart !== undefined && { apart }),
      },
    ];
  });
  if (runs.length === 0) return undefined;
  const others = levels.length === 2 ? manyOf(levels[0], levels) : 'the others';
  return { runs, many: manyOf(levels[level], levels), others, name: shortened(levels[level], levels) };
}

/** "0.93 (95 %: 0.88 to 0.97)" */
const areaText = ({ value, interval: [low, high] }: Estimated): string =>
  `${fixed(value, 2)} (95${NARROW}%: ${fixed(low, 2)} to ${fixed(high, 2)})`;

/** ROC curves of all runs over one another, with the area under each and its interval. */
export function comparedRocFigure(comparison: Comparison): FigureSpec | undefined {
  const ranking = rankingOf(comparison);
  if (ranking === undefined) return undefined;
  const { runs, many, others, name } = ranking;
  const best = highest(runs, ({ area }) => area.value);
  const rest = runs.filter((one) => one !== best);
  return {
    id: 'compare-roc',
    title: 'ROC curves',
    sentence: sentence(
      `Area under the curve of ${best.run.name}: `,
      fixed(best.area.value, 2),
      `${areaText(best.area).slice(fixed(best.area.value, 2).length)}${rest.map(({ run, area }) => `; ${run.name} ${areaText(area)}`).join('')}.`,
    ),
    x: shareAxis(`${others} predicted as ${name}`, 'percent'),
    y: shareAxis(`${many} found`, 'percent'),
    series: runs.map(({ run, label, style, ranked }): SeriesSpec => {
      const { truePositives, falsePositives, positives, negatives } = ranked;
      const at = stepsOf(ranked);
      const x = [0, ...at.map((t) => falsePositives[t] / negatives)];
      const y = [0, ...at.map((t) => truePositives[t] / positives)];
      return lineSeries(style.role, run.name, { x, y }, { label: lineLabel(label, 0.3) });
    }),
    rules: [{ axis: 'diagonal', at: 0, role: 'reference', text: 'chance' }],
    ...noteOf(ranking),
  };
}

/** Precision over recall of all runs, with their average precision. */
export function comparedPrecisionFigure(comparison: Comparison): FigureSpec | undefined {
  const ranking = rankingOf(comparison);
  if (ranking === undefined) return undefined;
  const { runs, many, name } = ranking;
  const means = runs.map((one) => ({ ...one, mean: averagePrecision(one.ranked) }));
  const best = highest(means, ({ mean }) => mean);
  const rest = means.filter((one) => one !== best);
  const { positives, negatives } = best.ranked;
  return {
    id: 'compare-precision',
    title: 'Precision and recall',
    sentence: sentence(
      `Average precision of ${best.run.name}: `,
      fixed(best.mean, 2),
      `${rest.map(({ run, mean }) => `; ${run.name} ${fixed(mean, 2)}`).join('')}.`,
    ),
    x: shareAxis(`${many} found (recall)`, 'percent'),
    y: shareAxis(`right among those predicted as ${name} (precision)`, 'percent'),
    series: means.map(({ run, label, style, ranked }): SeriesSpec => {
      const { truePositives, falsePositives } = ranked;
      const at = stepsOf(ranked);
      const x = at.map((t) => truePositives[t] / ranked.positives);
      const y = at.map((t) => truePositives[t] / (truePositives[t] + falsePositives[t]));
      return lineSeries(style.role, run.name, { x, y }, { label: lineLabel(label, 0.5) });
    }),
    rules: [{ axis: 'y', at: positives / (positives + negatives), role: 'reference', text: 'guessing', side: 'left' }],
    ...noteOf(ranking),
  };
}

const highest = <T>(all: readonly T[], of: (one: T) => number): T =>
  all.reduce((best, one) => (of(one) > of(best) ? one : best));

/** Thresholds that a curve is drawn through, the last one always. */
const stepsOf = ({ scores }: RankedRows) => evenPlaces(scores.length, MOST_STEPS);

function noteOf({ runs }: Ranking): Pick<FigureSpec, 'note'> {
  const elsewhere = runs.filter(({ apart }) => apart !== undefined).map(({ run }) => run.name);
  return elsewhere.length > 0 ? { note: `${elsewhere.join(', ')}: on different held-out rows.` } : {};
}

import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { count, NARROW, percent } from '../../engine/words/numbers';
import { capitalised, counted, listed, sentence } from '../../engine/words/sentence';
import { padded } from '../layout/domains';
import { axisSpec, lineSeries, pointSeries } from '../specs';
import { shareAxis } from '../view/axes';
import { evenPlaces, extent } from '../view/extent';
import { MOST_STEPS } from './classCurves';
import { type Comparison, isJudgedAlike, type Standing } from './comparison';
import { errorFormat, lineLabel, MEASURES } from './words';

/** Largest misses of the baseline that are ringed in every run. */
const RINGED = 5;
/** With more dots than this, a plot is only ink. */
const MOST_DRAWN = 3000;

const sizesOf = ({ of }: Standing): Float64Array | undefined =>
  of.held?.levels ? undefined : of.held?.observed.map((v, j) => Math.abs(v - (of.held?.predicted[j] ?? v)));

/**
 * The fraction of held-out rows that each run misses by less than a size. Absent for classes, and where nothing was
 * held out.
 */
export function missesFigure(comparison: Comparison): FigureSpec | undefined {
  const { standings, target } = comparison;
  const drawn = standings.flatMap((standing) => {
    const sorted = sizesOf(standing)?.toSorted();
    return sorted && standing.misses ? [{ ...standing, sorted, misses: standing.misses }] : [];
  });
  if (drawn.length === 0) return undefined;
  const [, largest] = extent(...drawn.map(({ sorted }) => sorted));
  if (!(largest > 0)) return undefined;
  const [half] = extent(drawn.map(({ misses }) => misses.half).filter((v) => v > 0));
  const low = Math.min(largest / 10, (Number.isFinite(half) ? half : largest) / 10);
  const alike = drawn.filter(isJudgedAlike);
  const best = (alike.length > 0 ? alike : drawn.slice(0, 1)).reduce((least, run) =>
    run.misses.nine < least.misses.nine ? run : least,
  );
  const others = drawn.filter((run) => !isJudgedAlike(run)).map(({ run }) => run.name);
  const text = errorFormat({ ...comparison, measure: 'absolute' });
  return {
    id: 'compare-misses',
    title: 'Size of the errors',
    sentence: sentence(
      `${best.run.name} misses nine in ten held-out rows by less than `,
      text(best.misses.nine),
      `, half by less than ${text(best.misses.half)}.`,
    ),
    x: axisSpec(`absolute error of ${target}`, 'log', [low, largest * 1.05], 'plain'),
    y: { ...shareAxis('share of held-out rows missed by less', 'percent'), ticks: [0, 0.25, 0.5, 0.75, 0.9, 1] },
    series: drawn.map(({ run, label, style, sorted }): SeriesSpec => {
      const at = evenPlaces(sorted.length, MOST_STEPS);
      const from = at.map((j) => Math.max(sorted[j], low));
      const y = at.map((j) => (j + 1) / sorted.length);
      const middle = from[Math.floor(from.length / 2)];
      return lineSeries(style.role, run.name, { x: from, y }, { label: lineLabel(label, middle) });
    }),
    marks: drawn.flatMap(({ style, misses }) =>
      ([0.5, 0.9] as const).map((share) => ({
        shape: 'dot' as const,
        role: style.role,
        x: Math.max(low, share === 0.5 ? misses.half : misses.nine),
        y: share,
      })),
    ),
    ...(others.length > 0 && { note: `${listed(others)}: on different held-out rows.` }),
  };
}

/** The note above those figures, which are small and stand side by side. */
export const multiplesNote = ({ standings, baseline }: Comparison): string =>
  `Held-out rows of each run on one scale. The ${RINGED} largest misses of ${standings[baseline].run.name} are ringed in each.`;

/** Observed against predicted, a figure for each run on one scale; the baseline's largest misses are ringed in each. */
export function predictedFigures(comparison: Comparison): FigureSpec[] {
  const { standings, target, baseline, measure } = comparison;
  const held = standings.map(({ of }) => of.held).filter((rows) => rows !== undefined && !rows.levels);
  if (held.length === 0) return [];
  const [low, high] = extent(...held.flatMap((rows) => (rows ? [rows.observed, rows.predicted] : [])));
  const axis = { scale: 'linear', domain: padded(low, high, 0.02), format: 'plain' } as const;
  const text = errorFormat(comparison);
  const sizes = sizesOf(standings[baseline]);
  const far = new Set(
    sizes === undefined
      ? []
      : Array.from(sizes.keys())
          .sort((a, b) => sizes[b] - sizes[a])
          .slice(0, RINGED)
          .map((j) => standings[baseline].of.held?.rows[j]),
  );
  return standings.flatMap(({ run, of, style, error }, i): FigureSpec[] => {
    const rows = of.held;
    if (!rows || rows.levels || !error) return [];
    const every = Math.max(1, Math.ceil(rows.rows.length / MOST_DRAWN));
    const series = (name: string, role: SeriesSpec['role'], keep: (j: number) => boolean): SeriesSpec => {
      const at = Array.from(rows.rows.keys()).filter(keep);
      const picked = (values: ArrayLike<number>) => at.map((j) => values[j]);
      return pointSeries(
        role,
        name,
        { x: picked(rows.predicted), y: picked(rows.observed) },
        { rows: picked(rows.rows), lines: picked(rows.lines), ...(role !== 'outlier' && { hollow: false }) },
      );
    };
    const ringed = series('largest misses of the baseline', 'outlier', (j) => far.has(rows.rows[j]));
    return [
      {
        id: `compare-predicted-${i + 1}`,
        title: run.name,
        sentence: sentence(
          `${capitalised(MEASURES[measure].short)} `,
          text(error.value),
          `, 95${NARROW}% ${text(error.interval[0])} to ${text(error.interval[1])}.`,
        ),
        x: { ...axis, title: `predicted ${target}` },
        y: { ...axis, title: `observed ${target}` },
        series: [
          series(run.name, style.role, (j) => j % every === 0 && !far.has(rows.rows[j])),
          ...(ringed.x.length > 0 ? [ringed] : []),
        ],
        rules: [{ axis: 'diagonal', at: 0, role: 'reference' }],
        ...(every > 1 && { note: `One row in ${every} is drawn.` }),
      },
    ];
  });
}

/** How often each level is predicted wrongly by each run. Absent unless runs classify. */
export function levelsFigure({ standings }: Comparison): FigureSpec | undefined {
  const drawn = standings.flatMap((standing) =>
    standing.of.held?.levels ? [{ ...standing, held: standing.of.held, levels: standing.of.held.levels }] : [],
  );
  if (drawn.length === 0) return undefined;
  const { levels } = drawn[0];
  const wrong = drawn.map(({ held }) =>
    levels.map((_, level) => {
      const of = Array.from(held.observed.keys()).filter((j) => held.observed[j] === level);
      return of.length > 0 ? of.filter((j) => held.predicted[j] !== level).length / of.length : Number.NaN;
    }),
  );
  let worst = { level: 0, run: 0 };
  wrong.forEach((shares, run) => {
    shares.forEach((share, level) => {
      if (share > wrong[worst.run][worst.level]) worst = { level, run };
    });
  });
  const [, most] = extent(...wrong);
  // Runs stand beside one another at a level, not over one another.
  const place = (level: number, run: number) =>
    level + (run - (drawn.length - 1) / 2) * (0.6 / Math.max(4, drawn.length));
  const rows = drawn[0].held.observed;
  return {
    id: 'compare-levels',
    title: 'Mistakes by class',
    sentence: sentence(
      `${drawn[worst.run].run.name} predicts `,
      percent(wrong[worst.run][worst.level]),
      ` of ${counted(rows.filter((v) => v === worst.level).length, 'row')} of ${levels[worst.level]} as another class, the highest share here.`,
    ),
    x: axisSpec('true class', 'linear', [-0.5, levels.length - 0.5], 'level', {
      labels: levels.map((level) => (level.length > 14 ? `${level.slice(0, 13)}…` : level)),
    }),
    y: axisSpec('share predicted as another class', 'linear', [0, Math.max(0.05, Math.min(1, most * 1.1))], 'percent'),
    series: drawn.map(
      ({ run, style }, r): SeriesSpec => ({
        kind: 'points',
        role: style.role,
        shape: style.shape,
        hollow: false,
        name: run.name,
        x: levels.map((_, level) => place(level, r)),
        y: wrong[r],
      }),
    ),
    legend: true,
    note: `Held-out rows: ${levels.map((level, l) => `${level} ${count(rows.filter((v) => v === l).length)}`).join(', ')}.`,
  };
}

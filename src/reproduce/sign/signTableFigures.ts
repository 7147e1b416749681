import type { AxisSpec, FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { plain } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { exactAxis, linearAxis, logAxis, points } from '../plot';
import type { DrawnRow } from './signDraws';
import { type PublishedRow, publishedRow, type SignTable } from './signPublished';

const WHOSE = 'Solid: ours; dashed: the paper’s.';

/** Medians with their 2.5 to 97.5 % for every method, ours beside the paper's: one figure of R² and one of seconds per data set. */
export function tableFigures(id: string, table: SignTable, rows: readonly DrawnRow[]): readonly FigureSpec[] {
  const sets = [...new Set(rows.map(({ data }) => data))];
  return sets.flatMap((data) => {
    const here = rows.filter((row) => row.data === data);
    const theirs = here.map(({ method }) => publishedRow(table, data, method.id));
    const best = here.reduce((a, b) => (b.r2[1] > a.r2[1] ? b : a));
    const robust = here.filter(({ method }) => method.robust);
    const fastest = robust.reduce((a, b) => (b.seconds[1] < a.seconds[1] ? b : a));
    return [
      {
        id: `${id}-${data}-r2`,
        title: `${data}: test R²`,
        sentence: sentence(
          'Median R² is largest for ',
          `${best.method.name}, ${plain(best.r2[1], 2)}`,
          '; bars run from 2.5\u202f% to 97.5\u202f% of the draws.',
        ),
        x: methodAxis(here),
        y: r2Axis(here, theirs),
        series: intervals('r2', here, theirs),
        note: WHOSE,
      },
      {
        id: `${id}-${data}-seconds`,
        title: `${data}: seconds for one draw`,
        sentence: sentence(
          'The fastest robust method is ',
          `${fastest.method.name}, ${plain(fastest.seconds[1], 2)} s`,
          '; the paper’s seconds are of another machine.',
        ),
        x: methodAxis(here),
        y: logAxis('seconds', 'plain', ...[...here, ...theirs].map((row) => row?.seconds ?? [])),
        series: intervals('seconds', here, theirs),
        note: WHOSE,
      },
    ];
  });
}

function methodAxis(rows: readonly DrawnRow[]): AxisSpec {
  return {
    ...exactAxis('method', -0.5, rows.length - 0.5, 'level'),
    ticks: rows.map((_, i) => i),
    labels: rows.map(({ method }) => method.name),
  };
}

/** R² far below −1 says only that a fit failed: an axis that shows it shows nothing else. */
function r2Axis(ours: readonly DrawnRow[], theirs: readonly (PublishedRow | undefined)[]): AxisSpec {
  const axis = linearAxis('test R²', ...[...ours, ...theirs].map((row) => row?.r2 ?? []));
  return { ...axis, domain: [Math.max(axis.domain[0], -1.5), Math.min(axis.domain[1], 1.05)] };
}

function intervals(
  of: 'r2' | 'seconds',
  ours: readonly DrawnRow[],
  theirs: readonly (PublishedRow | undefined)[],
): readonly SeriesSpec[] {
  return [
    { rows: ours, who: 'ours', role: 'first', shift: -0.1 } as const,
    { rows: theirs, who: 'paper', role: 'reference', shift: 0.1 } as const,
  ].flatMap(({ rows, who, role, shift }): SeriesSpec[] => {
    const known = rows.flatMap((row, i) => (row === undefined ? [] : [{ at: i + shift, values: row[of] }]));
    const at = known.map((row) => row.at);
    return [
      ...known.map(
        ({ at: x, values }): SeriesSpec => ({ kind: 'line', role, name: '', x: [x, x], y: [values[0], values[2]] }),
      ),
      points(
        role,
        `${who}, median`,
        at,
        known.map(({ values }) => values[1]),
      ),
      {
        ...points(
          role,
          `${who}, 2.5\u202f%`,
          at,
          known.map(({ values }) => values[0]),
        ),
        faint: true,
      },
      {
        ...points(
          role,
          `${who}, 97.5\u202f%`,
          at,
          known.map(({ values }) => values[2]),
        ),
        faint: true,
      },
    ];
  });
}

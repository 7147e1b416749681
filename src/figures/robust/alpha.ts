import { sum } from 'd3-array';
import type { FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { plural, sentence } from '../../engine/words/sentence';
import { axisSpec, endLabel, lineSeries, noted, pointSeries } from '../specs';
import type { RunView } from '../view/view';
import { type RankedInfluence, rankedInfluence } from './facts';
import { BASELINE_LABEL, shortTitle, shownLevel, unmoved } from './strength';
import type { RobustView } from './view';

/** Rows at the front that open on a click. */
const STRONGEST = 40;

/**
 * The influence of each row on the fit, |alpha| over its mean, the strongest first: the robust fit beside its ridge baseline, so that
 * shapes compare. Suspects are marked on both, and open with the strongest rows on a click.
 */
export function robustAlphaFigure(view: RunView): FigureSpec | undefined {
  const { robust, facts, run } = view;
  if (robust === undefined || facts.robust === undefined) return undefined;
  const { ranks, squared } = facts.robust;
  const ranked = rankedInfluence(robust.alpha);
  const { fit, suspects } = robust;
  const name = shortTitle(run.method);
  const ofRows = (influence: RankedInfluence, at: ArrayLike<number>) => ({
    rows: Array.from(at, (i) => fit.rows[influence.order[i - 1]]),
    lines: Array.from(at, (i) => fit.lines[influence.order[i - 1]]),
  });
  const over = (influence: RankedInfluence, x: ArrayLike<number>) =>
    Float64Array.from(x, (i) => influence.share[i - 1] * facts.n);
  const points = (
    role: 'main' | 'second' | 'outlier',
    text: string,
    influence: RankedInfluence,
    x: ArrayLike<number>,
  ) => pointSeries(role, text, { x, y: over(influence, x) }, ofRows(influence, x));
  const lineOf = (role: 'main' | 'second', text: string, influence: RankedInfluence): SeriesSpec[] => [
    lineSeries(role, text, { x: ranks, y: over(influence, ranks) }, endLabel(text)),
    points(role, `strongest rows, ${text}`, influence, ranks.subarray(0, STRONGEST)),
  ];
  const marked = (text: string, influence: RankedInfluence): SeriesSpec => {
    const x = suspects.map(({ at }) => influence.rank[at] + 1);
    return points('outlier', `suspect rows, ${text}`, influence, x);
  };
  return {
    id: 'robust-alpha',
    title: 'Influence of rows',
    sentence: finding(robust, ranked, squared),
    x: axisSpec('rows, the strongest first', 'log', [1, Math.max(2, facts.n)], 'count'),
    y: {
      title: '|α| of a row, relative to the mean',
      scale: 'log',
      // From a hundredth of the mean to ten times what any row holds as fitted, or to all there is; fixed per run.
      domain: [0.01, Math.max(20, facts.n * Math.min(1, 10 * facts.robust.largestInfluence))],
      format: 'plain',
    },
    series: [
      ...lineOf('second', BASELINE_LABEL, squared),
      ...lineOf('main', name, ranked),
      marked(BASELINE_LABEL, squared),
      marked(name, ranked),
    ],
    rules: [{ axis: 'y', at: 1, role: 'reference', text: 'all alike', side: 'left', below: true }],
    ...noted(
      'Rows that do not affect the fit (α = 0) are not drawn. Ordinary ridge has the same kernel.',
      shownLevel(fit),
      unmoved(robust.live),
    ),
  };
}

/** The suspects' fraction of all influence, or that of the strongest row where there are none. */
function finding(
  { suspects, suspectCount, fit }: RobustView,
  ranked: RankedInfluence,
  baseline: RankedInfluence,
): Sentence {
  const shareOfSuspects = (influence: RankedInfluence) =>
    sum(suspects, ({ at }) => influence.share[influence.rank[at]]);
  if (suspectCount === 0)
    return sentence(
      'No row is suspect; the strongest has ',
      percent(ranked.share[0]),
      ` of the influence on this fit, and ${percent(baseline.share[0])} in ordinary ridge.`,
    );
  const which =
    suspectCount > suspects.length
      ? `The ${count(suspects.length)} furthest suspect rows`
      : `The ${suspectCount === 1 ? '' : `${count(suspectCount)} `}suspect ${plural(suspectCount, 'row')}`;
  const all = fit.rows.length;
  return sentence(
    `${which} (${percent(suspects.length / all)} of all rows) ${plural(suspectCount, 'has', 'have')} `,
    percent(shareOfSuspects(ranked)),
    ` of the influence on this fit, and ${percent(shareOfSuspects(baseline))} in ordinary ridge.`,
  );
}

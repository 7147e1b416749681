import { sum } from 'd3-array';
import type { FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { plural, sentence } from '../../engine/words/sentence';
import type { RunView } from '../view/view';
import { type RankedPull, rankedPull } from './facts';
import { shortTitle, standing, tauText } from './strength';
import type { RobustView } from './view';

/** Rows at the front that open on a click. */
const STRONGEST = 40;

/**
 * How hard each row pulls at the fit, |alpha| over its mean, the strongest first: the robust fit beside its squared twin, so that
 * shapes compare. Suspects are marked on both, and open with the strongest rows on a click.
 */
export function robustAlphaFigure(view: RunView): FigureSpec | undefined {
  const { robust, facts, run } = view;
  if (robust === undefined || facts.robust === undefined) return undefined;
  const { ranks, squared } = facts.robust;
  const own = rankedPull(robust.alpha);
  const { fit, suspects } = robust;
  const { taus, middle } = fit;
  const name = shortTitle(run.method);
  const ofRows = (pull: RankedPull, at: ArrayLike<number>) => ({
    rows: Array.from(at, (i) => fit.rows[pull.order[i - 1]]),
    lines: Array.from(at, (i) => fit.lines[pull.order[i - 1]]),
  });
  const over = (pull: RankedPull, x: ArrayLike<number>) => Float64Array.from(x, (i) => pull.share[i - 1] * facts.n);
  const points = (role: 'main' | 'second' | 'outlier', text: string, pull: RankedPull, x: ArrayLike<number>) =>
    ({ kind: 'points', role, name: text, x, y: over(pull, x), ...ofRows(pull, x) }) as const;
  const lineOf = (role: 'main' | 'second', text: string, pull: RankedPull): SeriesSpec[] => [
    { kind: 'line', role, name: text, x: ranks, y: over(pull, ranks), label: { text, at: 'end' } },
    points(role, `strongest rows, ${text}`, pull, ranks.subarray(0, STRONGEST)),
  ];
  const marked = (text: string, pull: RankedPull): SeriesSpec => {
    const x = suspects.map(({ at }) => pull.rank[at] + 1);
    return points('outlier', `suspect rows, ${text}`, pull, x);
  };
  const level = taus && taus.length > 1 ? ` Of the level ${tauText(taus[middle])}.` : '';
  const still = standing(robust.live).note;
  return {
    id: 'robust-alpha',
    title: 'Who pulls',
    sentence: finding(robust, own, squared),
    x: { title: 'rows, the strongest first', scale: 'log', domain: [1, Math.max(2, facts.n)], format: 'count' },
    y: {
      title: '|α| of a row, times the mean',
      scale: 'log',
      // From a hundredth of the mean to ten times what any row holds as fitted, or to all there is; fixed per run.
      domain: [0.01, Math.max(20, facts.n * Math.min(1, 10 * facts.robust.mostPull))],
      format: 'plain',
    },
    series: [
      ...lineOf('second', 'squared twin', squared),
      ...lineOf('main', name, own),
      marked('squared twin', squared),
      marked(name, own),
    ],
    rules: [{ axis: 'y', at: 1, role: 'reference', text: 'all alike', side: 'left', below: true }],
    note: `Rows with α = 0 have no place.${level}${still ? ` ${still}` : ''}`,
  };
}

/** What suspects hold of all pull, or the strongest row where there are none. */
function finding({ suspects, suspectCount, fit }: RobustView, own: RankedPull, twin: RankedPull): Sentence {
  const held = (pull: RankedPull) => sum(suspects, ({ at }) => pull.share[pull.rank[at]]);
  if (suspectCount === 0)
    return sentence(
      'No row is suspect; the strongest holds ',
      percent(own.share[0]),
      ` of all pull here, and ${percent(twin.share[0])} in the squared twin.`,
    );
  const which =
    suspectCount > suspects.length
      ? `The ${count(suspects.length)} furthest suspect rows`
      : `The ${suspectCount === 1 ? '' : `${count(suspectCount)} `}suspect ${plural(suspectCount, 'row')}`;
  const all = fit.rows.length;
  return sentence(
    `${which} (${percent(suspects.length / all)} of all rows) ${plural(suspectCount, 'holds', 'hold')} `,
    percent(held(own)),
    ` of all pull here, and ${percent(held(twin))} in the squared twin.`,
  );
}

import type { FigureSpec } from '../../engine/contract/figure';
import { count, NARROW, percent } from '../../engine/words/numbers';
import { counted, plural, sentence, stressed } from '../../engine/words/sentence';
import { lineSeries } from '../specs';
import { chosenDot, crossingRules, directionAxis, shareAxis, unusedZone } from '../view/axes';
import type { RunView } from '../view/view';

/** How much of the target the first i directions explain. */
export function shareFigure(view: RunView): FigureSpec {
  const { count: all, curves, share, half, ninety } = view.facts;
  const crossing = Math.max(1, view.crossing);
  const ring = { shape: 'ring', role: 'main', align: 'right', dx: -9 } as const;
  const carried = view.crossing > 0 ? share[view.crossing - 1] : 0;
  const above = `the ${view.crossing === 1 ? 'one' : count(view.crossing)} shrunk by less than half ${plural(view.crossing, 'explains', 'explain')}`;
  return {
    id: 'share',
    title: 'Cumulative share',
    sentence:
      share.length > 0 && share[share.length - 1] < 0.9
        ? sentence(
            'All directions of this kernel together explain ',
            percent(share[share.length - 1]),
            ' of the target.',
          )
        : stressed(
            `${count(ninety)} of ${counted(all, 'direction')} ${plural(ninety, 'explains', 'explain')} 90${NARROW}%`,
            view.crossing > 0
              ? ` of the target; ${above} ${percent(carried)}.`
              : ' of the target; all are shrunk by more than half.',
          ),
    x: directionAxis(view),
    y: shareAxis('cumulative share of the target', 'percent'),
    series: [lineSeries('main', 'cumulative share', curves.share)],
    marks: [
      { ...ring, x: half, y: share[half - 1], dy: -4, text: `half at ${count(half)}` },
      { ...ring, x: ninety, y: share[ninety - 1], dy: -2, text: `90${NARROW}% at ${count(ninety)}` },
      chosenDot(crossing, share[crossing - 1]),
    ],
    rules: crossingRules(view),
    zones: unusedZone(view),
  };
}

import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import type { RobustFit } from '../../engine/contract/robust';
import { clearlyApart, wilson } from '../../engine/statistics/classes';
import { count, NARROW, percent } from '../../engine/words/numbers';
import { counted, sentence, stressed } from '../../engine/words/sentence';
import { bandSeries, lineSeries, noted, pointSeries } from '../specs';
import { shareAxis } from '../view/axes';
import type { RunView } from '../view/view';
import { tauText, unmoved } from './strength';
import type { RobustHeldOut } from './view';

export type ShownCalibration = NonNullable<RobustFit['calibration']>;

/** Fraction of held-out rows below each level at the strength shown; undefined without quantiles or held-out rows. */
export function calibrationAt({ robust, run }: RunView): ShownCalibration | undefined {
  if (robust?.heldOut === undefined || robust.fit.taus === undefined || run.holdout === undefined) return undefined;
  const { fit, heldOut, moved } = robust;
  if ((!moved || !heldOut.live) && fit.calibration) return fit.calibration;
  const { observed } = run.holdout;
  return robust.fit.taus.map((tau, l) => {
    const n = observed.length;
    let below = 0;
    for (let j = 0; j < n; j++) if (observed[j] <= heldOut.levels[l][j]) below++;
    const designEffect = fit.calibration?.[l]?.designEffect ?? 1;
    return { tau, below: below / n, interval: wilson(below, n, designEffect), n, designEffect };
  });
}

/**
 * Fraction of held-out rows between the outermost levels, and the fraction that should be; undefined with fewer than
 * two levels.
 */
export function coverageAt(
  { taus }: RobustFit,
  { observed, metrics }: { readonly observed: Float64Array; readonly metrics: RunView['run']['metrics'] },
  { levels }: Pick<RobustHeldOut, 'levels'>,
): { readonly share: number; readonly nominal: number; readonly interval: readonly [number, number] } | undefined {
  if (taus === undefined || taus.length < 2) return undefined;
  const [low, high] = [levels[0], levels[levels.length - 1]];
  let inside = 0;
  for (let j = 0; j < observed.length; j++) if (observed[j] >= low[j] && observed[j] <= high[j]) inside++;
  const n = observed.length;
  const interval = wilson(inside, n, metrics.holdout?.designEffect?.inside);
  return { share: inside / n, nominal: taus[taus.length - 1] - taus[0], interval };
}

/** Nominal tau against the fraction of held-out rows below, with 95 % intervals. */
export function calibrationFigure(view: RunView): FigureSpec | undefined {
  const calibration = calibrationAt(view);
  if (calibration === undefined) return undefined;
  const x = calibration.map(({ tau }) => tau);
  // The interval of each level as an upright line: with one level a band would have no width.
  const intervals = calibration.map(({ tau, interval }) => lineSeries('main', '', { x: [tau, tau], y: interval }));
  return {
    id: 'calibration',
    title: 'Calibration',
    sentence: finding(calibration),
    x: shareAxis('τ, the share that should lie below', 'plain'),
    y: shareAxis('share of held-out rows below', 'percent'),
    series: [
      bandSeries('main', `95${NARROW}% interval`, {
        x,
        y: calibration.map(({ interval }) => interval[0]),
        upper: calibration.map(({ interval }) => interval[1]),
      }),
      ...intervals,
      pointSeries('main', 'share below', { x, y: calibration.map(({ below }) => below) }),
    ],
    rules: [{ axis: 'diagonal', at: 0, role: 'reference', text: 'share below = τ' }],
    ...noted(unmoved(view.robust?.heldOut?.live ?? true)),
  };
}

function finding(levels: ShownCalibration): Sentence {
  const off = levels.filter(({ tau, below, n, designEffect = 1 }) =>
    clearlyApart(tau, below, n / designEffect, levels.length),
  );
  const n = levels[0]?.n ?? 0;
  const rows = counted(n, 'held-out row');
  if (off.length === 0)
    return stressed(
      'No share',
      ` below a level clearly differs from it, of ${counted(levels.length, 'level')} judged on ${rows}.`,
    );
  const worst = off.reduce((a, b) => (Math.abs(b.below - b.tau) > Math.abs(a.below - a.tau) ? b : a));
  const others = off.length > 1 ? `; ${count(off.length)} of ${count(levels.length)} levels are off` : '';
  return sentence(
    `${percent(worst.below)} of ${rows} lie below ${tauText(worst.tau)}, `,
    worst.below > worst.tau ? 'too many' : 'too few',
    `${others}.`,
  );
}

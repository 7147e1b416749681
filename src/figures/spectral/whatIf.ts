import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import type { Axis } from '../../engine/contract/filter';
import type { SpectrumData } from '../../engine/contract/run';
import { zonesOf } from '../../engine/filters/anyFilter';
import { riskPath } from '../../engine/spectrum/risk';
import { fixed, plain } from '../../engine/words/numbers';
import { counted, listed, sentence } from '../../engine/words/sentence';
import { axisSpec, endLabel, lineSeries } from '../specs';
import { filterAxis } from '../view/axes';
import { extent } from '../view/extent';
import { lambdaRisks } from '../view/liveLambda';
import type { LivePath } from '../view/paths';
import type { RunView, WhatIf } from '../view/view';
import { settingText, signOf } from '../words/filterWords';
import { minimaSentence } from './minima';

/** The assumptions that can be made on the axes that the theory is about; undefined where no noise is estimated. */
export const whatIfOf = ({
  run,
  rates,
  options,
}: RunView): (WhatIf & { readonly fitted: number | undefined }) | undefined => {
  const asks = !run.robust && run.noise.sigma2 > 0 && run.axes.some((axis) => axis === 'lambda' || axis === 'r');
  const fitted = rates().alignment?.gamma.value;
  return asks ? { sigma: 1, ...options.whatIf, fitted } : undefined;
};

type Drawn = { readonly role: 'main' | 'second'; readonly name: string; readonly y: Float64Array };

/** The curves along a path, and the assumptions behind them: a drag along its own axis keeps the path. */
const curves = new WeakMap<LivePath, { readonly key: string; readonly drawn: readonly Drawn[] }>();

/**
 * The exact risk (TKRR Thm 1) if the noise and gamma were others: for a target by the law of the scores,
 * A·(mu_i/mu_1)^(2·gamma)/i, and for one with the scores of this file, debiased as means over stretches and tilted
 * alike. Both have the size of the target above the noise, to which the variance is proportional.
 */
export function whatIfFigure(view: RunView, axis: Axis): FigureSpec | undefined {
  const asked = whatIfOf(view);
  if (asked === undefined || (axis !== 'lambda' && axis !== 'r')) return undefined;
  const { run, facts, filter } = view;
  const { mu, rank } = run.spectrum;
  const { fitted, sigma, gamma = fitted } = asked;
  const path = view.path(axis);
  const own = new Float64Array(mu.length);
  for (const { from, to, mean } of facts.means)
    own.fill(Math.max(0, mean - facts.noiseFloor) * facts.unit, from - 1, to);
  const size = own.reduce((sum, v) => sum + v, 0);
  if (!(size > 0)) return undefined;
  const tilt = (i: number, by: number) => (i < rank ? (mu[i] / mu[0]) ** (2 * by) : 0);
  const curve = (squares: Float64Array) => {
    const total = squares.reduce((sum, v) => sum + v, 0);
    const coordinates = squares.map((v) => Math.sqrt((v * size) / total));
    const clean: SpectrumData = { ...run.spectrum, coordinates, beyond: { ...run.spectrum.beyond, score: 0 } };
    const zones = axis === 'lambda' ? zonesOf(filter, rank) : undefined;
    const { bias } = zones
      ? lambdaRisks(clean, { sigma2: 0, standardError: 0 }, zones, path.values)
      : riskPath(clean, 0, filter, axis, path.values);
    return bias.map((v, i) => v / facts.unit + sigma ** 2 * path.variance[i]);
  };
  const key = JSON.stringify(asked);
  const known = curves.get(path);
  const tilted = (v: number, i: number) =>
    fitted === undefined || gamma === undefined ? v : v * tilt(i, gamma - fitted);
  const drawn: readonly Drawn[] =
    known?.key === key
      ? known.drawn
      : [
          ...(gamma === undefined
            ? []
            : [{ role: 'main', name: 'by the law', y: curve(own.map((_, i) => tilt(i, gamma) / (i + 1))) } as const]),
          { role: 'second', name: 'by these scores', y: curve(own.map(tilted)) },
        ];
  curves.set(path, { key, drawn });
  const low = (y: Float64Array) => minimaOf(y).map((i) => ({ x: path.values[i], y: y[i] }));
  const [least, most] = extent(...drawn.map(({ y }) => y.filter((v) => v > 0)));
  return {
    id: `what-if-${axis}`,
    title: `What if: the risk over ${signOf(axis)} with other noise${fitted === undefined ? '' : ' or γ'}`,
    // At rest the figure is that of this file, about which chance allows less to be said.
    sentence: view.options.whatIf
      ? wordsOf(
          axis,
          { sigma, gamma },
          drawn.map(({ y }) => low(y).map(({ x }) => x)),
        )
      : minimaSentence(view, axis),
    x: filterAxis(view, axis),
    y: axisSpec('exact risk, share of var(y)', 'log', [least / 1.3, most * 1.3], 'plain'),
    series: drawn.map(({ role, name, y }) => lineSeries(role, name, { x: path.values, y }, endLabel(name))),
    marks: drawn.flatMap(({ role, y }) => low(y).map((at) => ({ shape: 'circle', role, ...at }) as const)),
    footnotes: [
      'Rings mark minima. The law is that of the scores, the other curve takes the scores of this file as means over stretches above the noise; both have the size that is estimated.',
    ],
  };
}

/** Places lower than the one before and no higher than the next, ends included, rounding apart. */
const minimaOf = (y: Float64Array): number[] =>
  Array.from(y.keys()).filter((i) => (i === 0 || y[i] < y[i - 1] * (1 - 1e-9)) && !(y[i + 1] < y[i] * (1 - 1e-9)));

/** Minima of the last curve, by the scores, and how many the law has. */
function wordsOf(axis: Axis, { sigma, gamma }: WhatIf, found: readonly (readonly number[])[]): Sentence {
  const assumed = `noise × ${plain(sigma, 2)}${gamma === undefined ? '' : `, γ ${fixed(gamma, 2)}`}`;
  const [law, own] = [found.length > 1 ? found[0] : undefined, found[found.length - 1]];
  const places = listed(own.slice(0, 3).map((v) => settingText(axis, v)));
  const beside = law ? `; by the law ${law.length}` : '';
  return sentence(
    `Assuming ${assumed}: `,
    counted(own.length, 'minimum', 'minima'),
    ` by these scores, at ${places}${beside}.`,
  );
}

import type { FigureSpec } from '../contract/figure';
import { effectiveDimension } from '../spectrum/effectiveDimension';
import { chosenDot, lambdaAxis, lambdaRules, plural, sentence } from './axes';
import { extent } from './facts';
import { count, plain } from './numbers';
import type { RunView } from './view';

/** How many directions the kernel offers at each λ. For ridge it equals the degrees of freedom. */
export function effectiveDimensionFigure(view: RunView): FigureSpec {
  const { path } = view.facts;
  const { mu, rank } = view.run.spectrum;
  const here = view.risk.degreesOfFreedom;
  const [least, most] = extent(path.degreesOfFreedom.filter((v) => v > 0));
  const shown = directions(here);
  return {
    id: 'effective-dimension',
    title: 'Effective dimension',
    sentence: sentence(
      'At this λ the kernel offers ',
      `${shown} effective ${plural(Number(shown), 'direction')}`,
      `; a λ ten times larger leaves ${directions(effectiveDimension(mu, rank, 10 * view.lambda))}.`,
    ),
    x: lambdaAxis(view),
    y: {
      title: 'effective dimension N(λ)',
      scale: 'log',
      domain: Number.isFinite(least) ? [Math.max(least * 0.7, 0.05), Math.max(most * 1.5, 2)] : [0.1, 10],
      format: 'count',
    },
    series: [{ kind: 'line', role: 'main', name: 'N(λ)', x: path.lambda, y: path.degreesOfFreedom }],
    marks: [chosenDot(view.lambda, here, shown)],
    rules: lambdaRules(view),
    zones: [],
  };
}

/** Whole numbers once there are ten: 443, 9.6, 0.021. */
export function directions(value: number): string {
  return value >= 10 ? count(value) : plain(value, 2);
}

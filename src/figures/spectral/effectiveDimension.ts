import type { FigureSpec } from '../../engine/contract/figure';
import { filterOf } from '../../engine/filters/table';
import { effectiveDimension } from '../../engine/spectrum/decay';
import { sci } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { axisSpec, lineSeries } from '../specs';
import { chosenDot } from '../view/axes';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';
import { directionsText, sameValue, settingText, signOf } from '../words/filterWords';

/** How many directions the kernel offers at each λ; for a filter without λ, at the λ that shrinks as much. */
export function effectiveDimensionFigure(view: RunView): FigureSpec {
  const { dimension, n } = view.facts;
  const { mu, rank } = view.run.spectrum;
  const here = effectiveDimension(mu, rank, view.lambda);
  const [least, most] = extent(dimension.y.filter((v) => v > 0));
  const { hasLambda } = view;
  const [axis] = view.run.axes;
  return {
    id: 'effective-dimension',
    title: 'Effective dimension',
    sentence: sentence(
      hasLambda
        ? 'At this λ the kernel has an effective dimension of '
        : `At λ${'\u202f'}${sci(view.lambda)}, which is comparable to ${axis === 'steps' ? 'these' : 'this'} ${signOf(axis)}, the kernel has an effective dimension of `,
      directionsText(here),
      `; at a λ ten times larger, ${directionsText(effectiveDimension(mu, rank, 10 * view.lambda))}.`,
    ),
    x: axisSpec('', 'log', [dimension.x[0], dimension.x[dimension.x.length - 1]], 'power', {
      gutter: 'λ',
      second: { gutter: 'n·λ', factor: n },
    }),
    y: axisSpec(
      'effective dimension N(λ)',
      'log',
      Number.isFinite(least) ? [Math.max(least * 0.7, 0.05), Math.max(most * 1.5, 2)] : [0.1, 10],
      'count',
    ),
    series: [lineSeries('main', 'N(λ)', dimension)],
    marks: [chosenDot(view.lambda, here, directionsText(here))],
    rules: [
      { axis: 'x', at: view.lambda, role: 'chosen', text: settingText('lambda', view.lambda) },
      ...(sameValue('lambda', view.lambda, view.fittedLambda())
        ? []
        : [{ axis: 'x', at: view.fittedLambda(), role: 'fitted', text: 'fitted' } as const]),
    ],
    ...(hasLambda ? {} : { note: filterOf(view.filter).words.like }),
  };
}

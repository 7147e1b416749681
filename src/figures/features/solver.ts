import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { count, plain, scientific } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import { decadesAround } from '../layout/domains';
import { axisSpec, lineSeries, pointSeries } from '../specs';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';
import { KIND_WORDS } from './approximation';

/**
 * The decrease of the residual of preconditioned conjugate gradients. Absent for fits by one spectrum, which have none.
 */
export function conjugateGradientFigure({ run }: RunView): FigureSpec | undefined {
  const { approximation } = run;
  if (approximation === undefined || approximation.solver.kind !== 'conjugateGradient') return undefined;
  const { residuals, spectrumCount } = approximation.solver;
  const [least, most] = extent(residuals.filter((v) => v > 0));
  if (residuals.length < 2 || !Number.isFinite(least)) return undefined;
  const { many } = KIND_WORDS[approximation.kind];
  const x = Float64Array.from(residuals, (_, i) => i);
  return {
    id: 'conjugate-gradient',
    title: 'Conjugate gradients',
    sentence: finding(residuals),
    x: axisSpec('iteration', 'linear', [0, residuals.length - 1], 'count'),
    y: axisSpec('preconditioned residual, share of the first', 'log', decadesAround(least, most), 'power'),
    series: [lineSeries('main', 'residual', { x, y: residuals }), pointSeries('main', '', { x, y: residuals })],
    marks: [{ shape: 'dot', role: 'chosen', x: residuals.length - 1, y: residuals[residuals.length - 1] }],
    note: `At the fitted λ. ${shownSpectrum(spectrumCount, approximation.count, many)}`,
  };
}

/** Conjugate gradients have no spectrum of their own: a fit small enough for one stands in. */
export function shownSpectrum(spectrumCount: number, all: number, many: string): string {
  return spectrumCount < all
    ? `Spectrum, alignment and risk come from a fit with ${count(spectrumCount)} of the ${count(all)} ${many}.`
    : `Spectrum, alignment and risk come from the same ${count(all)} ${many}.`;
}

function finding(residuals: Float64Array): Sentence {
  const steps = residuals.length - 1;
  const [first, last] = [residuals[0], residuals[steps]];
  const iterations = counted(steps, 'iteration');
  if (!(last > 0)) return sentence(`The residual fell `, 'to zero', ` in ${iterations}.`);
  if (last >= first)
    return sentence('The residual ', 'did not fall', ` in ${iterations}: choose a larger λ or more landmarks.`);
  const each = (first / last) ** (1 / steps);
  return sentence(
    'The residual fell to ',
    scientific(last / first),
    ` of the first in ${iterations}, a factor of ${plain(each, 2)} in each.`,
  );
}

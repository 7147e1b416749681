import type { FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { zonesOf } from '../../engine/filters/anyFilter';
import { count, fixed, sci } from '../../engine/words/numbers';
import { capitalised, plural, sentence, stressed } from '../../engine/words/sentence';
import { decadesAround } from '../layout/domains';
import { axisSpec, lineSeries } from '../specs';
import { chosenDot, crossingOfLambda, crossingRules, directionAxis, unusedZone } from '../view/axes';
import type { RunView } from '../view/view';

/** Eigenvalues of the (residual) kernel matrix over n, their decay on the range chosen, and where the filter cuts them. */
export function spectrumFigure(view: RunView): FigureSpec {
  const { facts, run } = view;
  const { mu, unpenalised } = run.spectrum;
  const { rank } = facts;
  const { decay } = view.rates();
  const ends = decay === undefined ? [] : [decay.from, decay.to].map((x) => ({ x, y: decay.at(x) }));
  const [low, high] = decadesAround(
    rank > 0 ? mu[rank - 1] : 1e-16,
    Math.max(rank > 0 ? mu[0] : 1, ...ends.map(({ y }) => y)),
  );
  const series: SeriesSpec[] = [lineSeries('main', 'eigenvalue', facts.curves.eigenvalues)];
  if (decay !== undefined) {
    // A little longer than the stretch fitted, so that the straight line can be told from the curve.
    const [from, to] = [decay.from / 1.3, decay.to * 1.3];
    const middle = Math.sqrt(decay.from * decay.to);
    series.push(
      lineSeries(
        'reference',
        '',
        { x: [from, middle, to], y: [decay.at(from), decay.at(middle), decay.at(to)] },
        { label: { text: `slope −${fixed(decay.exponent, 2)}`, at: middle, dx: 8, dy: -9, align: 'left' } },
      ),
    );
  }
  const crossing = Math.max(1, crossingOfLambda(view));
  const upper = Math.log10(view.lambda / low) > 0.8 * Math.log10(high / low);
  const { hasLambda } = view;
  return {
    id: 'spectrum',
    title: unpenalised > 1 ? 'Spectrum of the residual kernel' : 'Spectrum',
    sentence: finding(view),
    x: directionAxis(view),
    y: axisSpec(
      unpenalised > 1 ? 'eigenvalue of the residual kernel matrix / n' : 'eigenvalue of K/n',
      'log',
      [low, high],
      'power',
    ),
    series,
    marks: [
      chosenDot(crossing, view.lambda),
      ...ends.map((end) => ({ shape: 'ring', role: 'reference', ...end }) as const),
    ],
    rules: [
      ...crossingRules(view),
      {
        axis: 'y',
        at: view.lambda,
        role: 'chosen',
        text: `${hasLambda ? '' : 'like '}λ ${sci(view.lambda)}`,
        to: crossing,
        side: 'left',
        below: upper,
      },
    ],
    zones: unusedZone(view),
    ...(unpenalised === 1 ? { note: 'K is centred on both sides, for the intercept.' } : {}),
    ...(unpenalised > 1
      ? {
          note: `The part of the kernel beside ${count(unpenalised)} unpenalised features, the intercept among them.`,
        }
      : {}),
  };
}

function finding(view: RunView): Sentence {
  const { count: all, rank } = view.facts;
  const zones = zonesOf(view.filter, rank);
  if (zones?.to === 0) return stressed('No direction', ' of the kernel is used.');
  if (zones && zones.from === zones.to)
    return stressed(
      `${count(zones.to)} of ${count(all)}`,
      ` ${plural(all, 'direction')} ${plural(zones.to, 'is', 'are')} used in full${zones.to < all ? ', the others not at all' : ''}.`,
    );
  const above = crossingOfLambda(view);
  const [threshold, fit] = view.robust
    ? ['the λ of ordinary ridge', 'ordinary ridge']
    : [view.hasLambda ? 'λ' : 'the comparable λ', 'the fit'];
  if (above === 0)
    return stressed(`No eigenvalue is above ${threshold}`, ': every direction is shrunk by more than half.');
  if (above === rank)
    return sentence(
      `${capitalised(fit)} uses `,
      rank === 1 ? 'the one direction' : `all ${count(rank)} directions`,
      `${rank < all ? ` of ${count(all)} that can be told from rounding` : ''}: ${plural(rank, 'its eigenvalue is', 'their eigenvalues are')} above ${threshold}.`,
    );
  return sentence(
    `${capitalised(fit)} uses about `,
    `${count(above)} of ${count(all)}`,
    ` directions; those with eigenvalues below ${threshold} are mostly shrunk away.`,
  );
}

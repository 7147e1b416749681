import type { FigureSpec, Sentence, SeriesSpec } from '../contract/figure';
import { chosenDot, crossingRules, decadesAround, directionAxis, plural, sentence, unusedZone } from './axes';
import { count, sci } from './numbers';
import type { RunView } from './view';

/** Eigenvalues of K/n, their decay, and where λ cuts them. */
export function spectrumFigure(view: RunView): FigureSpec {
  const { facts, run } = view;
  const { mu } = run.spectrum;
  const { rank } = facts;
  const [low, high] = decadesAround(rank > 0 ? mu[rank - 1] : 1e-16, rank > 0 ? mu[0] : 1);
  const series: SeriesSpec[] = [{ kind: 'line', role: 'main', name: 'eigenvalue', ...facts.curves.eigenvalues }];
  const { decay } = facts;
  if (decay !== undefined) {
    // A little longer than the stretch fitted, so that the straight line can be told from the curve.
    const ends = [decay.from / 1.3, decay.to * 1.3];
    const middle = Math.sqrt(decay.from * decay.to);
    series.push({
      kind: 'line',
      role: 'reference',
      name: '',
      x: [ends[0], middle, ends[1]],
      y: [decay.at(ends[0]), decay.at(middle), decay.at(ends[1])],
      label: { text: `slope −${decay.exponent.toFixed(2)}`, at: middle, dx: 8, dy: -9, align: 'left' },
    });
  }
  const crossing = Math.max(1, view.crossing);
  const upper = Math.log10(view.lambda / low) > 0.8 * Math.log10(high / low);
  return {
    id: 'spectrum',
    title: 'Spectrum',
    sentence: finding(view),
    x: directionAxis(view),
    y: { title: 'eigenvalue of K/n', scale: 'log', domain: [low, high], format: 'power' },
    series,
    marks: [chosenDot(crossing, view.lambda)],
    rules: [
      ...crossingRules(view),
      {
        axis: 'y',
        at: view.lambda,
        role: 'chosen',
        text: `λ ${sci(view.lambda)}`,
        to: crossing,
        side: 'left',
        below: upper,
      },
    ],
    zones: unusedZone(view),
  };
}

function finding(view: RunView): Sentence {
  const { n, rank } = view.facts;
  const above = view.crossing;
  if (above === 0) return sentence('', 'No eigenvalue exceeds λ', ': ridge keeps less than half of every direction.');
  const share = `${count(above)} of ${count(n)}`;
  if (above === rank)
    return sentence(
      '',
      share,
      ` ${plural(above, 'eigenvalue')} exceed λ, all that stand above rounding: hardly anything is shrunk.`,
    );
  const verb = above === 1 ? 'eigenvalue exceeds' : 'eigenvalues exceed';
  return sentence('', share, ` ${verb} λ; ridge keeps more than half of those directions and less of the rest.`);
}

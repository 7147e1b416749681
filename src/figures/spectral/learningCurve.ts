import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { count, excess, NARROW, percent } from '../../engine/words/numbers';
import { plural, sentence } from '../../engine/words/sentence';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';

/**
 * The error on new rows against the number of training rows n' ≤ n/2, predicted from the spectrum of all n rows (CKRR 5.1 after Simon et
 * al.), with the λ shown and with the best λ at each size; at n itself GCV. Absent below 20 rows.
 */
export function learningCurveFigure(view: RunView): FigureSpec | undefined {
  const { facts, risk } = view;
  const { n, unit } = facts;
  const best = facts.learning.best();
  if (best === undefined) return undefined;
  const here = facts.learning.at(view.lambda);
  const gcv = risk.gcv / unit;
  const noise = Math.max(0, view.run.noise.sigma2) / unit;
  const { hasLambda } = view;
  const [least, most] = extent(best.error, [gcv]);
  const low = noise > 0 ? Math.min(noise, least) : least;
  return {
    id: 'learning-curve',
    title: 'Predicted learning curve',
    sentence: finding(best, gcv, noise),
    x: { title: 'training rows', scale: 'log', domain: [best.size[0], n], format: 'count' },
    y: {
      title: 'predicted squared error on new rows, share of var(y)',
      scale: 'log',
      domain: low > 0 ? [low / 1.6, Math.max(most * 1.8, low * 3)] : [1e-6, 1],
      format: 'plain',
    },
    series: [
      {
        kind: 'line',
        role: 'second',
        name: hasLambda ? 'at this λ' : 'at the λ that shrinks alike',
        x: here.size,
        y: here.error,
        label: { text: hasLambda ? 'at this λ' : 'at this filter', at: 'end' },
      },
      {
        kind: 'line',
        role: 'main',
        name: 'at the best λ',
        x: best.size,
        y: best.error,
        label: { text: 'at the best λ', at: 'end' },
      },
    ],
    marks: [
      { shape: 'square', role: 'gcv', x: n, y: gcv, text: `GCV, ${count(n)} rows`, dx: -9, dy: -9, align: 'right' },
    ],
    rules: noise > 0 ? [{ axis: 'y', at: noise, role: 'noise', text: 'noise σ²', side: 'left' }] : [],
    zones: [{ from: best.size[best.size.length - 1], to: n }],
    note: `Predicted for ridge from the spectrum of these ${count(n)} rows, which stands for the unknown true one only up to half as many; at ${count(n)} rows GCV is shown.`,
  };
}

function finding(
  best: { readonly size: Float64Array; readonly error: Float64Array },
  gcv: number,
  noise: number,
): Sentence {
  const last = best.size.length - 1;
  const at = best.size[last];
  const gain = best.error[last] / gcv;
  const half = `${count(at)} ${plural(at, 'row')}`;
  const left = noise > 0 && gcv > noise ? `, of which noise is ${percent(noise / gcv)}` : '';
  if (gain > 1.05)
    return sentence(
      `With ${half} the error is predicted `,
      `${excess(gain)}`,
      ` than GCV at all rows${left}: more rows still help.`,
    );
  return sentence(
    `With ${half} the error is predicted `,
    `within 5${NARROW}% of GCV`,
    ` at all rows${left}: more rows help little.`,
  );
}

import type { FigureSpec, Sentence, SeriesSpec } from '../contract/figure';
import { chosenDot, lambdaAxis, lambdaRules, sentence } from './axes';
import { extent } from './facts';
import { excess, NARROW, percent, sci } from './numbers';
import type { RunView } from './view';

/** Estimated excess risk over λ, split into bias² and variance (TKRR Thm 1). */
export function riskFigure(view: RunView): FigureSpec {
  const { path, unit } = view.facts;
  const { total } = path;
  const line = (role: 'main' | 'bias' | 'variance', name: string, y: Float64Array): SeriesSpec => ({
    kind: 'line',
    role,
    name,
    x: path.lambda,
    y,
    label: { text: name, at: 'end' },
  });
  const least = path.least.total;
  const right = path.lambda[least] > view.lambda;
  return {
    id: 'risk',
    title: 'Bias and variance',
    sentence: finding(view),
    x: lambdaAxis(view),
    y: {
      title: 'estimated excess risk, share of var(y)',
      scale: 'log',
      domain: riskDomain(total),
      format: 'plain',
    },
    series: [
      line('bias', 'bias²', path.bias),
      line('variance', 'variance', path.variance),
      line('main', 'total', total),
    ],
    marks: [
      {
        shape: 'circle',
        role: 'main',
        x: path.lambda[least],
        y: total[least],
        text: 'least',
        dx: right ? 8 : -8,
        dy: -10,
        align: right ? 'left' : 'right',
      },
      chosenDot(view.lambda, view.risk.total / unit),
    ],
    rules: lambdaRules(view),
    zones: [],
    note: 'Estimated on the training rows, from the scores and the noise. Where it disagrees with leave-one-out or folds, trust those for new rows.',
  };
}

/** From a hundredth of the least total, where bias and variance have left through the floor, to just above the largest. */
function riskDomain(total: Float64Array): [number, number] {
  const [low, high] = extent(total.filter((v) => v > 0));
  if (!Number.isFinite(low)) return [1e-6, 1];
  return [Math.max(low / 100, high * 1e-9), high * 1.6];
}

function finding(view: RunView): Sentence {
  const { path, lambdaDomain, unit } = view.facts;
  const least = path.least.total;
  const best = path.lambda[least];
  const { bias, total } = view.risk;
  if (!(total > 0)) return sentence('The estimate is ', 'zero here', ': neither bias nor noise is left to see.');
  const here = bias > 0 ? percent(bias / total) : 'below what can be told from noise';
  const opening = bias > 0 ? `Here bias² is ${here} of the risk.` : `Here bias² is ${here}.`;
  const ratio = total / unit / path.total[least];
  if (best === lambdaDomain[0] || best === lambdaDomain[1])
    return sentence(
      `${opening} The estimate is least at `,
      'the edge of the λ range',
      ': widen it before relying on this.',
    );
  const cost = ratio > 1.02 ? `; this λ costs ${excess(ratio)}` : `, within 2${NARROW}% of this one`;
  return sentence(`${opening} The estimate is least at `, `λ${NARROW}${sci(best)}`, `${cost}.`);
}

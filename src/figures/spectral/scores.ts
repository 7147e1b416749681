import type { FigureSpec, RuleSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { count, NARROW } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { decadesAround } from '../layout/domains';
import { crossingRules, directionAxis, unusedZone } from '../view/axes';
import type { RunFacts } from '../view/facts';
import type { RunView } from '../view/view';

/** Alignment scores, their local means, and the noise floor under which the target cannot be told from noise. */
export function scoresFigure(view: RunView): FigureSpec {
  const { facts } = view;
  const { curves, means, noiseFloor } = facts;
  const domain = scoreDomain(facts);
  const rules: RuleSpec[] = [...crossingRules(view)];
  if (noiseFloor > 0)
    rules.push({ axis: 'y', at: noiseFloor, role: 'noise', text: 'noise floor σ²/n', side: 'left', below: true });
  const labelAt = means.reduce((best, m) => (m.mean > best.mean ? m : best));
  return {
    id: 'scores',
    title: 'Alignment scores',
    sentence: finding(facts),
    x: directionAxis(view),
    y: { title: 'alignment score, share of var(y)', scale: 'log', domain, format: 'power' },
    series: [
      {
        kind: 'band',
        role: 'noise',
        name: `noise floor, 95${NARROW}% interval`,
        ...curves.floor,
      },
      { kind: 'points', role: 'main', name: 'score', ...curves.scores },
      {
        kind: 'line',
        role: 'main',
        name: 'local mean',
        ...curves.means,
        label: { text: 'local mean', at: labelAt.centre, dx: 0, dy: -13, align: 'center' },
      },
      {
        kind: 'line',
        role: 'second',
        name: 'local mean less the noise floor',
        ...curves.debiased,
        label: { text: 'less the floor', at: 'end' },
      },
      ...alignmentLine(view),
    ],
    rules,
    zones: unusedZone(view),
  };
}

/** The power law fitted to the debiased means, a little longer than the stretch it was fitted on. */
function alignmentLine(view: RunView): SeriesSpec[] {
  const { alignment } = view.rates();
  if (alignment === undefined) return [];
  const { from, to, alpha, gamma } = alignment;
  const slope = -2 * gamma * alpha - 1;
  // Through the middle of the debiased means on the stretch, in logarithms.
  const { x, y } = view.facts.curves.debiased;
  let logX = 0;
  let logY = 0;
  let used = 0;
  for (let i = 0; i < x.length; i++) {
    if (x[i] < from || x[i] > to) continue;
    logX += Math.log(x[i]);
    logY += Math.log(y[i]);
    used++;
  }
  if (used === 0) return [];
  const at = (i: number) => Math.exp(logY / used + slope * (Math.log(i) - logX / used));
  const ends = [from / 1.3, Math.sqrt(from * to), to * 1.3];
  return [{ kind: 'line', role: 'reference', name: '', x: ends, y: ends.map(at) }];
}

/** From the largest score down past the noise floor; the faintest hundredth of the scores may fall below. */
function scoreDomain({ scores, noiseFloor }: RunFacts): [number, number] {
  const positive = scores.filter((v) => v > 0).sort();
  if (positive.length === 0) return [1e-6, 1];
  const high = positive[positive.length - 1];
  const faint = positive[Math.floor(positive.length / 100)];
  const low = Math.max(high * 1e-14, Math.min(faint, noiseFloor > 0 ? noiseFloor / 10 : high));
  return decadesAround(Math.min(low, high), high);
}

function finding({ count: all, noiseFloor, lastAboveNoise }: RunFacts): Sentence {
  if (!(noiseFloor > 0))
    return sentence('No noise is estimated, so ', 'every direction', ' counts as part of the target.');
  if (lastAboveNoise === undefined)
    return sentence(
      'The target rises above the noise in ',
      `all ${count(all)} directions`,
      ': none looks like noise alone.',
    );
  if (lastAboveNoise === 0)
    return sentence('', 'No direction', ' rises above the noise: the target looks like noise to this kernel.');
  return sentence(
    'The target rises above the noise up to direction ',
    count(lastAboveNoise),
    '; beyond it the target looks like noise to this kernel.',
  );
}

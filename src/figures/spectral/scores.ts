import type { FigureSpec, RuleSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { count, NARROW } from '../../engine/words/numbers';
import { claimed, sentence, stressed } from '../../engine/words/sentence';
import { decadesAround } from '../layout/domains';
import { axisSpec, bandSeries, lineSeries, pointSeries } from '../specs';
import { crossingRules, directionAxis, unusedZone } from '../view/axes';
import type { RunFacts } from '../view/facts';
import type { RunView } from '../view/view';
import { regimeFinding } from './regime';

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
    sentence: [...finding(facts), ...regimeSentence(view)],
    x: directionAxis(view),
    y: axisSpec('alignment score, share of var(y)', 'log', domain, 'power'),
    series: [
      bandSeries('noise', `noise floor, 95${NARROW}% interval`, curves.floor),
      pointSeries('main', 'score', curves.scores),
      lineSeries('main', 'local mean', curves.means, {
        label: { text: 'local mean', at: labelAt.centre, dx: 0, dy: -13, align: 'center' },
      }),
      ...alignmentLine(view),
    ],
    rules,
    zones: unusedZone(view),
  };
}

function alignmentLine(view: RunView): SeriesSpec[] {
  const { line } = view.rates();
  return line ? [lineSeries('second', 'law without the floor', line)] : [];
}

/** Beside the strong part of the first sentence it has none. */
function regimeSentence(view: RunView): Sentence {
  const finding = regimeFinding(view);
  return finding ? [{ text: ' ' }, ...finding.sentence.map(({ strong: _, ...part }) => part)] : [];
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
  if (lastAboveNoise === 0) return stressed('No direction', ' can be told from noise.');
  return claimed(
    'above-noise',
    'The target rises above the noise up to direction ',
    count(lastAboveNoise),
    lastAboveNoise === all ? ', the last one.' : ', as far as can be told.',
  );
}

import { type ErrorNorm, leastShift, statedBound } from '../../engine/spectrum/componentBounds';
import { count, percent, plain } from '../../engine/words/numbers';
import type { ComponentsView } from './view';

/** The theorems hold with a probability of 1 less a few times this. */
const DELTA = 0.05;
const INTERVAL = 1.96;

/** NYPCA’s landmarks for as many components, and its bound on the error, with the file's eigenvalues; '' where it speaks of neither. */
export function theoryWords(view: ComponentsView, norm: ErrorNorm): string {
  const { uncentred, kind } = view.run.components;
  return uncentred || kind === 'randomFeatures' ? '' : `${landmarkWords(view, norm)}${boundWords(view, norm)}`;
}

/**
 * The landmarks that parts (iii) of NYPCA's corollaries ask for, their constant being 1: n^θ·log n, where n^θ is λ₁/λ_l with either decay,
 * up to the θ from which more components do not help. In L² that is α/(2α − 1) for λ_i ~ i^−α and ½ for e^(−τi): the range has both.
 */
function landmarksByRate(view: ComponentsView, norm: ErrorNorm): readonly [number, number] | undefined {
  const { eigenvalues, n, train } = view.run.components;
  const l = eigenvalues.length;
  const ratio = eigenvalues[0] / eigenvalues[l - 1];
  if (l < 2 || !Number.isFinite(ratio) || ratio <= 1 || n < 3) return undefined;
  // The variance of the mean of squared scores, relative: that of the logarithm of an eigenvalue.
  const relative = (c: number) => {
    let [square, fourth] = [0, 0];
    for (let o = c; o < train.scores.length; o += l) {
      square += train.scores[o] ** 2 / train.rows.length;
      fourth += train.scores[o] ** 4 / train.rows.length;
    }
    return (fourth / square ** 2 - 1) / n;
  };
  const error = Math.sqrt(relative(0) + relative(l - 1));
  const log = Math.log(n);
  const ends = [-INTERVAL, INTERVAL].flatMap((z) => {
    const theta = Math.max(0, Math.log(ratio) + z * error) / log;
    if (norm === 'inH') return [theta < 1 ? n ** theta * log : (n / log) * Math.log(n / log)];
    const alpha = (theta * log) / Math.log(l);
    return [0.5, alpha > 1 ? alpha / (2 * alpha - 1) : 1].map((most) => n ** Math.min(theta, most) * log);
  });
  return [Math.min(n, ...ends), Math.min(n, Math.max(...ends))];
}

function landmarkWords(view: ComponentsView, norm: ErrorNorm): string {
  const range = landmarksByRate(view, norm);
  if (range === undefined) return '';
  const { kind, count: used, eigenvalues, n } = view.run.components;
  const [low, high] = range.map((v) => count(Number(v.toPrecision(2))));
  const many = range[0] >= n ? 'all rows' : low === high ? low : `${low} to ${high}`;
  const law = norm === 'inH' ? 'corollaries 5 and 7' : 'corollaries 11 and 13';
  const has = kind === 'nystrom' ? `this fit has ${count(used)}` : 'this fit takes all rows';
  return ` For ${count(eigenvalues.length)} components the rate of NYPCA’s ${law} asks for ${many} landmarks if its unknown constant is 1; ${has}.`;
}

function boundWords({ run: { components } }: ComponentsView, norm: ErrorNorm): string {
  const { kind, n, count: used, eigenvalues, total, tested, reconstruction } = components;
  const l = eigenvalues.length;
  const { kappa } = tested;
  if (kind === 'randomFeatures' || kappa === undefined || !(kappa > 0)) return '';
  const theorem = `Theorem ${norm === 'inH' ? '3' : kind === 'empirical' ? '8' : '9'}`;
  const rest = Math.max(0, total - eigenvalues.reduce((sum, v) => sum + v, 0));
  // λ_(l+1) is at most λ_l.
  const setting = { eigenvalues, rest, kappa, l: l - 1, n, delta: DELTA };
  const stated = statedBound(norm, kind, setting, used);
  if (stated === undefined) {
    const few = leastShift(setting) > eigenvalues[0] ? `${count(n)} rows` : `${count(used)} landmarks`;
    return ` ${theorem} says nothing of ${few}: too few for its conditions.`;
  }
  const times = stated.bound / (reconstruction[0][norm === 'inH' ? 'h' : 'l2']?.[0] ?? Number.NaN);
  return times >= 1
    ? ` ${theorem} bounds the error by ${plain(times, 2)} times that without any component, which says nothing.`
    : ` ${theorem} bounds it by ${percent(times)} of that without any component.`;
}

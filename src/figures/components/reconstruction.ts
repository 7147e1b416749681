import type { ReconstructionCurve } from '../../engine/contract/components';
import type { AxisSpec, FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { type ErrorNorm, leastShift, statedBound } from '../../engine/spectrum/componentBounds';
import { studentQuantile } from '../../engine/statistics/student';
import { count, percent, plain } from '../../engine/words/numbers';
import { claimed, counted, plural, sentence, stressed } from '../../engine/words/sentence';
import { decadesAround } from '../layout/domains';
import { axisSpec, bandSeries, lineSeries } from '../specs';
import { leftBefore } from './before';
import { MANY_COMPONENTS, wholeTicks } from './spectrum';
import type { ComponentsView } from './view';
import { explainedName, FORMS, formLabel, formText, leftText, testedText } from './words';

type Norm = 'h' | 'l2';

/** Fewer rows say too little about their spread, and so do any rows of an unbounded kernel: a few far ones decide. */
const LEAST_ROWS = 20;

const WORDS: Readonly<Record<Norm, { readonly id: string; readonly title: string; readonly sign: string }>> = {
  h: { id: 'components-h', title: 'Reconstruction in the kernel’s space', sign: 'R' },
  l2: { id: 'components-l2', title: 'Reconstruction in L²', sign: 'T' },
};

/**
 * Errors R^l or T^l against the number of components l, as fractions of the error without components (NYPCA sections
 * 4.1 and 4.2). Undefined for R of random features alone, which have none.
 */
export function reconstructionFigure(view: ComponentsView, norm: Norm): FigureSpec | undefined {
  const { reconstruction, tested } = view.run.components;
  const all = reconstruction.filter((curve) => curve[norm] !== undefined);
  const [fit] = reconstruction;
  if (fit === undefined || all.length === 0) return undefined;
  // A fit that has no R is compared with the error of another form without any component: the rows' variance.
  const unit = errorsOf(all[0], norm)[0];
  if (!(unit > 0)) return undefined;
  const shares = all.map((curve) => ({ curve, y: errorsOf(curve, norm).map((v) => v / unit) }));
  const before = leftBefore(view, norm);
  const positive = [...shares, ...(before ? [before] : [])].flatMap(({ y }) => Array.from(y).filter((v) => v > 1e-14));
  const most = Math.max(...all.map(({ components }) => components[components.length - 1]));
  const { id, title, sign } = WORDS[norm];
  const without = reconstruction.some((curve) => curve[norm] === undefined);
  return {
    id,
    title,
    sentence: finding(view, norm, shares[0].y),
    x: componentsAxis(most),
    y: axisSpec(
      `${sign}(l), share of ${sign}(0)`,
      'log',
      decadesAround(Math.min(...positive), Math.max(...positive)),
      'plain',
    ),
    // The fit lies on top of the others.
    series: [
      ...intervalOf(view, norm),
      ...shares.map(({ curve, y }) => lineOf(curve, y, curve === fit)).toReversed(),
      ...(before ? [before] : []),
    ],
    note: [
      `Measured on ${testedText(view.run.components)}${shareInterval(view, norm) ? '; the band is the 95 % interval for new rows' : ''}.${theoryWords(view, norm === 'h' ? 'inH' : 'inL2')}`,
      ...(tested.heldOut ? [] : ['Errors on new rows would be larger.']),
      ...(tested.lacking
        ? ['Training rows scatter far more than these: rows far from all others may change it for new rows.']
        : []),
      ...(without ? ['Random features have no R: their components are outside the kernel’s space.'] : []),
    ].join(' '),
  };
}

/** From none of them on; with few there is no need to crowd the later ones. */
function componentsAxis(most: number): AxisSpec {
  const axis = { title: 'components l', domain: [0, Math.max(1, most)], format: 'count' } as const;
  if (most > MANY_COMPONENTS) return { ...axis, scale: 'log' };
  return { ...axis, scale: 'linear', ticks: [0, ...wholeTicks(most)] };
}

function lineOf(curve: ReconstructionCurve, y: Float64Array, fitted: boolean): SeriesSpec {
  const { role } = FORMS[curve.kind];
  const label = { text: fitted ? 'this fit' : formLabel(curve), at: 'end' } as const;
  const name = fitted ? `${formText(curve)}, this fit` : formText(curve);
  return lineSeries(fitted ? 'main' : role, name, { x: curve.components, y }, { label });
}

const ERRORS = { h: 'hError', l2: 'l2Error' } as const;

/** The 95 % interval of this fit's shares on new rows, by number of components. */
function shareInterval({ run }: ComponentsView, norm: Norm): readonly [Float64Array, Float64Array] | undefined {
  const { reconstruction, tested } = run.components;
  const [fit] = reconstruction;
  const errors = fit[ERRORS[norm]];
  if (!tested.heldOut || !errors || tested.kappa === undefined || tested.rows < LEAST_ROWS || tested.lacking)
    return undefined;
  const times = studentQuantile(0.975, tested.rows - 1);
  const values = errorsOf(fit, norm);
  const end = (sign: number) => values.map((v, i) => Math.max(0, v / values[0] + sign * times * errors[i]));
  return [end(-1), end(1)];
}

function intervalOf(view: ComponentsView, norm: Norm): SeriesSpec[] {
  const [low, high] = shareInterval(view, norm) ?? [];
  const x = view.run.components.reconstruction[0].components;
  return low && high ? [bandSeries('main', 'this fit, 95 % interval', { x, y: low, upper: high })] : [];
}

const errorsOf = (curve: ReconstructionCurve, norm: Norm): Float64Array => curve[norm] ?? new Float64Array();

function finding(view: ComponentsView, norm: Norm, errors: Float64Array): Sentence {
  const { run } = view;
  const [fit, ...others] = run.components.reconstruction;
  const l = fit.components[fit.components.length - 1];
  const what =
    norm === 'h'
      ? `of the ${explainedName(run.components)}`
      : `of the squared ${run.components.uncentred ? 'kernel' : 'covariance'}`;
  const rows = testedText(run.components);
  if (fit[norm] === undefined)
    return stressed('Not defined', ' for this fit on random features; other forms are shown.');
  const left = leftText(errors[errors.length - 1]);
  const exact = others.find(({ kind }) => kind === 'empirical');
  const there = exact?.components.indexOf(l) ?? -1;
  const values = exact?.[norm];
  const beside =
    values && there >= 0 ? `; all pairs would leave ${leftText(values[there] / errorsOf(fit, norm)[0])}` : '';
  const [low, high] = shareInterval(view, norm)?.map((of) => of[of.length - 1]) ?? [];
  const parts = [`${count(l)} ${plural(l, 'component leaves', 'components leave')} `, left] as const;
  const words = `${what} of ${rows}`;
  if (low === undefined || high === undefined) return sentence(...parts, ` ${words}${beside}.`);
  const interval = `of new rows ${leftText(low)} to ${leftText(high)} with 95 % confidence`;
  return claimed('components-left', ...parts, ` ${words}, ${interval}${beside}.`);
}

/** The theorems hold with a probability of 1 less a few times this. */
const DELTA = 0.05;
const INTERVAL = 1.96;

/**
 * NYPCA’s number of landmarks for as many components, and its bound on the error, with the file's eigenvalues; '' where
 * it gives neither.
 */
function theoryWords(view: ComponentsView, norm: ErrorNorm): string {
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
  // The relative variance of the mean of squared scores, which is that of the logarithm of an eigenvalue.
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
  return ` For ${counted(eigenvalues.length, 'component')} the rate of NYPCA’s ${law} asks for ${many} landmarks if its unknown constant is 1; ${has}.`;
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
    const few = leastShift(setting) > eigenvalues[0] ? `${count(n)} rows` : counted(used, 'landmark');
    return ` ${theorem} says nothing of ${few}: too few for its conditions.`;
  }
  const times = stated.bound / (reconstruction[0][norm === 'inH' ? 'h' : 'l2']?.[0] ?? Number.NaN);
  return times >= 1
    ? ` ${theorem} bounds the error by ${plain(times, 2)} times that without any component, which says nothing.`
    : ` ${theorem} bounds it by ${percent(times)} of that without any component.`;
}

import type { FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import type { KernelSpec } from '../../engine/contract/kernel';
import type { LengthScaleSearch } from '../../engine/contract/run';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { count, fixed, higher, NARROW, plain, sci } from '../../engine/words/numbers';
import { capitalised, listed, sentence } from '../../engine/words/sentence';
import { padded } from '../layout/domains';
import { STRENGTH_WORDS } from '../robust/strength';
import { axisSpec, endLabel, lineSeries, pointSeries } from '../specs';
import { r2Axis } from '../view/axes';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';

/** The search profile: the least criterion at each length scale tried. Absent when nothing was searched. */
export function lengthScaleFigure(view: RunView): FigureSpec | undefined {
  const { search } = view.run;
  if (search === undefined || search.lengthScale.length === 0) return undefined;
  const { criterion } = search;
  const byError = criterion !== 'marginalLikelihood';
  const squared = criterion === 'loo' || criterion === 'cv';
  const unit = squared ? view.facts.unit : 1;
  const { sign, values } = strengthsOf(view, search);
  const passes = passesOf(search, values, unit);
  // The variance differs on fewer rows.
  const whole = squared && passes.every(({ rows }) => rows === view.facts.n);
  const { axis: r2, told } = whole ? r2Axis(view) : { axis: {}, told: {} };
  const final = passes[passes.length - 1];
  const best = indexOfLeast(final.score);
  const at = final.lengthScale[best];
  const [low, high] = extent(search.lengthScale);
  const word = WORDS[criterion];
  const series: SeriesSpec[] = passes.flatMap((pass, i): SeriesSpec[] => {
    const faint = i < passes.length - 1;
    const name = passes.length > 1 ? `${word}, ${count(pass.rows)} rows` : word;
    const role = faint ? 'fitted' : 'loo';
    const curve = { x: pass.lengthScale, y: pass.score, faint };
    return [lineSeries(role, name, curve, endLabel(name)), pointSeries(role, '', curve)];
  });
  const one = perColumn(view.run.kernel) ? 'multiple of every length scale' : 'length scale, standardised units';
  return {
    id: 'length-scale',
    title: perColumn(view.run.kernel) ? 'Length scales' : 'Length scale',
    sentence: finding(view, passes, criterion),
    x: axisSpec(one, 'log', [low / 1.15, high * 1.15], 'plain'),
    y: {
      title: byError
        ? `lowest ${ERRORS[criterion]}${squared ? ', share of var(y)' : ` of ${view.run.target}`}`
        : 'lowest −log marginal likelihood per row',
      ...scoreAxis(passes, byError),
      format: 'plain',
      ...r2,
    },
    series,
    marks: [{ shape: 'circle', role: 'loo', x: at, y: final.score[best] }],
    rules: [{ axis: 'x', at, role: 'chosen', text: `${scaleName(view)} ${plain(at)}` }],
    note: noteOf(search, passes, `${sign} (${sci(final.strength[best])} at the chosen one)`),
    ...told,
  };
}

const WORDS: Readonly<Record<LengthScaleSearch['criterion'], string>> = {
  loo: 'LOO',
  cv: 'CV',
  marginalLikelihood: '−log likelihood',
  absolute: 'absolute error',
  pinball: 'quantile loss',
};

const ERRORS: Readonly<Record<Exclude<LengthScaleSearch['criterion'], 'marginalLikelihood'>, string>> = {
  loo: 'leave-one-out error',
  cv: 'cross-validation error',
  absolute: 'mean absolute error',
  pinball: 'mean quantile loss',
};

interface Pass {
  readonly rows: number;
  readonly lengthScale: Float64Array;
  /** Fractions of var(y) for squared errors. */
  readonly score: Float64Array;
  readonly strength: Float64Array;
}

/** Scores found on different numbers of rows are not comparable: one curve for each, most rows last. */
function passesOf(search: LengthScaleSearch, strength: Float64Array, unit: number): Pass[] {
  return [...new Set(search.rows)]
    .sort((a, b) => a - b)
    .map((rows) => {
      const here = (_: number, i: number) => search.rows[i] === rows;
      return {
        rows,
        lengthScale: search.lengthScale.filter(here),
        score: search.score.filter(here).map((v) => v / unit),
        strength: strength.filter(here),
      };
    });
}

/** Errors are positive and span decades; log likelihoods may have either sign. */
function scoreAxis(passes: readonly Pass[], byError: boolean): { scale: 'log' | 'linear'; domain: [number, number] } {
  const [least, most] = extent(...passes.map(({ score }) => (byError ? score.filter((v) => v > 0) : score)));
  if (!Number.isFinite(least)) return { scale: byError ? 'log' : 'linear', domain: byError ? [0.1, 1] : [0, 1] };
  if (!byError) return { scale: 'linear', domain: padded(least, most, 0.08) };
  return { scale: 'log', domain: [least / 1.5, Math.max(most * 1.25, least * 4)] };
}

function finding(view: RunView, passes: readonly Pass[], criterion: LengthScaleSearch['criterion']): Sentence {
  const pass = passes[passes.length - 1];
  const best = indexOfLeast(pass.score);
  const at = pass.lengthScale[best];
  const last = pass.lengthScale.length - 1;
  const value = `${scaleName(view)}${NARROW}${plain(at)}`;
  const byError = criterion !== 'marginalLikelihood';
  const error = byError ? ERRORS[criterion] : '';
  const what = byError ? `${capitalised(error)} is lowest at ` : 'The marginal likelihood is highest at ';
  if (last > 1 && (best === 0 || best === last) && !passes.some((other) => reachesBeyond(other, at, best === 0)))
    return sentence(
      `${what}the end of the range searched, `,
      value,
      `: set a ${best === 0 ? 'shorter' : 'longer'} one to check.`,
    );
  const cost = (other: number) => {
    const [there, here] = scoresAt(passes, other, at);
    // On fewer rows the best may be another one.
    if (!(there > here)) return '';
    return byError ? higher(there / here) : `${fixed(there - here, 2)} lower per row`;
  };
  const [half, twice] = [cost(at / 2), cost(at * 2)];
  const costs = [half === '' ? '' : `${half} at half`, twice === '' ? '' : `${twice} at twice`].filter((c) => c !== '');
  return sentence(what, value, costs.length > 0 ? `; it is ${costs.join(', ')}.` : '.');
}

/**
 * True when a pass, on whatever rows, tried length scales on the far side of the best, which then lies at no edge of
 * the search.
 */
function reachesBeyond({ lengthScale }: Pass, at: number, below: boolean): boolean {
  return lengthScale.some((v) => (below ? v < at * (1 - 1e-9) : v > at * (1 + 1e-9)));
}

/** Scores at two length scales on the same rows: from the last pass that reaches both, NaN where none does. */
function scoresAt(passes: readonly Pass[], first: number, second: number): readonly [number, number] {
  for (const pass of passes.toReversed()) {
    const scores = [scoreIn(pass, first), scoreIn(pass, second)] as const;
    if (scores.every(Number.isFinite)) return scores;
  }
  return [Number.NaN, Number.NaN];
}

/** The score of one pass at a length scale, straight in log scale between those tried; NaN outside them. */
function scoreIn({ lengthScale, score }: Pass, scale: number): number {
  const j = lengthScale.findIndex((v) => v >= scale * (1 - 1e-9));
  if (j < 0) return Number.NaN;
  if (Math.abs(lengthScale[j] / scale - 1) < 1e-9) return score[j];
  if (j === 0) return Number.NaN;
  const t = Math.log(scale / lengthScale[j - 1]) / Math.log(lengthScale[j] / lengthScale[j - 1]);
  return score[j - 1] * (1 - t) + score[j] * t;
}

/** The strength with the least criterion at each length scale: λ, or the strength of the method's own path. */
function strengthsOf(
  { run }: RunView,
  search: LengthScaleSearch,
): { readonly sign: string; readonly values: Float64Array } {
  if ('strength' in search) return { sign: STRENGTH_WORDS[search.axis].sign, values: search.strength };
  const { lambda, criterion } = search;
  // Runs stored by 0.1 hold the strengths of a robust search as lambda.
  const ofPath = run.robust && criterion !== 'loo' && criterion !== 'marginalLikelihood';
  return { sign: ofPath && run.robust ? STRENGTH_WORDS[run.robust.path.axis].sign : 'λ', values: lambda };
}

function noteOf(search: LengthScaleSearch, passes: readonly Pass[], strength: string): string {
  const rows = listed(passes.map((p) => count(p.rows)));
  return `Chosen by ${search.rule}, each length scale at its best ${strength}, on ${rows} rows.`;
}

function scaleName(view: RunView): string {
  return perColumn(view.run.kernel) ? 'multiple' : 'length scale';
}

/** True when some part of the kernel has one length scale for each column (ARD). */
function perColumn(kernel: KernelSpec): boolean {
  if (kernel.kind === 'sum') return kernel.terms.some((term) => perColumn(term.kernel));
  if (kernel.kind === 'product') return kernel.factors.some(perColumn);
  return kernel.lengthScale.length > 1;
}

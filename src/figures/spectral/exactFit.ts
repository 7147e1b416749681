import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { isPower } from '../../engine/spectrum/alignment';
import { exactLambda } from '../../engine/spectrum/exactFit';
import { count, fixed, percent } from '../../engine/words/numbers';
import { claimed, sentence } from '../../engine/words/sentence';
import { padded } from '../layout/domains';
import { axisSpec, pointSeries } from '../specs';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';

/** Fitting every row exactly costs next to nothing if it adds no more than this to the RMSE. */
const LITTLE = 0.05;
/** Standard errors of 95 %, and of 99 %: growth is also seen where there is none, and rarely where there is some. */
const OF_COST = 1.96;
const OF_GROWTH = 2.576;

/** The fit of every row exactly, λ → 0: benign, tempered or catastrophic overfitting, in words of these rows. */
interface ExactFitFinding {
  /** "1.4 times the lowest RMSE" */
  readonly value: string;
  readonly sentence: Sentence;
}

/** Undefined where that was not measured, and for classes, which are not judged by such an error. */
export function exactFitFinding(view: RunView): ExactFitFinding | undefined {
  const { run, robust } = view;
  const { learning, spectrum, classes } = run;
  if (learning === undefined || robust || classes !== undefined) return undefined;
  const { interpolating } = learning;
  if (interpolating === undefined) {
    if (exactLambda(spectrum) !== undefined) return undefined;
    const why = ' with this kernel: rows are alike, or eigenvalues are too small to tell from rounding.';
    return { value: 'not possible', sentence: sentence('Fitting every row exactly is ', 'not possible', why) };
  }
  const { rows, error, best, costStandardError, logStandardError } = interpolating;
  const times = rootInterval(error[1] / best, OF_COST * costStandardError);
  const [low, high] = times.ends;
  const value = `${fixed(times.value, 2)} times the lowest RMSE`;
  const between = `${fixed(low, 2)} to ${fixed(high, 2)}`;
  const begun = 'Fitting every row exactly';
  if (high < 1 + LITTLE) {
    const free = `next to nothing, less than ${percent(LITTLE)} of the RMSE`;
    return {
      value,
      sentence: claimed('exact-fit-free', `${begun} costs `, free, ': benign overfitting at this size.'),
    };
  }
  if (!(low > 1)) {
    const text = `: between ${fixed(low, 2)} and ${fixed(high, 2)} times the lowest RMSE on new rows.`;
    return { value: between, sentence: sentence(`What ${begun.toLowerCase()} costs `, 'cannot be told', text) };
  }
  const costs = claimed('exact-fit-costs', `${begun} gives `, value, ` on new rows (${between})`);
  return {
    value,
    sentence: [...costs, ...growthText(view, rows, rootInterval(error[1] / error[0], OF_GROWTH * logStandardError))],
  };
}

/**
 * Says whether the error of the exact fit grows with the rows, which tells catastrophic overfitting from tempered.
 * Eigenvalues by a power law make it settle in the end, so growth with these says nothing.
 */
function growthText(view: RunView, rows: readonly [number, number], { value, ends: [low, high] }: Interval): Sentence {
  const { alignment } = view.rates();
  if (!(low > 1) || alignment === undefined || isPower(alignment.alpha.interval))
    return sentence('; whether that grows with the rows cannot be told.');
  const [half, all] = rows.map((n) => count(Math.round(n)));
  const [grown, least, most] = [value, low, high].map((times) => percent(times - 1));
  const text = `by ${grown} (${least} to ${most}) from ${half} to ${all}: catastrophic overfitting.`;
  return claimed('exact-fit-worsens', `; that grows with the rows, ${text}`);
}

/**
 * The squared error of the exact fit, for half of the rows and for all, beside the lowest. Absent where it was not
 * measured.
 */
export function exactFitFigure(view: RunView): FigureSpec | undefined {
  const { learning } = view.run;
  const finding = exactFitFinding(view);
  const found = learning?.interpolating;
  if (finding === undefined || found === undefined) return undefined;
  const { unit } = view.facts;
  const exact = found.error.map((error) => error / unit);
  const best = found.best / unit;
  const [least, most] = extent(Float64Array.from([...exact, best]));
  return {
    id: 'exact-fit',
    title: 'Every row fitted exactly',
    sentence: finding.sentence,
    x: axisSpec('training rows', 'linear', padded(...extent(Float64Array.from([0, ...found.rows]))), 'count'),
    y: axisSpec('squared error on new rows, share of var(y)', 'linear', padded(Math.min(0, least), most), 'plain'),
    series: [
      pointSeries('third', 'fitted exactly, λ → 0', { x: found.rows, y: exact }, { shape: 'diamond' }),
      pointSeries('cv', 'lowest, at the best λ', { x: [found.rows[1]], y: [best] }),
    ],
    rules: [],
    note: 'Diamonds: fits of half of the rows and of all at λ → 0, which hit every row; dot: the lowest of all rows, at the best λ. Both measured on rows left out.',
  };
}

interface Interval {
  readonly value: number;
  readonly ends: readonly [number, number];
}

/** The root of a ratio; its interval has this half-width in the ratio's logarithm. */
function rootInterval(ratio: number, halfWidth: number): Interval {
  const [at, half] = [Math.log(ratio) / 2, halfWidth / 2];
  return { value: Math.exp(at), ends: [Math.exp(at - half), Math.exp(at + half)] };
}

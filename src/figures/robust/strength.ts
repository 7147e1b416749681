import { mean } from 'd3-array';
import type { AxisSpec, RuleSpec } from '../../engine/contract/figure';
import type { RobustFit, ScoreLoss, StrengthAxis } from '../../engine/contract/robust';
import { count, NARROW, sci } from '../../engine/words/numbers';

/** The strength of a robust fit in signs, words and axes, so that it looks and reads the same everywhere. */
export const STRENGTH_WORDS: Readonly<Record<StrengthAxis, { readonly sign: string; readonly name: string }>> = {
  t: { sign: 't', name: 'descent time t' },
  c: { sign: 'c', name: 'bound c on |α|' },
  epsilon: { sign: 'ε', name: 'largest residual ε' },
  lambda: { sign: 'λ', name: 'λ per sample' },
};

export const LOSS_NAMES: Readonly<Record<ScoreLoss, string>> = {
  absolute: 'mean absolute error',
  squared: 'mean squared error',
  pinball: 'mean quantile loss',
};

/** The name of a fit on its own lines, where its title would not fit. */
const SHORT_TITLES: Readonly<Record<string, string>> = {
  ksgd: 'KSGD',
  kcd: 'KCD',
  'kl-inf': 'K‑l∞',
  kl1: 'K‑l₁',
  huber: 'Huber',
  tukey: 'Tukey',
  svr: 'SVR',
  quantile: 'quantile',
};

export const shortTitle = (method: { readonly id: string; readonly title: string }): string =>
  SHORT_TITLES[method.id] ?? method.title;

/** The ridge baseline on its own lines and dots; in sentences and notes "ordinary ridge, same kernel". */
export const BASELINE_LABEL = 'ordinary ridge';

/** "t 0.31", "λ 4.0 × 10⁻⁶" */
export function strengthText(axis: StrengthAxis, value: number): string {
  return `${STRENGTH_WORDS[axis].sign}${NARROW}${sci(value)}`;
}

/** "τ 0.1" */
export const tauText = (tau: number): string => `τ${NARROW}${tau}`;

/** Says which quantile a figure shows where there are several. */
export const shownLevel = ({ taus = [], middle }: RobustFit): string | false =>
  taus.length > 1 && `Shown for ${tauText(taus[middle])}.`;

/** Large λ and ε, small t and c are the regular end. */
export const regularEnd = (axis: StrengthAxis): 'low' | 'high' => (axis === 't' || axis === 'c' ? 'low' : 'high');

/** "10 folds", "a validation part of 45 rows" */
export function leftOutText({ scored }: RobustFit): string {
  return scored.by === 'folds' ? `${count(scored.folds)} folds` : `a validation part of ${count(scored.rows)} rows`;
}

/** The strength along x over its whole path; λ per sample with n·λ below it. */
export function strengthAxis({ path, rows }: RobustFit): AxisSpec {
  const { axis, values } = path;
  const low = values[0];
  const last = values[values.length - 1];
  const domain: [number, number] = last > low ? [low, last] : [low / 2, low * 2];
  const { sign, name } = STRENGTH_WORDS[axis];
  const common = { scale: 'log', domain, format: 'power' } as const;
  if (axis !== 'lambda') return { title: name, ...common };
  return { title: '', ...common, gutter: sign, second: { gutter: 'n·λ', factor: rows.length } };
}

/** A fit with the position of its slider. */
interface ShownStrength {
  readonly fit: RobustFit;
  readonly strength: number;
  readonly moved: boolean;
}

/** The accent line at the strength shown, and after a move a dotted one at the fitted strength. */
export function strengthRules({ fit, strength, moved }: ShownStrength): RuleSpec[] {
  const rules: RuleSpec[] = [{ axis: 'x', at: strength, role: 'chosen', text: strengthText(fit.path.axis, strength) }];
  if (moved) rules.push({ axis: 'x', at: fit.strength, role: 'fitted', text: 'fitted' });
  return rules;
}

/** Below figures of rows whose values along the path the run does not hold: they do not follow the slider. */
export const unmoved = (live: boolean): string | false => !live && 'The rows do not follow the slider (too many).';

/** Mean loss of residuals over rows, and over levels where there are several. Units of y, y² when squared. */
export function meanLossOf(
  loss: ScoreLoss,
  observed: Float64Array,
  levels: readonly Float64Array[],
  taus: readonly number[] = [0.5],
): number {
  if (loss !== 'pinball') return meanOf(observed, levels[0], loss === 'squared' ? (r) => r * r : Math.abs);
  return levels.reduce((sum, level, l) => sum + pinball(observed, level, taus[l]) / levels.length, 0);
}

/** The loss of the best constant on these rows: their median, mean, or quantiles. */
export function constantLoss(loss: ScoreLoss, observed: Float64Array, taus: readonly number[] = [0.5]): number {
  const sorted = observed.slice().sort();
  const constant = (value: number) => new Float64Array(observed.length).fill(value);
  if (loss === 'squared') return meanLossOf(loss, observed, [constant(mean(observed) ?? Number.NaN)]);
  const at = (tau: number) => sorted[Math.min(sorted.length - 1, Math.floor(tau * sorted.length))];
  return meanLossOf(
    loss,
    observed,
    (loss === 'pinball' ? taus : [0.5]).map((tau) => constant(at(tau))),
    taus,
  );
}

function pinball(observed: Float64Array, level: Float64Array, tau: number): number {
  return meanOf(observed, level, (r) => (r >= 0 ? tau * r : (tau - 1) * r));
}

function meanOf(observed: Float64Array, predicted: Float64Array, cost: (r: number) => number): number {
  let sum = 0;
  for (let i = 0; i < observed.length; i++) sum += cost(observed[i] - predicted[i]);
  return sum / observed.length;
}

import type { AxisSpec, FigureSpec, MarkSpec, RuleSpec } from '../../engine/contract/figure';
import type { Axis, FilterSpec } from '../../engine/contract/filter';
import { axisValue, filterUnderSlider, zonesOf } from '../../engine/filters/anyFilter';
import { AXES } from '../../engine/filters/axes';
import { directionsAbove } from '../../engine/spectrum/decay';
import { counted } from '../../engine/words/sentence';
import { axisSpec } from '../specs';
import { isCountAxis, sameValue, settingText } from '../words/filterWords';
import type { RunView } from './view';

/** Axes, rules and words that several figures share, so that a parameter looks and reads the same everywhere. */

/** An axis of the filter along x: λ per sample with n·λ below it; counts from 0 where their grid begins there. */
export function filterAxis(view: RunView, axis: Axis): AxisSpec {
  const domain = view.facts.domains.get(axis) ?? [1, 10];
  const { sign, name } = AXES[axis];
  if (axis === 'lambda')
    return axisSpec('', 'log', domain, 'power', { gutter: sign, second: { gutter: 'n·λ', factor: view.facts.n } });
  return axisSpec(name, 'log', domain, isCountAxis(axis) ? 'count' : 'power');
}

/** Directions 1…count. */
export function directionAxis(view: RunView): AxisSpec {
  return axisSpec('direction i', 'log', [1, Math.max(2, view.facts.count)], 'count');
}

/** A fraction from 0 to 1; a little air above 1 keeps a line there in full. */
export function shareAxis(title: string, format: 'plain' | 'percent'): AxisSpec {
  return { title, scale: 'linear', domain: [0, 1.03], ticks: [0, 0.25, 0.5, 0.75, 1], format };
}

/** The accent line at the value shown, and after a move a dotted one at the fitted value. */
export function axisRules(view: RunView, axis: Axis): RuleSpec[] {
  const at = shownValue(view, axis);
  const rules: RuleSpec[] = [{ axis: 'x', at, role: 'chosen', text: settingText(axis, at) }];
  const fitted = inDomain(view, axis, axisValue(view.run.filter, axis));
  if (!sameValue(axis, fitted, at)) rules.push({ axis: 'x', at: fitted, role: 'fitted', text: 'fitted' });
  return rules;
}

/** The filter's value on its axis; a count beyond the end means all, which is the end. */
export function shownValue(view: RunView, axis: Axis): number {
  return inDomain(view, axis, axisValue(view.filter, axis));
}

function inDomain(view: RunView, axis: Axis, value: number): number {
  return isCountAxis(axis) ? Math.min(value, view.facts.domains.get(axis)?.[1] ?? value) : value;
}

/** Rules at the filter's places among the directions: half kept, the last unpenalised one, the last kept one. */
export function crossingRules(view: RunView): RuleSpec[] {
  const { rank } = view.facts;
  const zones = zonesOf(view.filter, rank);
  if (zones === undefined) return [{ axis: 'x', at: Math.max(1, view.crossing), role: 'chosen', text: 'half kept' }];
  const { from, to } = zones;
  const rules: RuleSpec[] = [];
  if (from === to) return [{ axis: 'x', at: Math.max(1, to), role: 'chosen', text: settingText('r', to) }];
  rules.push({ axis: 'x', at: Math.max(1, crossingOfLambda(view)), role: 'chosen', text: 'μ = λ' });
  if (from > 0) rules.push({ axis: 'x', at: from, role: 'reference', text: settingText('k', from) });
  if (to < rank) rules.push({ axis: 'x', at: to, role: 'reference', text: settingText('r', to) });
  return rules;
}

/** Eigenvalues above λ, wherever the zones' ends are. */
export function crossingOfLambda(view: RunView): number {
  return directionsAbove(view.run.spectrum.mu, view.facts.rank, view.lambda);
}

/** Directions beyond r, and beyond the numerical rank, are not used. */
export function unusedZone(view: RunView): { from: number; to: number }[] {
  const { count, rank } = view.facts;
  const last = zonesOf(view.filter, rank)?.to ?? rank;
  return last < count ? [{ from: Math.max(1, last), to: count }] : [];
}

export function chosenDot(x: number, y: number, text?: string): MarkSpec {
  const mark: MarkSpec = { shape: 'dot', role: 'chosen', x, y };
  return text === undefined ? mark : { ...mark, text, dx: 9, dy: -9, align: 'left' };
}

/**
 * The right axis of a figure of squared errors of the training rows as fractions of var(y), which is the variance of
 * the same rows, and the footnote that says so; none for classes, whose outputs are no quantity, nor for a target
 * without variance.
 */
export function r2Axis({ run, facts }: RunView): {
  readonly axis: Pick<AxisSpec, 'r2'>;
  readonly told: Pick<FigureSpec, 'footnotes'>;
} {
  if (run.classes || !(run.variance > 0)) return { axis: {}, told: {} };
  return { axis: { r2: { variance: 1 } }, told: { footnotes: [r2Footnote(facts.n)] } };
}

export const r2Footnote = (rows: number): string =>
  `R²: the share of the variance of the ${counted(rows, 'training row')} that is explained.`;

/** The filter after a slider moved, or after a click into a map, which may fall between two counts. */
export function moveFilter(axes: readonly Axis[], filter: FilterSpec, axis: Axis, at: number): FilterSpec {
  return filterUnderSlider(filter, axis, isCountAxis(axis) ? Math.round(at) : at, axes);
}

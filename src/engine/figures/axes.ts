import type { AxisSpec, MarkSpec, RuleSpec, Sentence } from '../contract/figure';
import { sci } from './numbers';
import type { RunView } from './view';

/** Axes, rules and words that several figures share, so that λ looks and reads the same everywhere. */

/** λ per sample with n·λ below it. */
export function lambdaAxis(view: RunView): AxisSpec {
  return {
    title: '',
    scale: 'log',
    domain: view.facts.lambdaDomain,
    format: 'power',
    gutter: 'λ',
    second: { gutter: 'n·λ', factor: view.facts.n },
  };
}

/** Directions 1…n. */
export function directionAxis(view: RunView): AxisSpec {
  return { title: 'direction i', scale: 'log', domain: [1, Math.max(2, view.facts.n)], format: 'count' };
}

/** A share from 0 to 1; a little air above 1 keeps a line there in full. */
export function shareAxis(title: string, format: 'plain' | 'percent'): AxisSpec {
  return { title, scale: 'linear', domain: [0, 1.03], ticks: [0, 0.25, 0.5, 0.75, 1], format };
}

/** The accent line at the λ shown, and after a move a dotted one at the fitted λ. */
export function lambdaRules(view: RunView): RuleSpec[] {
  const rules: RuleSpec[] = [{ axis: 'x', at: view.lambda, role: 'chosen', text: `λ ${sci(view.lambda)}` }];
  if (view.moved) rules.push({ axis: 'x', at: view.run.lambda, role: 'fitted', text: 'fitted' });
  return rules;
}

/** Over directions λ stands where μ = λ. */
export function crossingRules(view: RunView): RuleSpec[] {
  return [{ axis: 'x', at: Math.max(1, view.crossing), role: 'chosen', text: 'μ = λ' }];
}

/** Directions beyond the numerical rank are not used. */
export function unusedZone(view: RunView): { from: number; to: number }[] {
  const { n, rank } = view.facts;
  return rank < n ? [{ from: rank, to: n }] : [];
}

export function chosenDot(x: number, y: number, text?: string): MarkSpec {
  const mark: MarkSpec = { shape: 'dot', role: 'chosen', x, y };
  return text === undefined ? mark : { ...mark, text, dx: 9, dy: -9, align: 'left' };
}

/** "one **two** three": every odd part is strong. Empty parts are dropped. */
export function sentence(...parts: readonly string[]): Sentence {
  return parts.map((text, i) => (i % 2 === 1 ? { text, strong: true } : { text })).filter((part) => part.text !== '');
}

/** "1 direction", "12 directions" without the number. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many;
}

/** Whole powers of ten around positive values, for log axes that must not move. */
export function decadesAround(low: number, high: number): [number, number] {
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.ceil(Math.log10(high) - 1e-9);
  return [Number(`1e${from}`), Number(`1e${Math.max(to, from + 1)}`)];
}

/** A stretch padded by a share of itself on both sides; a single point gets room around it. */
export function padded(low: number, high: number, share = 0.05): [number, number] {
  if (!(high > low)) {
    const room = Math.abs(low) > 0 ? Math.abs(low) * 0.5 : 1;
    return [low - room, low + room];
  }
  const room = (high - low) * share;
  return [low - room, high + room];
}

import type { RuleSpec } from '../../engine/contract/figure';
import { yTitle } from './axes';
import type { Box } from './labelSpace';
import type { Plot } from './plot';
import { crisp, type PathShape, TEXT_HEIGHT } from './shapes';
import { STYLES } from './style';

/** The straight lines across the plot. A named upright one extends up to its name. */
export function layRules(plot: Plot): void {
  for (const rule of plot.spec.rules ?? []) {
    const run = TRACES[rule.axis](plot, rule);
    if (run === undefined) continue;
    const { colour, dash, width } = STYLES[rule.role];
    // Level, the chosen lambda is only carried over from the upright rule: thin and dotted.
    const carried = rule.role === 'chosen' && rule.axis === 'y';
    const stroke = carried ? { colour, dash: [1.5, 2], width: 1 } : { colour, dash, width };
    const clip: Partial<PathShape> = rule.axis === 'diagonal' ? { clip: plot.clip } : {};
    plot.add({ kind: 'path', runs: [run], stroke, ...clip });
  }
}

type Trace = (plot: Plot, rule: RuleSpec) => number[] | undefined;

const TRACES: Readonly<Record<RuleSpec['axis'], Trace>> = {
  x: (plot, rule) => {
    const { top, bottom } = plot.area;
    const x = crisp(plot.x(rule.at));
    if (!plot.showsX(x)) return undefined;
    const end = (value: number) => between(plot.y(value), top, bottom);
    plot.space.avoidLine([
      { x, y: top },
      { x, y: bottom },
    ]);
    const to = rule.to === undefined ? top - (rule.text === undefined ? 0 : 8) : end(rule.to);
    return [x, rule.from === undefined ? bottom : end(rule.from), x, to];
  },
  y: (plot, rule) => {
    const { left, right } = plot.area;
    const y = crisp(plot.y(rule.at));
    if (!plot.showsY(y)) return undefined;
    const end = (value: number) => between(plot.x(value), left, right);
    plot.space.avoidLine([
      { x: left, y },
      { x: right, y },
    ]);
    return [rule.from === undefined ? left : end(rule.from), y, rule.to === undefined ? right : end(rule.to), y];
  },
  diagonal: (plot, rule) => {
    const run = plot.spec.x.domain.flatMap((value) => [plot.x(value), plot.y(value + rule.at)]);
    return run.every(Number.isFinite) ? run : undefined;
  },
};

function between(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Names of upright rules, in the row above the plot: the chosen one first, the others beside it. */
export function layUprightNames(plot: Plot): void {
  const { width: whole } = plot.sheet;
  const { y, rules = [] } = plot.spec;
  const titleEnd = y.title === '' ? 0 : plot.textWidth(yTitle(plot)) + 12;
  const named = rules.filter((rule) => rule.axis === 'x' && rule.text !== undefined);
  named.sort((a, b) => Number(b.role === 'chosen') - Number(a.role === 'chosen'));
  for (const { at, role, text = '' } of named) {
    const x = plot.x(at);
    if (!plot.showsX(x)) continue;
    const strong = role === 'chosen';
    const half = plot.textWidth(text, strong) / 2;
    const centre = Math.max(titleEnd + half, Math.min(x, whole - half - 2));
    const boxes = [
      plot.textBox(text, centre, plot.titleRow, 'middle', strong),
      ...[8, 24, 44].flatMap((gap) => [
        plot.textBox(text, x + gap, plot.titleRow, 'start', strong),
        plot.textBox(text, x - gap, plot.titleRow, 'end', strong),
      ]),
    ];
    plot.writeIn(boxes, text, { colour: STYLES[role].colour, strong });
  }
}

/** Names of level and sloping rules, along the line inside the plot. */
export function layInnerNames(plot: Plot): void {
  const { top, bottom } = plot.area;
  for (const rule of plot.spec.rules ?? []) {
    if (rule.axis === 'x' || rule.text === undefined) continue;
    const boxes = rule.axis === 'diagonal' ? alongDiagonal(plot, rule, rule.text) : alongLevel(plot, rule, rule.text);
    const inside = boxes.filter((box) => box.top >= top - 5 && box.top + TEXT_HEIGHT <= bottom + 2);
    plot.writeIn(inside, rule.text, { colour: STYLES[rule.role].colour });
  }
}

function alongDiagonal(plot: Plot, rule: RuleSpec, text: string): Box[] {
  const { left, right, bottom } = plot.area;
  return [0.08, 0.04, 0.14, 0.2, 0.3, 0.55, 0.65, 0.75].map((share) => {
    const x = left + share * (right - left);
    const y = plot.y(rule.at + plot.scales.x.value(x));
    return plot.textBox(text, x + 14, Math.min(y + 4, bottom - 9));
  });
}

function alongLevel(plot: Plot, rule: RuleSpec, text: string): Box[] {
  const { left, right } = plot.area;
  const y = plot.y(rule.at);
  if (!plot.showsY(y)) return [];
  const ends = [['start', left + 5] as const, ['end', right - 4] as const];
  if (rule.side !== 'left') ends.reverse();
  // With data at both ends, the name goes somewhere between them.
  const between = [0.25, 0.5, 0.75].map((share) => ['middle', left + share * (right - left)] as const);
  const offsets = rule.below ? [10, -9] : [-9, 10];
  return [...ends, ...between].flatMap(([anchor, x]) =>
    offsets.map((offset) => plot.textBox(text, x, y + offset, anchor)),
  );
}

import type { RuleSpec } from '../../engine/contract/figure';
import type { Box } from '../../figures/layout/labelSpace';
import { STYLES } from '../../figures/layout/style';
import { roleColour } from './colours';
import { fromAxis } from './coordinates';
import { titleRow } from './frame';
import { TEXT_HEIGHT } from './pen';
import type { Plot } from './plot';

/** The straight lines across the plot. A named upright one reaches up to its name. */
export function paintRules(plot: Plot): void {
  const { context, area } = plot;
  for (const rule of plot.spec.rules ?? []) {
    context.save();
    if (rule.axis === 'diagonal') {
      context.beginPath();
      context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      context.clip();
    }
    context.beginPath();
    trace(plot, rule);
    // Level, the chosen lambda is only carried over from the upright rule: thin and dotted.
    const carried = rule.role === 'chosen' && rule.axis === 'y';
    context.setLineDash(carried ? [1.5, 2] : [...STYLES[rule.role].dash]);
    context.lineWidth = carried ? 1 : STYLES[rule.role].width;
    context.strokeStyle = roleColour(plot.theme, rule.role);
    context.stroke();
    context.restore();
  }
}

function trace(plot: Plot, rule: RuleSpec): void {
  const { context, area, chart, spec } = plot;
  const between = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  if (rule.axis === 'diagonal') {
    for (const x of [chart.scales.x.min, chart.scales.x.max]) {
      context.lineTo(chart.scales.x.getPixelForValue(x), plot.y(fromAxis(spec.x, x) + rule.at));
    }
  } else if (rule.axis === 'x') {
    const x = Math.round(plot.x(rule.at)) + 0.5;
    if (!plot.showsX(x)) return;
    const top = area.top - (rule.text === undefined ? 0 : 8);
    context.moveTo(x, rule.to === undefined ? top : between(plot.y(rule.to), area.top, area.bottom));
    context.lineTo(x, rule.from === undefined ? area.bottom : between(plot.y(rule.from), area.top, area.bottom));
    plot.space.avoidLine([
      { x, y: area.top },
      { x, y: area.bottom },
    ]);
  } else {
    const y = Math.round(plot.y(rule.at)) + 0.5;
    if (!plot.showsY(y)) return;
    context.moveTo(rule.from === undefined ? area.left : between(plot.x(rule.from), area.left, area.right), y);
    context.lineTo(rule.to === undefined ? area.right : between(plot.x(rule.to), area.left, area.right), y);
    plot.space.avoidLine([
      { x: area.left, y },
      { x: area.right, y },
    ]);
  }
}

/** Names of upright rules, in the row above the plot: the chosen one first, the others beside it. */
export function paintUprightNames(plot: Plot): void {
  const { chart } = plot;
  const row = titleRow(plot);
  const titleEnd = plot.spec.y.title === '' ? 0 : plot.textWidth(plot.spec.y.title) + 12;
  const named = (plot.spec.rules ?? []).filter((rule) => rule.axis === 'x' && rule.text !== undefined);
  named.sort((a, b) => Number(b.role === 'chosen') - Number(a.role === 'chosen'));
  for (const rule of named) {
    const x = plot.x(rule.at);
    if (!plot.showsX(x) || rule.text === undefined) continue;
    const strong = rule.role === 'chosen';
    const width = plot.textWidth(rule.text, strong);
    const centred = Math.max(titleEnd, Math.min(x - width / 2, chart.width - width - 2));
    const lefts = [centred, x + 8, x - 8 - width, x + 24, x - 24 - width, x + 44, x - 44 - width];
    const boxes = lefts.map((left) => plot.textBox(rule.text ?? '', left, row, strong));
    plot.writeIn(boxes, rule.text, roleColour(plot.theme, rule.role), strong);
  }
}

/** Names of level and sloping rules, along the line inside the plot. */
export function paintInnerNames(plot: Plot): void {
  const { area } = plot;
  for (const rule of plot.spec.rules ?? []) {
    if (rule.axis === 'x' || rule.text === undefined) continue;
    const boxes = rule.axis === 'diagonal' ? alongDiagonal(plot, rule, rule.text) : alongLevel(plot, rule, rule.text);
    const inside = boxes.filter((box) => box.top >= area.top - 5 && box.top + TEXT_HEIGHT <= area.bottom + 2);
    plot.writeIn(inside, rule.text, roleColour(plot.theme, rule.role));
  }
}

function alongDiagonal(plot: Plot, rule: RuleSpec, text: string): Box[] {
  const { area, spec, chart } = plot;
  return [0.08, 0.04, 0.14, 0.2, 0.3, 0.55, 0.65, 0.75].map((share) => {
    const x = area.left + share * (area.right - area.left);
    const y = plot.y(rule.at + fromAxis(spec.x, chart.scales.x.getValueForPixel(x) ?? 0));
    return plot.textBox(text, x + 14, Math.min(y + 4, area.bottom - 9));
  });
}

function alongLevel(plot: Plot, rule: RuleSpec, text: string): Box[] {
  const { area } = plot;
  const y = plot.y(rule.at);
  if (!plot.showsY(y)) return [];
  const left = area.left + 5;
  const right = area.right - 4 - plot.textWidth(text);
  const sides = rule.side === 'left' ? [left, right] : [right, left];
  const offsets = rule.below ? [10, -9] : [-9, 10];
  return sides.flatMap((side) => offsets.map((offset) => plot.textBox(text, side, y + offset)));
}

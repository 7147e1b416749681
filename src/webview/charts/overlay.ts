import type { Chart } from 'chart.js';
import type { FigureSpec, MarkSpec, RuleSpec, SeriesSpec } from '../../engine/contract/figure';
import { formatTick } from '../../engine/figures/ticks';
import { STYLES } from '../../engine/figures/style';
import type { Theme } from '../theme';
import { spaced, TICK_ROW } from './axes';
import { roleColour } from './colours';
import { fromAxis, toAxis } from './coordinates';
import { type Box, LabelSpace, spread } from './labelLayout';
import { drawMark, fontOf, MARK_RADIUS, TEXT_HEIGHT, writeText } from './pen';

type Align = 'left' | 'center' | 'right';

/**
 * What lies over the lines: the axes' titles and second ticks, rules, marks, and every text. Texts are placed in the order
 * of their weight, and one that finds no free place is left out rather than written over another.
 */
export class Overlay {
  private readonly space: LabelSpace;

  constructor(
    private readonly chart: Chart,
    private readonly spec: FigureSpec,
    private readonly theme: Theme,
  ) {
    this.space = new LabelSpace({ left: 0, top: 0, width: chart.width, height: chart.height });
  }

  paint(): void {
    const { ctx: context } = this.chart;
    context.save();
    const titleEnd = this.titles();
    for (const rule of this.spec.rules) this.ruleLine(rule);
    for (const mark of this.spec.marks) this.markShape(mark);
    this.ruleTexts(titleEnd);
    this.endLabels();
    for (const mark of this.spec.marks) this.markText(mark);
    for (const series of this.spec.series) this.seriesText(series);
    for (const rule of this.spec.rules) if (rule.axis !== 'x') this.ruleTextInside(rule);
    context.restore();
  }

  private get area() {
    return this.chart.chartArea;
  }

  private pixelX(value: number): number {
    return this.chart.scales.x.getPixelForValue(toAxis(this.spec.x, value));
  }

  private pixelY(value: number): number {
    return this.chart.scales.y.getPixelForValue(toAxis(this.spec.y, value));
  }

  private width(text: string, strong = false): number {
    this.chart.ctx.font = fontOf(this.theme, strong);
    return Math.ceil(this.chart.ctx.measureText(text).width);
  }

  private write(text: string, left: number, y: number, colour: string, strong = false): void {
    writeText(this.chart.ctx, this.theme, { text, left, y, colour, strong });
  }

  /** The titles of both axes, the gutter's names and the second row of ticks. Returns where the y title ends. */
  private titles(): number {
    const { spec, theme, area, chart } = this;
    let end = 0;
    if (spec.y.title !== '') {
      this.write(spec.y.title, 2, area.top - 16, theme.muted);
      end = 2 + this.width(spec.y.title) + 10;
    }
    const row = area.bottom + TICK_ROW / 2;
    const gutter = (name: string, y: number) => this.write(name, area.left - 8 - this.width(name), y, theme.muted);
    if (spec.x.gutter !== undefined) gutter(spec.x.gutter, row);
    const { second } = spec.x;
    if (second) {
      const y = row + TICK_ROW;
      gutter(second.gutter, y);
      const shift = toAxis(spec.x, second.factor);
      const scaled = { ...spec.x, domain: [spec.x.domain[0] * second.factor, spec.x.domain[1] * second.factor] as const };
      for (const tick of spaced(scaled, area.right - area.left, 56)) {
        const position = spec.x.scale === 'log' ? tick - shift : tick / second.factor;
        const x = chart.scales.x.getPixelForValue(position);
        const text = formatTick(spec.x, fromAxis(spec.x, tick));
        const left = x - this.width(text) / 2;
        if (left < area.left + 2 || left + this.width(text) > chart.width) continue;
        this.write(text, left, y, theme.muted);
      }
    }
    if (spec.x.title !== '') {
      const y = row + (second ? 2 * TICK_ROW - 6 : TICK_ROW - 4);
      this.write(spec.x.title, area.right - this.width(spec.x.title), y, theme.muted);
    }
    return end;
  }

  private ruleLine(rule: RuleSpec): void {
    const { area, chart, spec } = this;
    const context = chart.ctx;
        context.strokeStyle = roleColour(this.theme, rule.role);
    context.lineWidth = rule.role === 'chosen' && rule.axis === 'x' ? 1.75 : 1;
    // Level, the chosen lambda is only carried over from the upright rule: dotted.
    const dash = rule.role === 'chosen' && rule.axis === 'y' ? [1.5, 2] : STYLES[rule.role].dash;
    context.setLineDash([...dash]);
    context.beginPath();
    if (rule.axis === 'diagonal') {
      context.save();
      context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      context.clip();
      context.beginPath();
      const { min, max } = chart.scales.x;
      for (const x of [min, max]) {
        context.lineTo(chart.scales.x.getPixelForValue(x), this.pixelY(rule.at * fromAxis(spec.x, x)));
      }
      context.stroke();
      context.restore();
      return;
    }
    if (rule.axis === 'x') {
      const x = Math.round(this.pixelX(rule.at)) + 0.5;
      if (!(x >= area.left - 1 && x <= area.right + 1)) return;
      const top = rule.to === undefined ? area.top - (rule.text === undefined ? 0 : 8) : this.clampY(rule.to);
      context.moveTo(x, top);
      context.lineTo(x, rule.from === undefined ? area.bottom : this.clampY(rule.from));
    } else {
      const y = Math.round(this.pixelY(rule.at)) + 0.5;
      if (!(y >= area.top - 1 && y <= area.bottom + 1)) return;
      context.moveTo(rule.from === undefined ? area.left : this.clampX(rule.from), y);
      context.lineTo(rule.to === undefined ? area.right : this.clampX(rule.to), y);
    }
    context.stroke();
    context.setLineDash([]);
  }

  private clampX(value: number): number {
    return Math.min(this.area.right, Math.max(this.area.left, this.pixelX(value)));
  }

  private clampY(value: number): number {
    return Math.min(this.area.bottom, Math.max(this.area.top, this.pixelY(value)));
  }

  /** Names of the upright rules, in the row of the y title: moved aside when they meet, the chosen one first. */
  private ruleTexts(titleEnd: number): void {
    const { area, chart } = this;
    const row = area.top - 16;
    if (titleEnd > 0) this.space.take({ left: 0, top: row - 7, width: titleEnd - 10, height: TEXT_HEIGHT });
    const upright = this.spec.rules.filter((rule) => rule.axis === 'x' && rule.text !== undefined);
    upright.sort((a, b) => Number(b.role === 'chosen') - Number(a.role === 'chosen'));
    for (const rule of upright) {
      const text = rule.text ?? '';
      const x = this.pixelX(rule.at);
      if (!(x >= area.left - 1 && x <= area.right + 1)) continue;
      const strong = rule.role === 'chosen';
      const width = this.width(text, strong);
      const at = (left: number): Box => ({ left, top: row - 7, width, height: TEXT_HEIGHT });
      const centred = Math.max(titleEnd, Math.min(x - width / 2, chart.width - width - 2));
      const box = this.space.place([at(centred), at(x + 8), at(x - 8 - width), at(x + 14), at(x - 14 - width)]);
      if (box) this.write(text, box.left, row, roleColour(this.theme, rule.role), strong);
    }
  }

  /** Lines are named at their right end, 14 px apart; one that leaves the plot earlier is named where it leaves. */
  private endLabels(): void {
    const { area, chart, spec, theme } = this;
    const ends: { text: string; y: number; colour: string }[] = [];
    for (const series of spec.series) {
      if (series.label?.at !== 'end' || series.kind === 'band') continue;
      const last = this.lastVisible(series);
      if (!last) continue;
      const { text } = series.label;
      const colour = roleColour(theme, series.role);
      if (last.x > area.right - 0.03 * (area.right - area.left)) {
        ends.push({ text, colour, y: last.y });
        continue;
      }
      const width = this.width(text);
      const y = Math.min(area.bottom - 8, Math.max(area.top + 8, last.y));
      const at = (left: number, top: number): Box => ({ left, top: top - 7, width, height: TEXT_HEIGHT });
      const right = last.x + 8 + width < area.right ? [at(last.x + 8, y - 6), at(last.x + 8, y)] : [];
      const box = this.space.place([...right, at(last.x - 8 - width, y), at(last.x - 8 - width, y - 14)]);
      if (box) this.write(text, box.left, box.top + 7, colour);
    }
    const heights = spread(ends.map((end) => end.y), TEXT_HEIGHT, area.top + 4, area.bottom - 4);
    ends.forEach(({ text, colour }, i) => {
      const left = Math.min(area.right + 6, chart.width - this.width(text) - 1);
      this.space.take({ left, top: heights[i] - 7, width: this.width(text), height: TEXT_HEIGHT });
      this.write(text, left, heights[i], colour);
    });
  }

  private lastVisible(series: SeriesSpec): { readonly x: number; readonly y: number } | undefined {
    const { area } = this;
    for (let i = series.x.length - 1; i >= 0; i--) {
      const x = this.pixelX(series.x[i]);
      const y = this.pixelY(series.y[i]);
      if (x <= area.right + 1 && x >= area.left && y >= area.top - 1 && y <= area.bottom + 1) return { x, y };
    }
    return undefined;
  }

  private markShape(mark: MarkSpec): void {
    const { x, y, visible } = this.markAt(mark);
    if (!visible) return;
    drawMark(this.chart.ctx, this.theme, mark.shape, x, y, roleColour(this.theme, mark.role));
    const r = MARK_RADIUS;
    this.space.take({ left: x - r, top: y - r, width: 2 * r, height: 2 * r });
  }

  private markText(mark: MarkSpec): void {
    const { x, y, visible } = this.markAt(mark);
    if (visible && mark.text !== undefined) this.textNear(mark.text, x, y, roleColour(this.theme, mark.role), mark);
  }

  private markAt(mark: MarkSpec) {
    const { area } = this;
    const x = this.pixelX(mark.x);
    const y = this.pixelY(mark.y);
    return { x, y, visible: x >= area.left - 1 && x <= area.right + 1 && y >= area.top - 1 && y <= area.bottom + 1 };
  }

  /** A label near a point of a series' x, offset as the figure asks. */
  private seriesText(series: SeriesSpec): void {
    const { label } = series;
    if (!label || label.at === 'end' || series.x.length === 0) return;
    const wanted = toAxis(this.spec.x, label.at);
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < series.x.length; i++) {
      const distance = Math.abs(toAxis(this.spec.x, series.x[i]) - wanted);
      if (distance < least && Number.isFinite(toAxis(this.spec.y, series.y[i]))) {
        nearest = i;
        least = distance;
      }
    }
    const x = this.pixelX(series.x[nearest]);
    const y = this.pixelY(series.y[nearest]);
    if (y < this.area.top - 1 || y > this.area.bottom + 1) return;
    this.textNear(label.text, x, y, roleColour(this.theme, series.role), label);
  }

  /** First where the figure wants it, then on the other sides of the point. */
  private textNear(
    text: string,
    x: number,
    y: number,
    colour: string,
    wish: { readonly dx?: number; readonly dy?: number; readonly align?: Align },
  ): void {
    const width = this.width(text);
    const at = (align: Align, dx: number, dy: number): Box => {
      const left = align === 'left' ? x + dx : align === 'right' ? x + dx - width : x + dx - width / 2;
      return { left, top: y + dy - TEXT_HEIGHT / 2, width, height: TEXT_HEIGHT };
    };
    const wished = at(wish.align ?? 'left', wish.dx ?? 8, wish.dy ?? 0);
    const others = [at('left', 9, 0), at('right', -9, 0), at('center', 0, -14), at('center', 0, 14), at('left', 9, -12), at('left', 9, 12), at('right', -9, -12), at('right', -9, 12)];
    const inPlot = [wished, ...others].filter((box) => box.left > this.area.left && box.top >= this.area.top - 4 && box.top + TEXT_HEIGHT <= this.area.bottom);
    const box = this.space.place(inPlot);
    if (box) this.write(text, box.left, box.top + TEXT_HEIGHT / 2, colour);
  }

  /** Names of level and sloping rules, on the line inside the plot. */
  private ruleTextInside(rule: RuleSpec): void {
    if (rule.text === undefined) return;
    const { area } = this;
    const width = this.width(rule.text);
    const at = (left: number, y: number): Box => ({ left, top: y - TEXT_HEIGHT / 2, width, height: TEXT_HEIGHT });
    const boxes: Box[] = [];
    if (rule.axis === 'diagonal') {
      for (const share of [0.08, 0.02, 0.6, 0.75]) {
        const x = area.left + share * (area.right - area.left);
        const value = fromAxis(this.spec.x, this.chart.scales.x.getValueForPixel(x) ?? 0);
        const y = this.pixelY(rule.at * value);
        boxes.push(at(x + 14, Math.min(y + 4, area.bottom - 9)));
      }
    } else {
      const y = this.pixelY(rule.at);
      if (!(y >= area.top - 1 && y <= area.bottom + 1)) return;
      const left = area.left + 5;
      const right = area.right - 4 - width;
      const sides = rule.side === 'left' ? [left, right] : [right, left];
      const offsets = rule.below ? [10, -9] : [-9, 10];
      for (const side of sides) for (const offset of offsets) boxes.push(at(side, y + offset));
    }
    const box = this.space.place(boxes.filter((b) => b.top >= area.top - 5 && b.top + TEXT_HEIGHT <= area.bottom + 2));
    if (box) this.write(rule.text, box.left, box.top + TEXT_HEIGHT / 2, roleColour(this.theme, rule.role));
  }
}

import type { Chart, ChartArea } from 'chart.js';
import type { FigureSpec } from '../../engine/contract/figure';
import { type Box, LabelSpace } from '../../figures/layout/labelSpace';
import type { Theme } from '../theme';
import { toAxis } from './coordinates';
import { fontOf, TEXT_HEIGHT, writeText } from './pen';

export type Align = 'left' | 'center' | 'right';

/** A figure while it is painted: from values to pixels, and the space in which its texts find their places. */
export class Plot {
  readonly space: LabelSpace;

  constructor(
    readonly chart: Chart,
    readonly spec: FigureSpec,
    readonly theme: Theme,
  ) {
    this.space = new LabelSpace({ left: 0, top: 0, width: chart.width, height: chart.height });
  }

  get context(): CanvasRenderingContext2D {
    return this.chart.ctx;
  }

  get area(): ChartArea {
    return this.chart.chartArea;
  }

  x(value: number): number {
    return this.chart.scales.x.getPixelForValue(toAxis(this.spec.x, value));
  }

  y(value: number): number {
    return this.chart.scales.y.getPixelForValue(toAxis(this.spec.y, value));
  }

  /** False for what lies outside the plot, and for what is no number. */
  shows(x: number, y: number): boolean {
    return this.showsX(x) && this.showsY(y);
  }

  showsX(x: number): boolean {
    return x >= this.area.left - 1 && x <= this.area.right + 1;
  }

  showsY(y: number): boolean {
    return y >= this.area.top - 1 && y <= this.area.bottom + 1;
  }

  textWidth(text: string, strong = false): number {
    this.context.font = fontOf(this.theme, strong);
    return Math.ceil(this.context.measureText(text).width);
  }

  /** The box of a text whose left edge and middle are given. */
  textBox(text: string, left: number, middle: number, strong = false): Box {
    return { left, top: middle - TEXT_HEIGHT / 2, width: this.textWidth(text, strong), height: TEXT_HEIGHT };
  }

  write(text: string, left: number, middle: number, colour: string, strong = false): void {
    writeText(this.context, this.theme, { text, left, y: middle, colour, strong });
  }

  /** Writes at the first free box, or the one that covers least of the lines; nowhere when none is free. */
  writeIn(boxes: readonly Box[], text: string, colour: string, strong = false): void {
    const box = this.space.place(boxes);
    if (box) this.write(text, box.left, box.top + TEXT_HEIGHT / 2, colour, strong);
  }
}

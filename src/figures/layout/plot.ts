import type { FigureSpec } from '../../engine/contract/figure';
import { type Box, LabelSpace } from './labelSpace';
import { type Scale, scaleOf } from './scale';
import {
  type Anchor,
  type Area,
  type Colour,
  type Runs,
  rectangle,
  type Shape,
  TEXT_HEIGHT,
  type TextMeasure,
} from './shapes';

/** The sheet that a figure is laid out on. */
export interface PlotSheet {
  readonly width: number;
  readonly height: number;
  readonly measure: TextMeasure;
  /** Strengthens elements that are otherwise pale, and tells series apart without colour. */
  readonly highContrast: boolean;
  /** Without the titles of the axes, for small figures that stand beside each other. */
  readonly bare?: boolean;
}

interface Writing {
  readonly colour: Colour;
  readonly strong?: boolean;
  readonly halo?: Colour;
}

/** A figure while it is laid out: from values to pixels, the shapes so far, and where texts find their places. */
export class Plot {
  readonly shapes: Shape[] = [];
  readonly space: LabelSpace;
  /** A pixel more than the plot: a line along its edge keeps its width. */
  readonly clip: Runs;
  readonly scales: { readonly x: Scale; readonly y: Scale };

  constructor(
    readonly spec: FigureSpec,
    readonly sheet: PlotSheet,
    readonly area: Area,
  ) {
    const { left, right, top, bottom } = area;
    this.space = new LabelSpace({ left: 0, top: 0, width: sheet.width, height: sheet.height });
    this.clip = [rectangle({ left: left - 1, right: right + 1, top: top - 1, bottom: bottom + 1 })];
    this.scales = { x: scaleOf(spec.x, left, right), y: scaleOf(spec.y, bottom, top) };
  }

  x(value: number): number {
    return this.scales.x.pixel(value);
  }

  y(value: number): number {
    return this.scales.y.pixel(value);
  }

  /** False for places outside the plot, and for values that are no numbers. */
  shows(x: number, y: number): boolean {
    return this.showsX(x) && this.showsY(y);
  }

  showsX(x: number): boolean {
    return x >= this.area.left - 1 && x <= this.area.right + 1;
  }

  showsY(y: number): boolean {
    return y >= this.area.top - 1 && y <= this.area.bottom + 1;
  }

  /** Middle of the row above the plot: the title of y, and the names of upright rules. */
  get titleRow(): number {
    return this.area.top - 16;
  }

  add(...shapes: readonly Shape[]): void {
    this.shapes.push(...shapes);
  }

  textWidth(text: string, strong = false): number {
    return Math.ceil(this.sheet.measure(text, strong));
  }

  /** The box of a text that stands at `x` with its left edge, its middle or its right edge, centred on `y`. */
  textBox(text: string, x: number, y: number, anchor: Anchor = 'start', strong = false): Box {
    const width = this.textWidth(text, strong);
    return { left: x - shift(anchor) * width, top: y - TEXT_HEIGHT / 2, width, height: TEXT_HEIGHT, anchor };
  }

  /** Writes in a box of `textBox`, whatever else is there. */
  write(box: Box, text: string, how: Writing): void {
    this.space.take(box);
    this.put(box, text, how);
  }

  /** Writes at the first free box, or the one that covers least of the lines; nowhere when none is free. */
  writeIn(boxes: readonly Box[], text: string, how: Writing): void {
    const box = this.space.place(boxes);
    if (box) this.put(box, text, how);
  }

  private put(box: Box, text: string, { colour, strong = false, halo = 'background' }: Writing): void {
    const { left, top, width, anchor = 'start' } = box;
    const x = left + shift(anchor) * width;
    this.add({ kind: 'text', text, x, y: top + TEXT_HEIGHT / 2, anchor, colour, strong, halo });
  }
}

function shift(anchor: Anchor): number {
  return anchor === 'start' ? 0 : anchor === 'middle' ? 0.5 : 1;
}

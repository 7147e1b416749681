import type { Rectangle } from '../../engine/contract/figure';
import type { Area } from '../../figures/layout/shapes';
import { el } from '../element';
import type { FigureChart } from './figureChart';

/** The pixels that the pointer has to move before it draws instead of clicking; and one step of the arrow keys. */
const DRAG = 4;
const STEP = 8;

/**
 * A rectangle over the plot that selects rows: drawn with the pointer, or set, moved and sized with the keyboard. It is
 * stored in values of the axes, so that it stays with the points whatever the size of the figure.
 */
export class Brush {
  /** As large as the plot; takes the focus and lets the pointer through. */
  readonly element: HTMLElement;
  private readonly frame = el('div.selection');
  private rectangle: Rectangle | undefined;
  private dragged = false;

  constructor(
    private readonly box: HTMLElement,
    private readonly chart: () => FigureChart | undefined,
    private readonly changed: (rectangle: Rectangle | undefined) => void,
  ) {
    this.element = el(
      'div.brush',
      {
        tabindex: 0,
        role: 'application',
        'aria-roledescription': 'selection of rows',
        'aria-label':
          'Select rows by a rectangle: Enter places it in the middle, arrow keys move it, Shift with arrow keys resizes it, Escape removes it.',
      },
      this.frame,
    );
    this.element.addEventListener('keydown', (event) => this.key(event));
    box.addEventListener('pointerdown', this.begin);
    // A click that ends a drag does not count: it would open the row below it.
    box.addEventListener('click', this.swallow, true);
  }

  destroy(): void {
    this.box.removeEventListener('pointerdown', this.begin);
    this.box.removeEventListener('click', this.swallow, true);
    this.element.remove();
  }

  show(rectangle: Rectangle | undefined): void {
    this.rectangle = rectangle;
    this.place();
  }

  /** Follows the plot: after every drawing of the chart. */
  place(): void {
    const chart = this.chart();
    if (!chart) return;
    const { left, top, right, bottom } = chart.area;
    lay(this.element, { left, top, right, bottom });
    this.frame.hidden = this.rectangle === undefined;
    if (!this.rectangle) return;
    const pixels = inside(this.pixels(chart, this.rectangle), chart.area);
    lay(this.frame, {
      left: pixels.left - left,
      top: pixels.top - top,
      right: pixels.right - left,
      bottom: pixels.bottom - top,
    });
  }

  private pixels(chart: FigureChart, { x, y }: Rectangle): Area {
    const [left, bottom] = chart.placeOf(x[0], y[0]);
    const [right, top] = chart.placeOf(x[1], y[1]);
    return { left, top, right, bottom };
  }

  private choose(chart: FigureChart, pixels: Area): void {
    const { left, top, right, bottom } = inside(pixels, chart.area);
    const [x0, y0] = chart.valuesAt(left, bottom);
    const [x1, y1] = chart.valuesAt(right, top);
    this.show({ x: [x0, x1], y: [y0, y1] });
    this.changed(this.rectangle);
  }

  private clear(): void {
    this.show(undefined);
    this.changed(undefined);
  }

  private readonly begin = (event: PointerEvent): void => {
    const chart = this.chart();
    if (!chart || event.button !== 0) return;
    const from = this.at(event);
    const { left, top, right, bottom } = chart.area;
    if (from.x < left || from.x > right || from.y < top || from.y > bottom) return;
    this.dragged = false;
    const move = (pointer: PointerEvent) => {
      const to = this.at(pointer);
      this.dragged ||= Math.hypot(to.x - from.x, to.y - from.y) > DRAG;
      if (!this.dragged) return;
      this.choose(chart, {
        left: Math.min(from.x, to.x),
        right: Math.max(from.x, to.x),
        top: Math.min(from.y, to.y),
        bottom: Math.max(from.y, to.y),
      });
    };
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };

  private readonly swallow = (event: MouseEvent): void => {
    if (!this.dragged) return;
    this.dragged = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  };

  private at(event: PointerEvent): { readonly x: number; readonly y: number } {
    const { left, top } = this.box.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  private key(event: KeyboardEvent): void {
    const chart = this.chart();
    if (!chart) return;
    const { left, top, right, bottom } = chart.area;
    if (event.key === 'Escape' || event.key === 'Delete') {
      if (this.rectangle) this.clear();
    } else if (event.key === 'Enter' || event.key === ' ') {
      const [third, height] = [(right - left) / 3, (bottom - top) / 3];
      if (!this.rectangle)
        this.choose(chart, { left: left + third, right: right - third, top: top + height, bottom: bottom - height });
    } else {
      const step = STEPS[event.key];
      if (!step || !this.rectangle) return;
      const pixels = inside(this.pixels(chart, this.rectangle), chart.area);
      this.choose(chart, event.shiftKey ? resized(pixels, step) : translated(pixels, step, chart.area));
    }
    event.preventDefault();
  }
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Moves the right and the lower edge, never past the others. */
function resized({ left, top, right, bottom }: Area, [dx, dy]: readonly [number, number]): Area {
  return { left, top, right: Math.max(left + STEP, right + dx), bottom: Math.max(top + STEP, bottom + dy) };
}

/** Moves the complete rectangle, up to the edges of the plot. */
function translated({ left, top, right, bottom }: Area, [dx, dy]: readonly [number, number], area: Area): Area {
  const x = Math.min(area.right - right, Math.max(area.left - left, dx));
  const y = Math.min(area.bottom - bottom, Math.max(area.top - top, dy));
  return { left: left + x, right: right + x, top: top + y, bottom: bottom + y };
}

function inside({ left, top, right, bottom }: Area, area: Area): Area {
  const across = (v: number) => Math.min(area.right, Math.max(area.left, v));
  const up = (v: number) => Math.min(area.bottom, Math.max(area.top, v));
  return { left: across(left), top: up(top), right: across(right), bottom: up(bottom) };
}

/** Puts an element over a rectangle of the plot. */
export function lay({ style }: HTMLElement, { left, top, right, bottom }: Area): void {
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${right - left}px`;
  style.height = `${bottom - top}px`;
}

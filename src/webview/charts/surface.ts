import type { FigureSpec, SurfaceSpec } from '../../engine/contract/figure';
import { mix } from '../../figures/layout/colour';
import { type DataPoint, surfaceShape } from '../../figures/layout/contours';
import type { Box } from '../../figures/layout/labelSpace';
import { cellEdges, LINE_DASHES, stepOf, stepShare } from '../../figures/layout/surfaceColours';
import { levelText } from '../../figures/svg/surface';
import type { Theme } from '../theme';
import { TEXT_HEIGHT, writeText } from './pen';
import type { Plot } from './plot';

/** Width of the legend's swatches, and the room left of them, in pixels. */
const SWATCH = 10;
const LEGEND_GAP = 10;

/** What the legend of a map needs right of the plot. */
export function legendRoom(context: CanvasRenderingContext2D, { surface }: FigureSpec): number {
  if (surface === undefined || surface.cells !== undefined || surface.levels.length === 0) return 0;
  const widths = surface.levels.map((level) => context.measureText(levelText(surface, level)).width);
  return LEGEND_GAP + SWATCH + 6 + Math.ceil(Math.max(...widths));
}

/** Opaque, so that steps that overlap show no seams. */
function stepColour(theme: Theme, surface: SurfaceSpec, step: number): string {
  return mix(theme.blue, theme.background, stepShare(surface, step));
}

/** A map painted once for one size and theme; while only markers move over it, the picture is copied. */
export class SurfacePainter {
  private picture: HTMLCanvasElement | undefined;
  private key = '';
  private values: ArrayLike<number> | undefined;

  paint(plot: Plot, surface: SurfaceSpec): void {
    const { chart, theme } = plot;
    const ratio = chart.currentDevicePixelRatio;
    const { area } = plot;
    const key = [
      chart.width,
      chart.height,
      ratio,
      area.left,
      area.right,
      area.top,
      area.bottom,
      theme.background,
      theme.blue,
    ].join();
    if (this.picture === undefined || key !== this.key || this.values !== surface.values) {
      this.picture ??= document.createElement('canvas');
      this.picture.width = Math.max(1, Math.round(chart.width * ratio));
      this.picture.height = Math.max(1, Math.round(chart.height * ratio));
      const context = this.picture.getContext('2d');
      if (!context) return;
      context.scale(ratio, ratio);
      if (surface.cells === undefined) paintSteps(context, plot, surface);
      else paintCells(context, plot, surface);
      this.key = key;
      this.values = surface.values;
    }
    plot.context.drawImage(this.picture, 0, 0, chart.width, chart.height);
  }
}

function paintSteps(context: CanvasRenderingContext2D, plot: Plot, surface: SurfaceSpec): void {
  const { theme, area } = plot;
  const shape = surfaceShape(plot.spec, surface);
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
  context.clip();
  context.save();
  context.clip(pathOf(plot, shape.outline, true));
  context.fillStyle = stepColour(theme, surface, 0);
  context.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
  shape.steps.forEach((rings, s) => {
    context.fillStyle = stepColour(theme, surface, s + 1);
    context.fill(pathOf(plot, rings, true), 'evenodd');
  });
  context.restore();
  context.strokeStyle = theme.foreground;
  context.globalAlpha = theme.highContrast ? 0.9 : 0.45;
  context.lineWidth = 1;
  shape.lines.forEach((pieces, s) => {
    context.setLineDash(theme.highContrast ? [...LINE_DASHES[s % LINE_DASHES.length]] : []);
    context.stroke(pathOf(plot, pieces, false));
  });
  context.restore();
}

function pathOf(plot: Plot, rings: readonly (readonly DataPoint[])[], closed: boolean): Path2D {
  const path = new Path2D();
  for (const ring of rings) {
    ring.forEach(([x, y], i) => {
      if (i === 0) path.moveTo(plot.x(x), plot.y(y));
      else path.lineTo(plot.x(x), plot.y(y));
    });
    if (closed) path.closePath();
  }
  return path;
}

function paintCells(context: CanvasRenderingContext2D, plot: Plot, surface: SurfaceSpec): void {
  const { theme } = plot;
  context.strokeStyle = theme.axis;
  context.lineWidth = theme.highContrast ? 1 : 0.5;
  forCells(plot, surface, (box, at) => {
    context.fillStyle = stepColour(theme, surface, stepOf(surface, surface.values[at]));
    context.fillRect(box.left, box.top, box.width, box.height);
    context.strokeRect(box.left, box.top, box.width, box.height);
  });
}

/** Texts on a map: those of its cells, or its levels along the lines and in the legend beside the plot. */
export function paintSurfaceTexts(plot: Plot, surface: SurfaceSpec): void {
  if (surface.cells !== undefined) {
    const { cells } = surface;
    forCells(plot, surface, (box, at) => {
      const width = plot.textWidth(cells[at]);
      if (width > box.width || box.height < TEXT_HEIGHT) return;
      const colour = stepColour(plot.theme, surface, stepOf(surface, surface.values[at]));
      write(
        plot,
        cells[at],
        box.left + (box.width - width) / 2,
        box.top + box.height / 2,
        colour,
        plot.theme.foreground,
      );
    });
    return;
  }
  paintLegend(plot, surface);
  const { area } = plot;
  const roomy = (box: Box) =>
    box.left > area.left + 2 &&
    box.left + box.width < area.right - 2 &&
    box.top > area.top + 2 &&
    box.top + TEXT_HEIGHT < area.bottom - 2;
  surfaceShape(plot.spec, surface).lines.forEach((pieces, s) => {
    const longest = pieces.reduce<readonly DataPoint[]>((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length < 2) return;
    const text = levelText(surface, surface.levels[s]);
    const width = plot.textWidth(text);
    // A third along, so that the levels of nested lines do not all want the same place.
    const boxes = [0.5, 0.35, 0.65, 0.2, 0.8]
      .map((part) => longest[Math.min(longest.length - 1, Math.round(part * (longest.length - 1)))])
      .map(([x, y]) => plot.textBox(text, plot.x(x) - width / 2, plot.y(y)))
      .filter(roomy);
    const box = plot.space.place(boxes);
    if (!box) return;
    const halo = mix(plot.theme.blue, plot.theme.background, (stepShare(surface, s) + stepShare(surface, s + 1)) / 2);
    write(plot, text, box.left, box.top + TEXT_HEIGHT / 2, halo, plot.theme.foreground);
  });
}

/** Steps stacked from the lowest up, the levels between them. */
function paintLegend(plot: Plot, surface: SurfaceSpec): void {
  const { context, area, theme } = plot;
  const steps = surface.levels.length + 1;
  const height = Math.min(22, (area.bottom - area.top) / steps);
  const left = area.right + LEGEND_GAP;
  context.save();
  context.setLineDash([]);
  context.lineWidth = theme.highContrast ? 1 : 0.5;
  context.strokeStyle = theme.axis;
  for (let s = 0; s < steps; s++) {
    const top = area.bottom - (s + 1) * height;
    context.fillStyle = stepColour(theme, surface, s);
    context.fillRect(left, top, SWATCH, height);
    context.strokeRect(left, top, SWATCH, height);
  }
  context.restore();
  if (height < TEXT_HEIGHT - 2) return;
  surface.levels.forEach((level, s) => {
    const text = levelText(surface, level);
    const middle = area.bottom - (s + 1) * height;
    plot.space.take(plot.textBox(text, left + SWATCH + 4, middle));
    plot.write(text, left + SWATCH + 4, middle, theme.muted);
  });
}

function forCells(plot: Plot, surface: SurfaceSpec, act: (box: Box, at: number) => void): void {
  const columns = surface.x.length;
  for (let j = 0; j < surface.y.length; j++)
    for (let i = 0; i < columns; i++) {
      const [x0, x1] = cellEdges(surface.x, i).map((v) => plot.x(v));
      const [y1, y0] = cellEdges(surface.y, j).map((v) => plot.y(v));
      act({ left: x0 + 1, top: y0 + 1, width: x1 - x0 - 2, height: y1 - y0 - 2 }, j * columns + i);
    }
}

function write(plot: Plot, text: string, left: number, y: number, halo: string, colour: string): void {
  writeText(plot.context, { ...plot.theme, background: halo }, { text, left, y, colour });
}

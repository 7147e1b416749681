import type { FigureSpec, SurfaceSpec } from '../../engine/contract/figure';
import { type DataPoint, surfaceShape } from './contours';
import type { Box } from './labelSpace';
import type { Plot } from './plot';
import { type Area, type Colour, type Runs, rectangle, type Shape, TEXT_HEIGHT, type TextMeasure } from './shapes';
import { formatTick } from './ticks';

/** Width of the legend's swatches, and the room left of them, in pixels. */
const SWATCH = 10;
const LEGEND_GAP = 10;

/** The room right of the plot that the legend of a map needs: none for cells, which carry their values. */
export function stepsRoom({ surface }: FigureSpec, measure: TextMeasure): number {
  if (surface === undefined || surface.cells !== undefined || surface.levels.length === 0) return 0;
  const widths = surface.levels.map((level) => measure(levelText(surface, level), false));
  return LEGEND_GAP + SWATCH + 6 + Math.ceil(Math.max(...widths));
}

/** Opaque, so that steps that overlap show no seams. */
function stepColour(surface: SurfaceSpec, step: number): Colour {
  return { blue: stepShare(surface, step) };
}

/** The map below everything else: its cells, or its steps of colour and the lines between them. */
export function mapShapes(plot: Plot): readonly Shape[] {
  const { surface } = plot.spec;
  if (surface === undefined) return [];
  return surface.cells === undefined ? stepShapes(plot, surface) : cellShapes(plot, surface);
}

function stepShapes(plot: Plot, surface: SurfaceSpec): Shape[] {
  const shape = surfaceShape(plot.spec, surface);
  const runs = (rings: readonly (readonly DataPoint[])[]): Runs =>
    rings.map((ring) => ring.flatMap(([x, y]) => [plot.x(x), plot.y(y)]));
  const clip = runs(shape.outline);
  const step = (rings: Runs, s: number): Shape => ({
    kind: 'path',
    runs: rings,
    closed: true,
    fill: { colour: stepColour(surface, s) },
    clip,
  });
  const { highContrast } = plot.sheet;
  return [
    step(clip, 0),
    ...shape.steps.map((rings, s) => step(runs(rings), s + 1)),
    ...shape.lines.map(
      (pieces, s): Shape => ({
        kind: 'path',
        runs: runs(pieces),
        stroke: {
          colour: 'text',
          width: 1,
          opacity: highContrast ? 0.9 : 0.45,
          dash: highContrast ? LINE_DASHES[s % LINE_DASHES.length] : [],
        },
        clip: plot.clip,
      }),
    ),
  ];
}

function cellShapes(plot: Plot, surface: SurfaceSpec): Shape[] {
  return cellAreas(plot, surface).map((area, at) => swatch(plot, surface, stepOf(surface, surface.values[at]), area));
}

/** A rectangle in the colour of a step, with a thin rim. */
function swatch({ sheet }: Plot, surface: SurfaceSpec, step: number, area: Area): Shape {
  return {
    kind: 'path',
    runs: [rectangle(area)],
    closed: true,
    fill: { colour: stepColour(surface, step) },
    stroke: { colour: 'axis', width: sheet.highContrast ? 1 : 0.5 },
  };
}

/** Texts on a map: those of its cells, or its levels along the lines and in the legend beside the plot. */
export function layMapTexts(plot: Plot): void {
  const { surface } = plot.spec;
  if (surface === undefined) return;
  if (surface.cells !== undefined) layCellTexts(plot, surface, surface.cells);
  else {
    laySteps(plot, surface);
    layLevels(plot, surface);
  }
}

function layCellTexts(plot: Plot, surface: SurfaceSpec, texts: readonly string[]): void {
  cellAreas(plot, surface).forEach(({ left, right, top, bottom }, at) => {
    const box = plot.textBox(texts[at], (left + right) / 2, (top + bottom) / 2, 'middle');
    if (box.width > right - left || bottom - top < TEXT_HEIGHT) return;
    plot.write(box, texts[at], { colour: 'text', halo: stepColour(surface, stepOf(surface, surface.values[at])) });
  });
}

function layLevels(plot: Plot, surface: SurfaceSpec): void {
  const { left, right, top, bottom } = plot.area;
  const roomy = (box: Box) =>
    box.left > left + 2 && box.left + box.width < right - 2 && box.top > top + 2 && box.top + TEXT_HEIGHT < bottom - 2;
  surfaceShape(plot.spec, surface).lines.forEach((pieces, s) => {
    const longest = pieces.reduce<readonly DataPoint[]>((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length < 2) return;
    const text = levelText(surface, surface.levels[s]);
    // Along other parts too, so that the levels of nested lines do not all want the same place.
    const boxes = [0.5, 0.35, 0.65, 0.2, 0.8]
      .map((part) => longest[Math.min(longest.length - 1, Math.round(part * (longest.length - 1)))])
      .map(([x, y]) => plot.textBox(text, plot.x(x), plot.y(y), 'middle'));
    const halo = { blue: (stepShare(surface, s) + stepShare(surface, s + 1)) / 2 };
    plot.writeIn(boxes.filter(roomy), text, { colour: 'text', halo });
  });
}

/** Steps stacked from the lowest up, the levels between them. */
function laySteps(plot: Plot, surface: SurfaceSpec): void {
  const { right, top, bottom } = plot.area;
  const steps = surface.levels.length + 1;
  const height = Math.min(22, (bottom - top) / steps);
  const left = right + LEGEND_GAP;
  for (let s = 0; s < steps; s++) {
    const foot = bottom - s * height;
    plot.add(swatch(plot, surface, s, { left, right: left + SWATCH, top: foot - height, bottom: foot }));
  }
  if (height < TEXT_HEIGHT - 2) return;
  surface.levels.forEach((level, s) => {
    const text = levelText(surface, level);
    const box = plot.textBox(text, left + SWATCH + 4, bottom - (s + 1) * height);
    plot.write(box, text, { colour: 'muted' });
  });
}

/** The areas of the cells, in the order of their values, a pixel inside their edges. */
function cellAreas(plot: Plot, { x, y }: SurfaceSpec): Area[] {
  const columns = Array.from(x, (_, i) => cellEdges(x, i).map((v) => plot.x(v)));
  const rows = Array.from(y, (_, j) => cellEdges(y, j).map((v) => plot.y(v)));
  return rows.flatMap(([low, high]) =>
    columns.map(([left, right]) => ({ left: left + 1, right: right - 1, top: high + 1, bottom: low - 1 })),
  );
}

/** A level as the legend and the lines carry it. */
function levelText(surface: SurfaceSpec, level: number): string {
  const axis = { title: '', scale: 'log', domain: [level, level], format: surface.format } as const;
  return formatTick(axis, surface.format === 'plain' ? Number(level.toPrecision(3)) : level);
}

/** The least and the largest fraction of the map's colour in a step, 0…1; the rest is the background. */
const PALEST = 0.05;
const STRONGEST = 0.72;

/**
 * Fraction of the map's colour in step s of levels.length + 1. Maps are of errors, so that the lowest step is the
 * strongest; in tables of cells the highest is.
 */
export function stepShare(surface: SurfaceSpec, step: number): number {
  const steps = surface.levels.length;
  if (steps === 0) return PALEST;
  const t = surface.cells === undefined ? 1 - step / steps : step / steps;
  return PALEST + (STRONGEST - PALEST) * t;
}

/** The step that a value lies in: the number of levels that it reaches. NaN is in none. */
export function stepOf({ levels }: SurfaceSpec, value: number): number {
  let step = 0;
  while (step < levels.length && value >= levels[step]) step++;
  return step;
}

/** Dashes of the lines between steps: told apart without colour where contrast is high. */
const LINE_DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [9, 3, 2, 3]];

/** Places of the corners of cell i on its axis: halfway to the neighbours, and as far beyond the ends. */
function cellEdges(places: ArrayLike<number>, i: number): [number, number] {
  const last = places.length - 1;
  const half = (a: number, b: number) => (places[b] - places[a]) / 2;
  const before = i > 0 ? half(i - 1, i) : last > 0 ? half(0, 1) : 0.5;
  const after = i < last ? half(i, i + 1) : last > 0 ? half(last - 1, last) : 0.5;
  return [places[i] - before, places[i] + after];
}

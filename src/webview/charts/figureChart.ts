import { Chart, type ChartConfiguration, type ChartEvent, type TooltipItem } from 'chart.js';
import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { type Layout, layoutFigure } from '../../figures/layout/figure';
import { dots, type PlacedPoint } from '../../figures/layout/series';
import { type Area, colourOf, type DotsShape, type Pixel, TEXT_HEIGHT } from '../../figures/layout/shapes';
import { STYLES } from '../../figures/layout/style';
import type { Theme } from '../theme';
import { canvasMeasure, MapPicture, paintShapes } from './paint';
import { paintReading, tooltipLines, tooltipStyle, tooltipTitle } from './tooltip';

interface ChartSettings {
  /** Called with a line of the file when a person chooses a point that has one. */
  readonly openLine?: (line: number) => void;
  /** Called with the values under a click in a figure that offers a choice. */
  readonly choose?: (x: number, y: number) => void;
  /** Called with the index of one of the figure's options. */
  readonly take?: (option: number) => void;
  /** True to draw without the titles of the axes, for small figures beside each other. */
  readonly bare?: boolean;
  /** Called whenever the chart has been drawn: elements that lie over it may have to follow. */
  readonly drawn?: () => void;
}

type Drawn = Chart<'line', PlacedPoint[]>;

/**
 * One FigureSpec on one canvas. The picture comes from the figure's layout; chart.js follows the size of the box and
 * the pointer, for which it knows the placed points: its scales are the pixels of the plot, and it draws nothing but
 * the tooltip. `update` changes the figure in place.
 */
export class FigureChart {
  private readonly chart: Drawn;
  private layout: Layout;
  /** True while chart.js does not know the points that are drawn. */
  private behind = false;
  private readonly map = new MapPicture();
  /** The position of the pointer over a map. */
  private hover: Pixel | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    private spec: FigureSpec,
    private readonly theme: Theme,
    private readonly settings: ChartSettings = {},
  ) {
    const { clientWidth: width, clientHeight: height } = canvas.parentElement ?? canvas;
    const { highContrast } = theme;
    const measure = canvasMeasure(theme);
    this.layout = layoutFigure(spec, { width, height, measure, highContrast, bare: settings.bare });
    this.chart = new Chart(canvas, this.configuration());
  }

  /** The plot's rectangle on the canvas, in pixels. */
  get area(): Area {
    return this.layout.area;
  }

  /** Every text on the canvas with the rectangle that it takes, in pixels. */
  get texts(): readonly { readonly text: string; readonly area: Area }[] {
    const { shapes, sheet } = this.layout;
    return shapes.flatMap((shape) => {
      if (shape.kind !== 'text') return [];
      const { text, x, y, anchor, strong = false } = shape;
      const width = sheet.measure(text, strong);
      const left = x - (anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width);
      return [{ text, area: { left, right: left + width, top: y - TEXT_HEIGHT / 2, bottom: y + TEXT_HEIGHT / 2 } }];
    });
  }

  /** The values at a place on the canvas, in pixels. */
  valuesAt(x: number, y: number): readonly [number, number] {
    const { scales } = this.layout;
    return [scales.x.value(x), scales.y.value(y)];
  }

  /** The place of a pair of values on the canvas, in pixels. */
  placeOf(x: number, y: number): readonly [number, number] {
    const { scales } = this.layout;
    return [scales.x.pixel(x), scales.y.pixel(y)];
  }

  update(spec: FigureSpec): void {
    this.spec = spec;
    this.arrange(this.chart);
    this.behind = true;
    if (this.chart.getActiveElements().length > 0) this.catchUp();
    else this.chart.draw();
  }

  /**
   * chart.js needs the points only for the pointer: it gets them when the pointer comes, and not at each step of a
   * drag.
   */
  private catchUp(): void {
    if (!this.behind) return;
    this.behind = false;
    this.chart.update('none');
  }

  destroy(): void {
    this.chart.destroy();
  }

  /** Lays the figure out at the chart's size, and passes its points to the chart. */
  private arrange(chart: Chart): void {
    const { width, height, data } = chart as Drawn;
    const { spec, sheet } = this.layout;
    if (spec !== this.spec || sheet.width !== width || sheet.height !== height)
      this.layout = layoutFigure(this.spec, { ...sheet, width, height }, this.layout);
    const { series } = this.layout;
    data.datasets.length = series.length;
    series.forEach(({ series: { kind }, points }, place) => {
      data.datasets[place] ??= { data: [], parsing: false, normalized: true };
      Object.assign(data.datasets[place], { data: points, showLine: kind === 'line' });
    });
  }

  private configuration(): ChartConfiguration<'line', PlacedPoint[]> {
    const { theme, settings } = this;
    return {
      type: 'line',
      data: { datasets: [] },
      options: {
        animation: false,
        maintainAspectRatio: false,
        events: ['mousemove', 'mouseout', 'click', 'touchstart', 'touchmove'],
        layout: { autoPadding: false, padding: ({ chart }) => this.padding(chart as Chart) },
        interaction: { mode: 'column', intersect: false },
        scales: {
          x: this.pixels(({ left, right }) => [left, right]),
          y: { ...this.pixels(({ top, bottom }) => [top, bottom]), reverse: true },
        },
        onHover: (event) => {
          const target = event.native?.target;
          const inside = this.within(event);
          if (target instanceof HTMLCanvasElement)
            target.style.cursor =
              (this.optionAt(event) ?? this.lineAt(event)) !== undefined
                ? 'pointer'
                : inside && this.canChoose
                  ? 'crosshair'
                  : '';
          this.point(inside);
        },
        onClick: (event) => {
          const option = this.optionAt(event);
          const line = this.lineAt(event);
          const at = this.within(event);
          if (option !== undefined) settings.take?.(option);
          else if (line !== undefined) settings.openLine?.(line);
          else if (at && this.canChoose) settings.choose?.(...this.valuesAt(at.x, at.y));
        },
        plugins: {
          legend: { display: false },
          tooltip: {
            ...tooltipStyle(theme),
            filter: (item) => this.seriesOf(item).name !== '',
            itemSort: (a, b) => a.datasetIndex - b.datasetIndex,
            // A single point needs no key to its colour.
            displayColors: () => this.spec.series.some(({ kind, name }) => kind === 'line' && name !== ''),
            callbacks: {
              title: ([item]) => (item ? tooltipTitle(this.spec, this.seriesOf(item), indexOf(item)) : ''),
              label: (item) => tooltipLines(this.spec, this.seriesOf(item), indexOf(item)),
              labelColor: (item) => {
                const colour = colourOf(theme, STYLES[this.seriesOf(item).role].colour);
                return { borderColor: colour, backgroundColor: colour };
              },
            },
          },
        },
      },
      plugins: [
        {
          id: 'figure',
          beforeUpdate: (chart) => this.arrange(chart as Chart),
          beforeEvent: () => this.catchUp(),
          beforeDatasetsDraw: (chart) => {
            this.paint(chart as Chart);
            return false;
          },
          afterEvent: (_chart, { event }) => {
            if (event.type === 'mouseout') this.point(undefined);
          },
        },
      ],
    };
  }

  /** Scales of chart.js in pixels of the plot, without ticks. */
  private pixels(ends: (area: Area) => readonly [number, number]) {
    return {
      type: 'linear' as const,
      display: false,
      bounds: 'data' as const,
      afterDataLimits: (scale: { min: number; max: number }) => {
        [scale.min, scale.max] = ends(this.layout.area);
      },
      afterBuildTicks: (scale: { ticks: unknown[] }) => {
        scale.ticks = [];
      },
    };
  }

  private padding({ width, height }: Chart) {
    const { left, right, top, bottom } = this.layout.area;
    return { left, right: width - right, top, bottom: height - bottom };
  }

  private paint(chart: Chart): void {
    const { theme, layout } = this;
    const { ctx: context } = chart;
    this.map.paint(context, layout, theme, chart.currentDevicePixelRatio);
    paintShapes(context, layout.shapes, theme);
    for (const { datasetIndex, index } of chart.getActiveElements()) {
      const { series, points } = layout.series[datasetIndex];
      if (series.kind === 'points') paintShapes(context, [this.pointedAt(series, points[index])], theme);
    }
    if (this.hover && this.spec.surface) paintReading(context, layout, this.spec.surface, theme, this.hover);
    this.settings.drawn?.();
  }

  /** The point under the pointer: larger, and opaque. */
  private pointedAt(series: SeriesSpec, point: PlacedPoint): DotsShape {
    const shape = dots(this.layout, series, [point]);
    const { radius, fill } = shape;
    return { ...shape, radius: Math.max(4, radius + 1), ...(fill && { fill: { colour: fill.colour } }) };
  }

  /** The position of the pointer in the plot; undefined outside. */
  private within({ x, y }: ChartEvent): Pixel | undefined {
    const { left, right, top, bottom } = this.layout.area;
    return x !== null && y !== null && x >= left && x <= right && y >= top && y <= bottom ? { x, y } : undefined;
  }

  private get canChoose(): boolean {
    return this.spec.pick !== undefined && this.settings.choose !== undefined;
  }

  /** Follows the pointer over a map, whose values are not points. */
  private point(at: Pixel | undefined): void {
    if (this.spec.surface === undefined || (at === undefined && this.hover === undefined)) return;
    this.hover = at;
    this.chart.draw();
  }

  private seriesOf(item: TooltipItem<'line'>): SeriesSpec {
    return this.layout.series[item.datasetIndex].series;
  }

  /** The file line of the point or mark under the pointer. */
  private lineAt(event: ChartEvent): number | undefined {
    if (!this.settings.openLine) return undefined;
    const { series, scales } = this.layout;
    const places: Place[] = [];
    for (const { series: of, points } of series)
      if (of.lines) for (const { index, x, y } of points) places.push([of.lines[index], x, y]);
    for (const { line, x, y } of this.spec.marks ?? []) places.push([line, scales.x.pixel(x), scales.y.pixel(y)]);
    return nearest(event, places, 9);
  }

  /** The option under the pointer. */
  private optionAt(event: ChartEvent): number | undefined {
    const { options } = this.spec;
    if (!options || !this.settings.take) return undefined;
    const { scales } = this.layout;
    const places = options.map(({ x, y }, i): Place => [i, scales.x.pixel(x), scales.y.pixel(y)]);
    return nearest(event, places, 16);
  }
}

/** An item, and its place on the canvas in pixels. */
type Place = readonly [of: number | undefined, x: number, y: number];

/** The item nearest to the pointer, closer than `reach` pixels. */
function nearest({ x, y }: ChartEvent, places: readonly Place[], reach: number): number | undefined {
  if (x === null || y === null) return undefined;
  let least = reach;
  let found: number | undefined;
  for (const [of, px, py] of places) {
    const distance = Math.hypot(px - x, py - y);
    if (of === undefined || !(distance < least)) continue;
    least = distance;
    found = of;
  }
  return found;
}

function indexOf(item: TooltipItem<'line'>): number {
  return (item.raw as PlacedPoint).index;
}

import { Chart, type ChartConfiguration, type TooltipItem } from 'chart.js';
import type { AxisSpec, FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import type { Theme } from '../theme';
import { type Margins, TICK_ROW, xScale, yScale } from './axes';
import { paintBackdrop } from './backdrop';
import { fromAxis, type Point, toAxis } from './coordinates';
import { type Drawn, datasetOf, type IndexedPoint, seriesPoints } from './datasets';
import { keyRoom } from './legend';
import { paintOverlay } from './overlay';
import { type Area, fontOf } from './pen';
import { Plot } from './plot';
import { paintReading, pointIn } from './reading';
import { drawnOf, reachesEnd, sameData, sameShape } from './sameShape';
import { legendRoom, SurfacePainter } from './surface';
import { tooltipStyle } from './tooltip';
import { tooltipLines, tooltipTitle } from './tooltipText';

const indexOf = (item: TooltipItem<'line'>): number => (item.raw as IndexedPoint).index;

export interface ChartSettings {
  /** Asked for a line of the file when a person chooses a point that has one. */
  readonly openLine?: (line: number) => void;
  /** Asked for the values under a click in a figure that offers a choice. */
  readonly choose?: (x: number, y: number) => void;
  /** Without the titles of the axes, for small figures that stand beside each other. */
  readonly bare?: boolean;
  /** Told whenever the chart has been drawn: what stands over it may have to follow. */
  readonly drawn?: () => void;
  /** A picture of fixed size in device pixels per CSS pixel, instead of a chart that follows its box. */
  readonly picture?: { readonly ratio: number };
}

/** One FigureSpec on one canvas. `update` changes it in place: same plot, no animation, limits as the spec says. */
export class FigureChart {
  private readonly chart: Chart<'line', Drawn['data']>;
  /** The spec's indices of the series that chart.js draws, in the order of its datasets. */
  private drawn: readonly number[];
  private readonly map = new SurfacePainter();
  /** Where the pointer is over a map, in axis coordinates. */
  private hover: Point | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    private spec: FigureSpec,
    private readonly theme: Theme,
    private readonly settings: ChartSettings = {},
  ) {
    this.drawn = drawnOf(spec);
    this.chart = new Chart(canvas, this.configuration());
  }

  get figure(): FigureSpec {
    return this.spec;
  }

  /** The plot's rectangle on the canvas, in pixels. */
  get area(): Area {
    const { left, right, top, bottom } = this.chart.chartArea;
    return { left, right, top, bottom };
  }

  /** The values at a place on the canvas, in pixels. */
  valuesAt(x: number, y: number): readonly [number, number] {
    const { scales } = this.chart;
    return [
      fromAxis(this.spec.x, scales.x.getValueForPixel(x) ?? Number.NaN),
      fromAxis(this.spec.y, scales.y.getValueForPixel(y) ?? Number.NaN),
    ];
  }

  /** Where values stand on the canvas, in pixels. */
  placeOf(x: number, y: number): readonly [number, number] {
    const { scales } = this.chart;
    return [scales.x.getPixelForValue(toAxis(this.spec.x, x)), scales.y.getPixelForValue(toAxis(this.spec.y, y))];
  }

  /** Returns false when the figure has another shape than the one on the canvas and needs a new chart. */
  update(spec: FigureSpec): boolean {
    const drawn = drawnOf(spec);
    if (!sameShape(this.spec, spec)) return false;
    const before = this.spec;
    this.spec = spec;
    this.drawn = drawn;
    const along = this.setLimits('x', before.x, spec.x);
    const up = this.setLimits('y', before.y, spec.y);
    const rescaled = along || up;
    drawn.forEach((index, place) => {
      const series = spec.series[index];
      if (!rescaled && sameData(before.series[index], series)) return;
      this.chart.data.datasets[place].data = seriesPoints(spec, series, this.plotWidth);
      if (rescaled) return;
      // Limits and layout stand still during a drag: only this series' points take their new places.
      const { controller } = this.chart.getDatasetMeta(place);
      controller.buildOrUpdateElements();
      controller.update('none');
    });
    if (rescaled) this.chart.update('none');
    else this.chart.draw();
    return true;
  }

  destroy(): void {
    this.chart.destroy();
  }

  private get plotWidth(): number {
    return this.chart?.chartArea ? this.chart.chartArea.right - this.chart.chartArea.left : 400;
  }

  private setLimits(which: 'x' | 'y', before: AxisSpec, axis: AxisSpec): boolean {
    if (before.domain[0] === axis.domain[0] && before.domain[1] === axis.domain[1]) return false;
    const options = this.chart.options.scales?.[which];
    if (options) Object.assign(options, { min: toAxis(axis, axis.domain[0]), max: toAxis(axis, axis.domain[1]) });
    return true;
  }

  private configuration(): ChartConfiguration<'line', Drawn['data']> {
    const { spec, theme, settings } = this;
    const current = () => this.spec;
    const margins = (chart: Chart) => this.margins(chart);
    return {
      type: 'line',
      data: {
        datasets: this.drawn.map((index, order) => datasetOf(spec, spec.series[index], order, theme, this.plotWidth)),
      },
      options: {
        animation: false,
        responsive: settings.picture === undefined,
        maintainAspectRatio: false,
        devicePixelRatio: settings.picture?.ratio,
        events: settings.picture ? [] : ['mousemove', 'mouseout', 'click', 'touchstart', 'touchmove'],
        layout: { padding: ({ chart }) => ({ ...margins(chart), left: 0 }) },
        interaction: { mode: 'column', intersect: false },
        scales: { x: xScale(current, theme, margins), y: yScale(current, theme, margins) },
        onHover: (event, _active, chart) => {
          const target = event.native?.target;
          const inside = pointIn(chart as Chart, event);
          if (target instanceof HTMLCanvasElement) {
            const line = this.lineAt(chart as Chart, event.x, event.y);
            target.style.cursor = line !== undefined ? 'pointer' : inside && this.canChoose ? 'crosshair' : '';
          }
          this.point(chart as Chart, inside);
        },
        onClick: (event, _active, chart) => {
          const line = this.lineAt(chart as Chart, event.x, event.y);
          if (line !== undefined) settings.openLine?.(line);
          const at = pointIn(chart as Chart, event);
          if (line === undefined && at && this.canChoose)
            settings.choose?.(fromAxis(this.spec.x, at.x), fromAxis(this.spec.y, at.y));
        },
        plugins: {
          legend: { display: false },
          tooltip: {
            ...tooltipStyle(theme),
            filter: (item) => this.seriesOf(item).name !== '',
            itemSort: (a, b) => a.datasetIndex - b.datasetIndex,
            // A single point needs no key to its colour.
            displayColors: spec.series.some((series) => series.kind === 'line' && series.name !== ''),
            callbacks: {
              title: ([item]) => (item ? tooltipTitle(this.spec, this.seriesOf(item), indexOf(item)) : ''),
              label: (item) => tooltipLines(this.spec, this.seriesOf(item), indexOf(item)),
              labelColor: (item) => {
                const colour = String(
                  item.dataset.borderColor ?? item.dataset.pointBackgroundColor ?? theme.foreground,
                );
                return { borderColor: colour, backgroundColor: colour };
              },
            },
          },
        },
      },
      plugins: [
        {
          id: 'figure',
          beforeDraw: (chart) => {
            // Every label saves, sets and restores the font: set beforehand, it is parsed once instead of each time.
            chart.ctx.font = fontOf(theme);
          },
          beforeDatasetsDraw: (chart) => {
            const { surface } = this.spec;
            if (surface) this.map.paint(new Plot(chart as Chart, this.spec, theme), surface);
            paintBackdrop(chart as Chart, this.spec, theme);
          },
          afterDatasetsDraw: (chart) => {
            paintOverlay(chart as Chart, this.spec, theme, settings.bare === true);
            if (this.hover && this.spec.surface)
              paintReading(chart as Chart, this.spec, this.spec.surface, theme, this.hover);
            settings.drawn?.();
          },
          afterEvent: (chart, { event }) => {
            if (event.type === 'mouseout') this.point(chart as Chart, undefined);
          },
        },
      ],
    };
  }

  private get canChoose(): boolean {
    return this.spec.pick !== undefined && this.settings.choose !== undefined;
  }

  /** Follows the pointer over a map, whose values no dataset holds. */
  private point(chart: Chart, at: Point | undefined): void {
    if (this.spec.surface === undefined || (at === undefined && this.hover === undefined)) return;
    this.hover = at;
    chart.draw();
  }

  /** Room for the title row, the second tick row, and the names at the right ends of lines. */
  private margins({ ctx: context, width }: Chart): Margins {
    const { spec, theme } = this;
    context.font = fontOf(theme);
    // The label of a tick at the very end of the axis is wider than a plain margin.
    let right = spec.x.scale === 'log' ? 16 : 10;
    for (const series of spec.series) {
      if (series.label?.at !== 'end' || !reachesEnd(spec, series)) continue;
      right = Math.max(right, Math.ceil(context.measureText(series.label.text).width) + 8);
    }
    right = Math.max(right, legendRoom(context, spec), keyRoom(context, spec, width));
    const named = this.settings.bare !== true;
    const titled =
      (named && spec.y.title !== '') || spec.rules?.some((rule) => rule.axis === 'x' && rule.text !== undefined);
    // The second row of ticks and the title of x take the same room, so that plots beside each other end alike.
    const bottom = spec.x.second || (named && spec.x.title !== '') ? TICK_ROW - 2 : 2;
    return { top: titled ? 28 : 8, right, bottom };
  }

  private seriesOf(item: TooltipItem<'line'>): SeriesSpec {
    return this.spec.series[this.drawn[item.datasetIndex]];
  }

  /** The file line of the point or mark under the pointer. */
  private lineAt(chart: Chart, x: number | null, y: number | null): number | undefined {
    if (x === null || y === null || !this.settings.openLine) return undefined;
    let nearest = 9;
    let line: number | undefined;
    const consider = (at: number | undefined, px: number, py: number) => {
      const distance = Math.hypot(px - x, py - y);
      if (at === undefined || !(distance < nearest)) return;
      nearest = distance;
      line = at;
    };
    this.drawn.forEach((index, place) => {
      const { lines } = this.spec.series[index];
      if (!lines) return;
      const points = chart.data.datasets[place].data as unknown as readonly IndexedPoint[];
      chart.getDatasetMeta(place).data.forEach((element, i) => {
        consider(lines[points[i].index], element.x, element.y);
      });
    });
    for (const mark of this.spec.marks ?? []) {
      const px = chart.scales.x.getPixelForValue(toAxis(this.spec.x, mark.x));
      consider(mark.line, px, chart.scales.y.getPixelForValue(toAxis(this.spec.y, mark.y)));
    }
    return line;
  }
}

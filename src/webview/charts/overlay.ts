import type { Chart } from 'chart.js';
import type { FigureSpec } from '../../engine/contract/figure';
import type { Theme } from '../theme';
import { paintFrame } from './frame';
import { paintEndLabels, paintInnerLabels, paintMarks } from './labels';
import { paintKey } from './legend';
import { Plot } from './plot';
import { paintInnerNames, paintRules, paintUprightNames } from './rules';
import { paintSurfaceTexts } from './surface';

/**
 * What lies over the lines: the axes' titles and second ticks, rules, marks, and every text. Texts are placed in the order
 * of their weight, off the lines where they can, and one that finds no free place is left out rather than written over
 * another. `bare` leaves out the titles of the axes.
 */
export function paintOverlay(chart: Chart, spec: FigureSpec, theme: Theme, bare: boolean): void {
  const shown = bare ? { ...spec, x: { ...spec.x, title: '' }, y: { ...spec.y, title: '' } } : spec;
  const plot = new Plot(chart, shown, theme);
  plot.context.save();
  for (const meta of chart.getSortedVisibleDatasetMetas()) {
    const isLine = (chart.data.datasets[meta.index] as { showLine?: boolean }).showLine !== false;
    if (isLine) plot.space.avoidLine(meta.data);
    else plot.space.avoidPoints(meta.data);
  }
  paintFrame(plot);
  paintKey(plot);
  paintRules(plot);
  paintMarks(plot);
  paintUprightNames(plot);
  paintEndLabels(plot);
  paintInnerLabels(plot);
  paintInnerNames(plot);
  if (shown.surface) paintSurfaceTexts(plot, shown.surface);
  plot.context.restore();
}

import type { ColourScale, FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { toAxis } from './coordinates';
import { isDrawn } from './datasets';

/** The spec's indices of the series that chart.js draws. */
export function drawnOf(spec: FigureSpec): readonly number[] {
  return spec.series.flatMap((series, index) => (isDrawn(series) ? [index] : []));
}

/** Whether one chart can show both, one after the other. */
export function sameShape(a: FigureSpec, b: FigureSpec): boolean {
  return (
    a.id === b.id &&
    (a.surface === undefined) === (b.surface === undefined) &&
    a.x.scale === b.x.scale &&
    a.y.scale === b.y.scale &&
    a.series.length === b.series.length &&
    a.legend === b.legend &&
    sameScale(a.colours, b.colours) &&
    a.series.every((s, i) => sameLook(s, b.series[i]) && (!a.legend || s.name === b.series[i].name))
  );
}

function sameScale(a: ColourScale | undefined, b: ColourScale | undefined): boolean {
  return a?.name === b?.name && a?.domain[0] === b?.domain[0] && a?.domain[1] === b?.domain[1];
}

/** Colours, shapes and sizes of points are fixed when a chart is made. */
function sameLook(a: SeriesSpec, b: SeriesSpec): boolean {
  const same = a.kind === b.kind && a.role === b.role && a.faint === b.faint;
  return same && a.shape === b.shape && a.hollow === b.hollow && a.values === b.values;
}

export function sameData(a: SeriesSpec, b: SeriesSpec): boolean {
  return sameValues(a.x, b.x) && sameValues(a.y, b.y);
}

function sameValues(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** Whether a line ends within the last few percent of the x axis, so that its name belongs in the right margin. */
export function reachesEnd(spec: FigureSpec, series: SeriesSpec): boolean {
  const low = toAxis(spec.x, spec.x.domain[0]);
  const high = toAxis(spec.x, spec.x.domain[1]);
  const floor = toAxis(spec.y, spec.y.domain[0]);
  for (let i = series.x.length - 1; i >= 0; i--) {
    const y = toAxis(spec.y, series.y[i]);
    if (!Number.isFinite(y)) continue;
    return y >= floor && toAxis(spec.x, series.x[i]) > high - 0.03 * (high - low);
  }
  return false;
}

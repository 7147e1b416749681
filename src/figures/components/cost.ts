import type { ReconstructionCurve } from '../../engine/contract/components';
import type { FigureSpec, MarkSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { count, percent, plain } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import { axisSpec, pointSeries } from '../specs';
import { numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';
import type { ComponentsView } from './view';
import { FORMS, formLabel, formText } from './words';

export type Cost = 'seconds' | 'bytes';

const COSTS = {
  seconds: {
    id: 'components-seconds',
    title: 'Error against time',
    axis: 'seconds',
    of: ({ seconds }: ReconstructionCurve) => seconds,
  },
  bytes: {
    id: 'components-bytes',
    title: 'Error against memory',
    axis: 'megabytes',
    of: ({ bytes }: ReconstructionCurve) => bytes / 1e6,
  },
} as const;

/** Errors within this factor of the least are as good. */
const AS_GOOD = 1.05;

/**
 * T^l of each form at one l against the cost of its fit: the computational-statistical trade-off of NYPCA section 4.
 */
export function componentsCostFigure(view: ComponentsView, cost: Cost): FigureSpec | undefined {
  const points = pointsAt(view);
  if (points.length < 2) return undefined;
  const { id, title, axis, of } = COSTS[cost];
  const costs = points.map(({ curve }) => of(curve)).filter((v) => v > 0);
  const errors = points.map(({ error }) => error).filter((v) => v > 0);
  if (costs.length === 0 || errors.length === 0) return undefined;
  return {
    id,
    title,
    sentence: finding(view, cost),
    x: axisSpec(axis, 'log', roomy(costs), 'plain'),
    y: axisSpec(`T(${count(view.at)}), share of T(0)`, 'log', roomy(errors), 'plain'),
    series: Object.values(FORMS).map(({ name, role, shape }): SeriesSpec => {
      const ofForm = points.filter(({ curve }) => FORMS[curve.kind].name === name);
      const x = ofForm.map(({ curve }) => of(curve));
      return pointSeries(role, name, { x, y: ofForm.map(({ error }) => error) }, { shape, hollow: false });
    }),
    marks: points.map(
      ({ curve, error, fitted }): MarkSpec => ({
        shape: 'none',
        role: fitted ? 'chosen' : FORMS[curve.kind].role,
        x: of(curve),
        y: error,
        text: `${curve.kind === 'empirical' ? 'all' : count(curve.count)}${fitted ? ', this fit' : ''}`,
      }),
    ),
    legend: true,
    note: 'Numbers: landmarks or random features. Times are those of this computer.',
  };
}

interface CostPoint {
  readonly curve: ReconstructionCurve;
  readonly error: number;
  readonly fitted: boolean;
}

/** Errors in L², where all forms compare, as fractions of the error that the fit leaves without components. */
function pointsAt({ run, at }: ComponentsView): CostPoint[] {
  const [fit] = run.components.reconstruction;
  return run.components.reconstruction.flatMap((curve) => {
    const place = curve.components.indexOf(at);
    if (place < 0 || !(fit.l2[0] > 0)) return [];
    return [{ curve, error: curve.l2[place] / fit.l2[0], fitted: curve === fit }];
  });
}

/** Somewhat more than the values, so that no point lies on the frame. */
function roomy(values: readonly number[]): [number, number] {
  return [Math.min(...values) / 1.8, Math.max(...values) * 1.8];
}

function finding(view: ComponentsView, cost: Cost): Sentence {
  const points = pointsAt(view);
  const { of, axis } = COSTS[cost];
  const least = Math.min(...points.map(({ error }) => error));
  const good = points.filter(({ error }) => error <= least * AS_GOOD);
  const cheapest = good.reduce((a, b) => (of(b.curve) < of(a.curve) ? b : a));
  const dearest = points.reduce((a, b) => (of(b.curve) > of(a.curve) ? b : a));
  const text = (v: number) => `${plain(v, 2)} ${axis}`;
  const l = counted(view.at, 'component');
  const beside = dearest === cheapest ? '' : `; ${formText(dearest.curve)} take ${text(of(dearest.curve))}`;
  const within = good.length === 1 ? 'have the lowest error' : `are within ${percent(AS_GOOD - 1)} of the lowest error`;
  return sentence(`With ${l}, `, formText(cheapest.curve), ` ${within} at ${text(of(cheapest.curve))}${beside}.`);
}

/** Every form that was measured, the cheapest first. */
export function costTable(view: ComponentsView): TableSpec {
  const { run, at } = view;
  const [fit] = run.components.reconstruction;
  const shareOf = (values: Float64Array | undefined, unit: number | undefined, place: number) =>
    values && place >= 0 && unit !== undefined && unit > 0 ? plain(values[place] / unit, 2) : '–';
  const curves = [...run.components.reconstruction].sort((a, b) => a.seconds - b.seconds);
  const unitH = run.components.reconstruction.find(({ h }) => h !== undefined)?.h?.[0];
  const title = `Error, time and memory of each form with ${counted(at, 'component')}`;
  const column = (heading: string, cell: (curve: ReconstructionCurve, place: number) => string) =>
    numberColumn<ReconstructionCurve>(heading, (curve) => cell(curve, curve.components.indexOf(at)));
  return tableOf({ id: 'components-cost', title }, curves, [
    wordColumn('Form', (curve) => `${formLabel(curve)}${curve === fit ? ', this fit' : ''}`),
    column(`R(${count(at)})/R(0)`, ({ h }, place) => shareOf(h, unitH, place)),
    column(`T(${count(at)})/T(0)`, ({ l2 }, place) => shareOf(l2, fit.l2[0], place)),
    column('Seconds', ({ seconds }) => plain(seconds, 2)),
    column('Megabytes', ({ bytes }) => plain(bytes / 1e6, 2)),
  ]);
}

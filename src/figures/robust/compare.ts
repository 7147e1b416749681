import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { SUSPECT_SCALES } from '../../engine/statistics/suspects';
import { counted, sentence } from '../../engine/words/sentence';
import { beyondFrame } from '../layout/domains';
import { noted, pointSeries } from '../specs';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { BASELINE_LABEL, shortTitle, unmoved } from './strength';
import type { RobustView } from './view';

/** Observed against predicted, by the robust fit and by its ridge baseline. Absent for quantiles, whose fan says more. */
export function robustCompareFigure(view: RunView): FigureSpec | undefined {
  const { robust, facts, run } = view;
  if (robust === undefined || facts.robust === undefined || robust.fit.taus !== undefined) return undefined;
  const rows = comparedRows(view, robust);
  const domain = facts.frames().target;
  const axis = { scale: 'linear', domain, format: 'plain' } as const;
  const points = (role: 'main' | 'second' | 'outlier', name: string, x: Float64Array, at?: readonly number[]) => {
    const pick = (values: ArrayLike<number>) => (at ? at.map((j) => values[j]) : values);
    const series = pointSeries(
      role,
      name,
      { x: pick(x), y: pick(rows.observed) },
      { rows: pick(rows.rows), lines: pick(rows.lines) },
    );
    return series;
  };
  const name = shortTitle(run.method);
  const beyond = beyondFrame(rows.predicted, rows.observed, rows.lines, domain);
  return {
    id: 'robust-compare',
    title: rows.heldOut ? 'Held-out rows' : 'Training rows',
    sentence: finding(view, rows),
    x: { ...axis, title: `predicted ${run.target}` },
    y: { ...axis, title: `observed ${run.target}` },
    series: [
      points('second', BASELINE_LABEL, rows.squared),
      points('main', name, rows.predicted),
      points('outlier', `beyond ${SUSPECT_SCALES} robust scales`, rows.predicted, rows.far),
    ],
    marks: beyond.marks,
    rules: [{ axis: 'diagonal', at: 0, role: 'reference', text: 'observed = predicted' }],
    ...noted(
      'Small rings: ordinary ridge, same kernel.',
      rows.far.length > 0 && `Rings: rows beyond ${SUSPECT_SCALES} robust scales.`,
      beyond.note,
      unmoved(rows.live),
    ),
  };
}

interface ComparedRows {
  readonly heldOut: boolean;
  readonly live: boolean;
  readonly observed: Float64Array;
  readonly predicted: Float64Array;
  readonly squared: Float64Array;
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  /** Rows as far out as a suspect training row. */
  readonly far: readonly number[];
}

/** Held-out rows; the training rows when there are none. */
function comparedRows({ run }: RunView, robust: RobustView): ComparedRows {
  const { fit, heldOut, centre, scale } = robust;
  const baseline = fit.squared.holdout;
  const far = (errors: Float64Array) =>
    Array.from(errors.keys()).filter((j) => scale > 0 && Math.abs(errors[j] - centre) > SUSPECT_SCALES * scale);
  if (heldOut && run.holdout && baseline) {
    const { observed, rows, lines } = run.holdout;
    const { predicted, live } = heldOut;
    return {
      heldOut: true,
      live,
      observed,
      predicted,
      squared: baseline.predicted,
      rows,
      lines,
      far: far(observed.map((v, j) => v - predicted[j])),
    };
  }
  const predicted = robust.fitted[fit.middle];
  const { observed, rows, lines } = fit;
  return {
    heldOut: false,
    live: robust.live,
    observed,
    predicted,
    squared: fit.squared.fitted,
    rows,
    lines,
    far: far(robust.errors),
  };
}

function finding({ robust, run }: RunView, rows: ComparedRows): Sentence {
  const n = rows.observed.length;
  const format = formsOf(run).error.miss;
  if (rows.heldOut && robust?.heldOut) {
    const { mae } = robust.heldOut;
    const baselineMae = robust.fit.squared.holdout?.mae ?? Number.NaN;
    const where = `on ${counted(n, 'held-out row')}`;
    if (mae === 0 && baselineMae === 0) return sentence('Both fits predict ', 'exactly', ` ${where}.`);
    return sentence('Average error ', format(mae), ` ${where}; ordinary ridge, same kernel: ${format(baselineMae)}.`);
  }
  const half = (predicted: Float64Array) => {
    const sizes = predicted.map((v, j) => Math.abs(rows.observed[j] - v)).sort();
    return format(sizes[(sizes.length - 1) >> 1]);
  };
  return sentence(
    `Half of the ${counted(n, 'training row')} are within `,
    half(rows.predicted),
    ` of this fit, and within ${half(rows.squared)} of ordinary ridge.`,
  );
}

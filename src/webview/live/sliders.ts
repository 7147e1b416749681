import type { Axis, FilterSpec } from '../../engine/contract/filter';
import type { RunResult } from '../../engine/contract/run';
import { axisValue } from '../../engine/filters/anyFilter';
import { AXES } from '../../engine/filters/axes';
import { chosenBy } from '../../engine/words/methodWords';
import { fixed, percent, sci } from '../../engine/words/numbers';
import { classShown, fittedThreshold, thresholdPath } from '../../figures/fit/classView';
import { shortened } from '../../figures/fit/levelNames';
import { moveFilter } from '../../figures/view/axes';
import type { RunFacts } from '../../figures/view/facts';
import type { LivePath } from '../../figures/view/paths';
import type { RunView } from '../../figures/view/view';
import { axisText, sameValue, settingText } from '../../figures/words/filterWords';
import { AxisScale } from './axisScale';
import type { TrackMark } from './marks';
import type { Slider, Sliders } from './slider';
import { strengthSlider } from './strengthSlider';

/** The sliders of a run as it was fitted: its strength, or each axis of its filter and the threshold of two classes. */
export function slidersOf(view: RunView): Sliders {
  const { run, facts } = view;
  const { robust } = run;
  if (robust) {
    const { axis, values } = robust.path;
    return {
      sliders: [strengthSlider(robust, facts.n)],
      fitted: { filter: run.filter, at: robust.at },
      use: ({ at = robust.at }) => ({ type: 'useStrength', axis, value: values[at] }),
    };
  }
  const threshold = fittedThreshold(run);
  const axes = run.axes.map((axis) => axisSlider(view, axis));
  return {
    sliders:
      threshold === undefined
        ? axes
        : [...axes, thresholdSlider(shortened(classShown(view), view.run.classes?.levels), threshold)],
    fitted: { filter: run.filter },
    use: ({ filter, threshold: at = threshold }) => ({
      type: 'use',
      filter,
      ...(at !== threshold && { threshold: at }),
    }),
  };
}

/** Decades that an arrow key moves, and Page Up and Page Down. */
const STEP = 0.05;
const LEAP = 0.5;

/** One parameter of the filter. */
function axisSlider({ run, facts }: RunView, axis: Axis): Slider {
  const { sign, name, unit, integer } = AXES[axis];
  const { n } = facts;
  const [least, greatest] = facts.domains.get(axis) ?? [1, 10];
  const scale = new AxisScale(axis, least, greatest);
  const fitted = axisValue(run.filter, axis);
  const by = chosenBy(sign, run.parameters.find((p) => p.name === axis)?.rule ?? 'set');
  const total = axis === 'lambda';
  return {
    id: axis,
    sign,
    term: sign,
    unit,
    label: `${name}, ${integer ? 'whole numbers' : 'logarithmic'}`,
    fieldLabel: total ? 'lambda per sample' : name,
    ...(total && { n }),
    integer,
    // No step: the fitted value must stand exactly where it is.
    last: 1,
    step: 'any',
    position: (value) => scale.position(scale.clamped(value)),
    value: (position) => scale.value(position),
    typed: (number) => scale.clamped(number),
    shown: (value) => scale.clamped(value),
    keys: { step: STEP, leap: LEAP, moved: (value, by) => scale.moved(scale.clamped(value), by) },
    text: (value) => axisText(axis, value),
    spoken: (value) =>
      total ? `${sci(value)} per sample, n·λ ${sci(n * value)}` : settingText(axis, scale.clamped(value)),
    state: (value) => {
      if (!sameValue(axis, scale.clamped(value), scale.clamped(fitted)))
        return { text: `fitted at ${axisText(axis, scale.clamped(fitted))}` };
      // The first axis has room for the rule that chose its value.
      return { text: axis === run.axes[0] ? by : 'as fitted', title: by };
    },
    of: ({ filter }) => axisValue(filter, axis),
    into: (state, value) => ({ ...state, filter: moveFilter(run.axes, state.filter, axis, value) }),
    isFitted: (value) => sameValue(axis, value, fitted),
    scent: (view) => {
      const path = view.path(axis);
      return { values: path.values, error: path.loo.length > 0 ? path.loo : path.total, marks: marksOf(path) };
    },
  };
}

/**
 * The minimum of every estimate, and the most regular value within one standard error of the least fold error; the most
 * important first.
 */
function marksOf({ values, least, loo, cv, fitted }: LivePath): TrackMark[] {
  const folds = cv.length > 0 && fitted;
  return [
    ...(loo.length > 0 ? [{ text: 'LOO', value: values[least.loo] }] : []),
    ...(folds ? [{ text: '1 SE', value: values[least.oneStandardError] }] : []),
    ...(folds ? [{ text: 'CV', value: values[least.cv] }] : []),
    { text: 'GCV', value: values[least.gcv] },
    { text: 'risk', value: values[least.total] },
  ];
}

/** The ends of the threshold's range; neither is certainty. */
const LEAST = 0.01;
const GREATEST = 0.99;

/** A threshold within its range, rounded to hundredths, as a finer one cannot be set by hand. */
const clamped = (value: number) => Math.min(GREATEST, Math.max(LEAST, Math.round(value * 100) / 100));

/** The probability above which the second of two classes, `level`, is predicted, over the fraction of wrong rows. */
function thresholdSlider(level: string, fitted: number): Slider {
  return {
    id: 'threshold',
    sign: 'threshold',
    unit: `predicts ${level} above it`,
    label: `threshold of ${level}`,
    fieldLabel: 'threshold',
    integer: false,
    last: 1,
    step: 'any',
    position: (value) => Math.min(1, Math.max(0, (value - LEAST) / (GREATEST - LEAST))),
    value: (position) => clamped(LEAST + position * (GREATEST - LEAST)),
    typed: clamped,
    shown: (value) => value,
    keys: { step: 0.01, leap: 0.1, moved: (value, by) => clamped(value + by) },
    text: (value) => fixed(value, 2),
    spoken: (value) => `${level} is predicted above ${percent(value)}`,
    state: (value) => ({ text: value === fitted ? 'as fitted' : `fitted at ${fixed(fitted, 2)}` }),
    of: ({ threshold = fitted }) => threshold,
    into: ({ filter }, value) => ({ filter, ...(value !== fitted && { threshold: value }) }),
    isFitted: (value) => value === fitted,
    scent: (view) => {
      const path = thresholdPath(view);
      if (path === undefined) return undefined;
      const marks = [
        { text: 'fewest errors', value: path.values[path.least] },
        { text: '0.5', value: 0.5 },
      ];
      return { values: path.values, error: path.wrong, marks };
    },
  };
}

/** The filter with these values of its axes, each within the range of its slider. */
export function filterOfSlider(
  { run: { axes }, domains }: Pick<RunFacts, 'run' | 'domains'>,
  filter: FilterSpec,
  values: Partial<Record<Axis, number>>,
): FilterSpec {
  return axes.reduce((moved, axis) => {
    const value = values[axis];
    if (value === undefined) return moved;
    const [least, greatest] = domains.get(axis) ?? [value, value];
    return moveFilter(axes, moved, axis, Math.min(greatest, Math.max(least, value)));
  }, filter);
}

/**
 * A remembered filter applied to a run: the values of its sliders come from there, the rest from the fit; a filter of
 * another kind is ignored.
 */
export function fittingFilter(run: RunResult, remembered: FilterSpec | undefined): FilterSpec {
  if (remembered === undefined || remembered.kind !== run.filter.kind) return run.filter;
  return run.axes.reduce((filter, axis) => {
    const value = axisValue(remembered, axis);
    return value >= 0 && Number.isFinite(value) ? moveFilter(run.axes, filter, axis, value) : filter;
  }, run.filter);
}

/**
 * A remembered point on the path of a robust fit; the fitted point if the path has no such point. Undefined for other
 * fits.
 */
export function fittingPoint(
  { robust }: Pick<RunResult, 'robust'>,
  remembered: number | undefined,
): number | undefined {
  if (robust === undefined) return undefined;
  const inside = remembered !== undefined && robust.path.values[remembered] !== undefined;
  return inside ? remembered : robust.at;
}

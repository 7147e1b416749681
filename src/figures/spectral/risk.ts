import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import type { Axis, FilterSpec } from '../../engine/contract/filter';
import { axisValue, filterAt, zonesOf } from '../../engine/filters/anyFilter';
import { AXES } from '../../engine/filters/axes';
import { biasShare, riskBand } from '../../engine/spectrum/risk';
import { NARROW, percent } from '../../engine/words/numbers';
import { claimed, sentence } from '../../engine/words/sentence';
import { axisSpec, bandSeries, endLabel, lineSeries } from '../specs';
import { axisRules, chosenDot, filterAxis, shownValue } from '../view/axes';
import { extent } from '../view/extent';
import type { LivePath } from '../view/paths';
import type { RunView } from '../view/view';
import { directionsText, filterText, settingText, signOf } from '../words/filterWords';
import { shareText } from '../words/squared';

/** Estimated excess risk along one axis of the filter, split into bias² and variance (TKRR Thm 1). */
export function riskFigure(view: RunView, axis: Axis): FigureSpec {
  const { unit } = view.facts;
  const path = view.path(axis);
  const { total, values } = path;
  const line = (role: 'main' | 'bias' | 'variance', name: string, y: Float64Array) =>
    lineSeries(role, name, { x: values, y }, endLabel(name));
  const least = path.least.total;
  const at = shownValue(view, axis);
  const right = values[least] > at;
  return {
    id: `risk-${axis}`,
    title: riskTitle(view, axis),
    sentence: finding(view, axis, path),
    x: filterAxis(view, axis),
    y: axisSpec(
      'estimated excess risk, share of var(y)',
      'log',
      riskDomain(view.facts.paths.fittedPath(axis).total),
      'plain',
    ),
    series: [
      bandSeries('main', `total, 95${NARROW}% interval`, {
        x: path.totalBand.x,
        y: path.totalBand.lower,
        upper: path.totalBand.upper,
      }),
      line('bias', 'bias²', path.bias),
      line('variance', 'variance', path.variance),
      line('main', 'total', total),
    ],
    marks: [
      {
        shape: 'circle',
        role: 'main',
        x: values[least],
        y: total[least],
        text: 'lowest',
        dx: right ? 8 : -8,
        dy: -10,
        align: right ? 'left' : 'right',
      },
      chosenDot(at, view.risk.total / unit),
    ],
    rules: axisRules(view, axis),
    // Nothing moves the filter of a ridge baseline.
    ...(view.robust ? {} : { pick: { x: axis } }),
    footnotes: [
      'Excess risk is estimated on the training rows, from the scores and the noise. The band is the uncertainty of these two: what of the target lies in the last directions counts as noise, and is missing. Where it disagrees with leave-one-out or folds, trust those for new rows.',
    ],
  };
}

/** With one axis the figure needs no name for it; beside a robust fit it says whose it is. */
function riskTitle(view: RunView, axis: Axis): string {
  if (view.robust) return 'Bias and variance of the ridge baseline';
  return view.run.axes.length === 1 ? 'Bias and variance' : `Bias and variance over ${signOf(axis)}`;
}

/** From a hundredth of the least total, where bias and variance have left through the floor, to just above the largest. */
function riskDomain(total: Float64Array): [number, number] {
  const [low, high] = extent(total.filter((v) => v > 0));
  if (!Number.isFinite(low)) return [1e-6, 1];
  return [Math.max(low / 100, high * 1e-9), high * 1.6];
}

function finding(view: RunView, axis: Axis, path: LivePath): Sentence {
  const best = path.least.total;
  const at = settingText(axis, path.values[best]);
  if (!(view.risk.total > 0))
    return sentence('The estimate is ', 'zero here', ': neither bias nor noise is left to see.');
  const last = path.values.length - 1;
  const given = path.fitted ? '' : ` with ${othersText(view, axis)}`;
  if ((best === 0 || best === last) && !AXES[axis].ofDirections)
    return sentence(
      'The estimate is lowest at ',
      `the ${endName(best)} ${signOf(axis)}`,
      `, ${endText(view, axis, path, best)}.`,
    );
  const range = riskRange(view, filterAt(view.filter, axis, path.values[best]));
  if (!range.told) return riskUntold(given);
  // How much higher it is at the filter shown is not said: the lowest of many estimates is too low.
  return [
    ...claimed(
      'lowest-risk',
      'The estimate on the training rows, noise apart, is lowest at ',
      at,
      `, ${range.text}${given}.`,
    ),
    ...biasText(view),
  ];
}

/** Fewer training rows were not simulated, and with 25 of them the size of the risk was reported wrongly. */
const TOLD_FROM = 75;

/**
 * The excess risk at a filter, with the uncertainty of scores and noise; reported where its ends are at most a factor 2
 * apart.
 */
export function riskRange({ run: { axes, spectrum, noise }, facts: { unit, n } }: RunView, filter: FilterSpec) {
  const known = Number.isFinite(noise.standardError);
  const [axis] = axes;
  const here = Float64Array.of(axisValue(filter, axis));
  const { lower, upper } = riskBand(spectrum, known ? noise : { ...noise, standardError: 0 }, filter, axis, here);
  const [low, high] = [lower[0] / unit, upper[0] / unit];
  return {
    low,
    high,
    told: known && n >= TOLD_FROM && low > 0 && high <= 2 * low,
    text: `${low > 0 ? `between ${shareText(low)} and` : 'at most'} ${shareText(high)} of the variance`,
  };
}

/**
 * No bound is given either: the part of the target in the last directions counts as noise, and is missing from the
 * estimate.
 */
export const riskUntold = (given: string): Sentence =>
  sentence('How large the excess risk is ', 'cannot be told', ` from these scores${given}.`);

/** Which end of an axis a place on it is. */
export const endName = (place: number): string => (place === 0 ? 'smallest' : 'largest');

/**
 * Says of the end of an axis where an error is lowest how little is left to regularise or to fit, or that beyond it
 * there is more to try.
 */
export function endText(view: RunView, axis: Axis, { values, degreesOfFreedom }: LivePath, place: number): string {
  const { rank, unpenalised } = view.run.spectrum;
  const zones = zonesOf(filterAt(view.filter, axis, values[place]), rank);
  const regular = (AXES[axis].regular === 'low') === (place === 0);
  const kept = degreesOfFreedom[place] - unpenalised - (zones?.from ?? 0);
  if (regular && kept < 1) return `where what is shrunk keeps ${directionsText(kept)} degrees of freedom`;
  const left = Math.min(zones?.to ?? rank, rank) + unpenalised - degreesOfFreedom[place];
  if (!regular && left < 1) return 'where hardly anything is shrunk';
  if (axis === 'steps' && place === 0) return 'whose size decides: set a smaller stepSize to check';
  return `the last one tried: set a ${place === 0 ? 'smaller' : 'larger'} one to check`;
}

/** The fraction of bias as an interval; nothing where that spans more than a factor 2. */
function biasText({ run: { spectrum, noise }, filter }: RunView): Sentence {
  if (!(noise.standardError < Number.POSITIVE_INFINITY)) return [];
  const [low, high] = biasShare(spectrum, noise, filter);
  if (!(low > 0 && high <= 2 * low)) return [];
  const [from, to] = [percent(low), percent(high)];
  return claimed('bias-share', from === to ? ` ${from} of it is bias.` : ` Between ${from} and ${to} of it is bias.`);
}

/** The values of the other axes, in words. */
export function othersText(view: RunView, axis: Axis): string {
  return filterText(
    view.filter,
    view.run.axes.filter((other) => other !== axis),
  );
}

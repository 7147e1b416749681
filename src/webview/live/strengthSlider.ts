import type { RobustFit, RobustPath, StrengthAxis } from '../../engine/contract/robust';
import { chosenBy } from '../../engine/words/methodWords';
import { sci } from '../../engine/words/numbers';
import { STRENGTH_WORDS, strengthText } from '../../figures/robust/strength';
import { spoken } from '../../figures/words/describe';
import type { TrackMark } from './marks';
import type { Slider } from './slider';

/** The meaning of the value, in small type beside its field. */
const UNITS: Readonly<Record<StrengthAxis, string>> = {
  t: 'descent time',
  c: 'bound on |α|',
  epsilon: 'largest residual',
  lambda: 'per sample',
};

/**
 * The strength of a robust fit, for all quantiles together. Its values are indices of the path, whose points are evenly
 * spaced on the track, so that keys, screen readers and a drag all go from point to point; a typed number takes the
 * nearest one.
 */
export function strengthSlider(robust: RobustFit, n: number): Slider {
  const { path, at: fitted, rule, live } = robust;
  const { axis, values } = path;
  const { sign, name } = STRENGTH_WORDS[axis];
  const total = axis === 'lambda';
  const scent = {
    values: Array.from(values, (_, i) => i),
    error: path.score,
    marks: pathMarks(path, fitted),
  };
  return {
    id: axis,
    kind: 'strength',
    sign,
    term: name,
    unit: UNITS[axis],
    label: `${spoken(name)}, points of the path`,
    fieldLabel: spoken(name),
    ...(total && { n }),
    integer: false,
    last: Math.max(1, values.length - 1),
    step: 1,
    position: (at) => at,
    value: (at) => Math.min(values.length - 1, at),
    typed: (number) => nearestPoint(values, number),
    shown: (at) => values[at],
    text: (at) => sci(values[at]),
    spoken: (at) => `${strengthText(axis, values[at])}${total ? `, n·λ ${sci(n * values[at])}` : ''}`,
    state: (at, typed) => {
      const by = { at: fitted, sign, text: sci(values[fitted]), by: rule, live: live !== undefined };
      const text = strengthState({ at, typed }, by);
      return { text, title: text };
    },
    became: (at, typed) => nearestText(typed, values[at]),
    of: ({ at = fitted }) => at,
    into: ({ filter }, at) => ({ filter, at }),
    isFitted: (at) => at === fitted,
    // The score along the path is stored in the run, and nothing changes it.
    scent: () => scent,
  };
}

/**
 * A typed number counts as the point that it became if they differ by less than this fraction: fields show three
 * digits.
 */
const SAME = 0.005;

/**
 * The index of the path's point closest to a positive value, by logarithm, as paths are spaced; 0 on a path without
 * positive points.
 */
export function nearestPoint(values: ArrayLike<number>, value: number): number {
  const apart = (i: number) => (values[i] > 0 ? Math.abs(Math.log(values[i] / value)) : Number.POSITIVE_INFINITY);
  let best = 0;
  for (let i = 1; i < values.length; i++) if (apart(i) < apart(best)) best = i;
  return best;
}

/** The text on what became of a typed number; '' if it is a point of the path. */
export function nearestText(typed: number, point: number): string {
  return Math.abs(typed - point) <= SAME * point ? '' : `nearest point of the path to ${sci(typed)}`;
}

/**
 * Points worth finding again, by index: the least score and the one-standard-error choice if rows were scored, and the
 * fitted point.
 */
export function pathMarks({ score, least }: RobustPath, fitted: number): TrackMark[] {
  const scored = [
    { text: 'Lowest', value: least.score },
    { text: '1 SE', value: least.oneStandardError },
  ].filter(({ value }) => Number.isFinite(score[value]));
  return [...scored, { text: 'Fitted', value: fitted }];
}

/** The text beside the field: who chose the strength, or its fitted value and a note if predictions do not follow. */
export function strengthState(
  now: { readonly at: number; readonly typed: string },
  fitted: {
    readonly at: number;
    readonly sign: string;
    readonly text: string;
    readonly by: string;
    readonly live: boolean;
  },
): string {
  if (now.at === fitted.at)
    return [now.typed, chosenBy(fitted.sign, fitted.by)].filter((part) => part !== '').join('; ');
  const still = fitted.live ? '' : 'predictions do not follow';
  return [now.typed, `fitted at ${fitted.text}`, still].filter((part) => part !== '').join('; ');
}

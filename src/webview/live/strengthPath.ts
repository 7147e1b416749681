import type { RobustPath } from '../../engine/contract/robust';
import { sci } from '../../engine/words/numbers';
import { chosenBy } from '../../engine/words/ruleText';
import type { TrackMark } from './marks';

/** A typed number is the point it became when they differ by less than this share: fields show three digits. */
const SAME = 0.005;

/** Index of the path's point closest to a positive value, in its logarithm as paths are spaced; 0 on a path without positive points. */
export function nearestPoint(values: ArrayLike<number>, value: number): number {
  const apart = (i: number) => (values[i] > 0 ? Math.abs(Math.log(values[i] / value)) : Number.POSITIVE_INFINITY);
  let best = 0;
  for (let i = 1; i < values.length; i++) if (apart(i) < apart(best)) best = i;
  return best;
}

/** What became of a typed number, in words; '' where it is a point of the path. */
export function nearestText(typed: number, point: number): string {
  return Math.abs(typed - point) <= SAME * point ? '' : `nearest point of the path to ${sci(typed)}`;
}

/** Points worth finding again, by index: the least score and the one-standard-error choice where rows were scored, and what was fitted. */
export function pathMarks({ score, least }: RobustPath, fitted: number): TrackMark[] {
  const scored = [
    { text: 'Lowest', value: least.score },
    { text: '1 SE', value: least.oneStandardError },
  ].filter(({ value }) => Number.isFinite(score[value]));
  return [...scored, { text: 'Fitted', value: fitted }];
}

/** What stands beside the field: who chose the strength, or where the fit is from here and what does not follow. */
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

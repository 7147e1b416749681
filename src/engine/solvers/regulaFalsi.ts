/** Width of a bracket, relative to its ends, that cannot be told from a point. */
const NARROW = 1e-13;
const EVALUATIONS = 60;

type Point = readonly [x: number, value: number];

/**
 * The point between two others at which f changes sign, by regula falsi with the Illinois rule (Dowell and Jarratt
 * 1971): the value at an end that stays is halved. Returns the last point evaluated, once `enough` is satisfied with it
 * or the bracket is only a point. If f has one sign at both ends, returns the right end.
 */
export function regulaFalsi(
  f: (x: number) => number,
  [left, atLeft]: Point,
  [right, atRight]: Point,
  enough: (x: number, value: number) => boolean,
): number {
  let [other, atOther, x, at] = [left, atLeft, right, atRight];
  if (atLeft * atRight > 0) return right;
  for (let k = 0; k < EVALUATIONS && at !== 0; k++) {
    if (Math.abs(x - other) <= NARROW * Math.max(Math.abs(x), Math.abs(other))) break;
    const next = (other * at - x * atOther) / (at - atOther);
    const atNext = f(next);
    if (atNext * at < 0) [other, atOther] = [x, at];
    else atOther /= 2;
    [x, at] = [next, atNext];
    if (enough(x, at)) break;
  }
  return x;
}

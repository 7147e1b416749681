import { NARROW, percent, plain } from '../../engine/words/numbers';
import type { RunView } from '../view/view';

/** "3.2 %": small shares keep two digits, because a kernel error of 0.4 % is not one of 0.04 %. */
export function shareText(share: number): string {
  return share > 0 && share < 0.1 ? `${plain(100 * share, 2)}${NARROW}%` : percent(share);
}

/**
 * A squared error or risk that is this fraction of the variance: "2.0 % of the variance (root mean square 3.1)", the
 * root in the target's unit, which classes have none of.
 */
export function squaredText({ facts, run }: RunView, share: number): string {
  const root = run.classes ? '' : ` (root mean square ${plain(Math.sqrt(share * facts.unit), 2)})`;
  return `${shareText(share)} of the variance${root}`;
}

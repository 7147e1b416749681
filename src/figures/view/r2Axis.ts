import type { AxisSpec, FigureSpec } from '../../engine/contract/figure';
import { counted } from '../../engine/words/sentence';
import type { RunView } from './view';

/**
 * The right axis of a figure of squared errors of the training rows as shares of var(y), which is the variance of the same rows, and the
 * footnote that says so; none of classes, whose outputs are no quantity, nor of a target without variance.
 */
export function r2Axis({ run, facts }: RunView): {
  readonly axis: Pick<AxisSpec, 'r2'>;
  readonly told: Pick<FigureSpec, 'footnotes'>;
} {
  if (run.classes || !(run.variance > 0)) return { axis: {}, told: {} };
  return {
    axis: { r2: { variance: 1 } },
    told: { footnotes: [r2Footnote(facts.n)] },
  };
}

export const r2Footnote = (rows: number): string =>
  `R²: the share of the variance of the ${counted(rows, 'training row')} that is explained.`;

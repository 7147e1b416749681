import type { Callout } from '../contract/callout';
import type { Design, DesignOptions } from '../contract/data';
import type { ClassResult, FitOutcome } from '../contract/run';
import { heldOutInOrder, splitReferences } from '../data/divideRows';
import { decidedLevels } from '../statistics/classes';
import { lastHeldOut } from '../words/callouts';
import { inUnits, percent } from '../words/numbers';

/**
 * The callout of a fit that is judged on its last rows: its quality there, and the quality that a random division would
 * have shown, each of the other rows left out in turn. Robust fits have no errors of single rows left out.
 */
export function lastRowsCallouts(options: DesignOptions, { holdout }: Design, outcome: FitOutcome): Callout[] {
  const rule = options.holdout;
  if (!heldOutInOrder(options) || holdout === undefined || rule.kind === 'file') return [];
  return [lastHeldOut(splitReferences(options).order, holdout.rows.length, rule.fraction, figures(outcome))];
}

function figures({ classes, robust, metrics }: FitOutcome): string {
  if (classes) {
    const random = rightLeftOut(classes);
    const right = `${percent(classes.accuracy)} are classified correctly.`;
    return random === undefined ? right : `${right} Left out at random, ${percent(random)} would be.`;
  }
  const { loo, holdout } = metrics;
  if (holdout === undefined) return 'they have no target.';
  const random = Math.sqrt(loo);
  const told = inUnits(Number.isFinite(random) ? Math.min(random, holdout.rmse) : holdout.rmse, 3);
  const rmse = `RMSE ${told(holdout.rmse)}.`;
  return robust || !Number.isFinite(random) ? rmse : `${rmse} Rows left out at random would say ${told(random)}.`;
}

/** The fraction of training rows that fits without them classify correctly. */
function rightLeftOut({ leftOut, calibration, threshold }: ClassResult): number | undefined {
  if (leftOut === undefined) return undefined;
  const decided = decidedLevels(leftOut.scores, {
    calibration,
    threshold,
  });
  return leftOut.observed.reduce((sum, level, i) => sum + Number(level === decided[i]), 0) / leftOut.observed.length;
}

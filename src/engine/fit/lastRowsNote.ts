import type { Design, DesignOptions } from '../contract/data';
import type { Note } from '../contract/note';
import type { ClassResult, FitOutcome } from '../contract/run';
import { heldOutInOrder, splitReferences } from '../data/divideRows';
import { decidedLevels } from '../statistics/classes';
import { inUnits, percent } from '../words/numbers';
import { counted } from '../words/sentence';

/**
 * Notes on a fit that is judged on its last rows: how well it does there, and what a random division would have shown, each of the other rows left out in
 * turn. Robust fits have no errors of single rows left out.
 */
export function lastRowsNotes(options: DesignOptions, { holdout }: Design, outcome: FitOutcome): Note[] {
  if (!heldOutInOrder(options) || holdout === undefined) return [];
  const { order } = splitReferences(options);
  const byDefault = options.holdout.kind === 'last' && options.holdout.byDefault;
  const last = counted(holdout.rows.length, 'row');
  const text = [
    `Tested on the last ${last}${order === undefined ? '' : ` by "${order}"`}: ${figures(outcome)}`,
    ...(byDefault
      ? ['The file is in that order; for random rows set the share to hold out, or the order to random.']
      : []),
  ].join(' ');
  return [{ severity: 'info', code: 'split/last-rows', text }];
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
    ...(calibration && { calibration }),
    ...(threshold !== undefined && { threshold }),
  });
  return leftOut.observed.reduce((sum, level, i) => sum + Number(level === decided[i]), 0) / leftOut.observed.length;
}

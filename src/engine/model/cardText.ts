import type { FitError, Model } from '../contract/model';
import { wilson } from '../statistics/classes';
import { RARELY_HOLD } from '../statistics/meanInterval';
import { count, NARROW, percentRange } from '../words/numbers';
import { counted } from '../words/sentence';
import { measuresText } from './predictionNotes';

const ofTarget = (card: Model['card'], target: string) => card?.targets.find((each) => each.target === target);

/**
 * "RMSE 0.12 (95 %: 0.11 to 0.13), R² 0.9 (95 %: 0.88 to 0.92) on 300 rows held out while fitting"; of fewer rows, what
 * the intervals rest on.
 */
export function errorSentence({ target, rows, heldOut, ...measures }: FitError, card: Model['card']): string {
  const where = heldOut ? 'held out while fitting' : 'left out in turn while fitting';
  const beside = ofTarget(card, target);
  const few = beside?.error && beside.baseline === undefined && rows / (beside.designEffect ?? 1) < RARELY_HOLD;
  const rests = few ? ', if no rare errors are far larger' : '';
  return `${measuresText(measures, beside)} on ${counted(rows, 'row')} ${where}${rests}`;
}

/** "95 % intervals held 284 of 300 held-out rows (91–97 %)."; empty if that is not known. */
export function heldText({ card, classes }: Pick<Model, 'card' | 'classes'>, target: string): string[] {
  const { inside } = ofTarget(card, target) ?? {};
  if (!inside) return [];
  const held = classes ? 'sets held the class of' : 'intervals held';
  const { rows, of, designEffect = 1 } = inside;
  return [
    `95${NARROW}% ${held} ${count(rows)} of ${counted(of, 'held-out row')} (${percentRange(wilson(rows, of, designEffect))}).`,
  ];
}

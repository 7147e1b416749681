import type { Race } from '../../contract/race';
import { withMore } from '../../words/raceWords';
import type { RaceChoice } from './choose';

/**
 * The rule that chose the winner, to follow a colon. `again`: the candidates that were compared again on more rows;
 * `endedAfter`: the number of folds judged when the person ended the race.
 */
export function ruleOf(
  choice: RaceChoice | undefined,
  folds: number,
  byShare: boolean,
  { again, endedAfter }: Pick<Race, 'again' | 'endedAfter'> = {},
): string {
  if (endedAfter !== undefined) {
    if (choice === undefined) return 'that of the first figures; you stopped the comparison before a fold was judged';
    return `${ruleOf(choice, endedAfter, byShare)}, where you stopped it (${folds} were planned)`;
  }
  if (choice === undefined) return `lowest error over ${folds} folds, or the simplest within one standard error of it`;
  const { lowest } = again ?? choice;
  const rule =
    choice.chosen === lowest
      ? `lowest error of the race over ${folds} folds`
      : byShare
        ? `simplest by squared error of those that classify as well as the best within one standard error, over ${folds} folds`
        : `simplest within one standard error of the lowest error of the race, over ${folds} folds`;
  return again ? `${rule}, of ${again.lanes.length} compared again with ${withMore(again)}` : rule;
}

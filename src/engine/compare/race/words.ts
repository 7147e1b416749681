import type { RaceChoice } from './choose';

/** How the chosen one was chosen, to follow a colon. `endedAfter`: the folds at which the person ended the race. */
export function ruleOf(choice: RaceChoice | undefined, folds: number, byShare: boolean, endedAfter?: number): string {
  if (endedAfter !== undefined) {
    if (choice === undefined) return 'that of the first figures; you stopped the comparison before a fold was judged';
    return `${ruleOf(choice, endedAfter, byShare)}, where you stopped it (${folds} were planned)`;
  }
  if (choice === undefined) return `lowest error over ${folds} folds, or the simplest within one standard error of it`;
  return choice.chosen === choice.lowest
    ? `lowest error of the race over ${folds} folds`
    : byShare
      ? `simplest by squared error of those that classify as well as the best within one standard error, over ${folds} folds`
      : `simplest within one standard error of the lowest error of the race, over ${folds} folds`;
}

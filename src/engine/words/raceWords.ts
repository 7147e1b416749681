import type { Sentence } from '../contract/figure';
import type { Race, RaceLane } from '../contract/race';
import { fixed, NARROW, plain } from './numbers';
import { sentence } from './sentence';
import { withinSentence } from './withinSentence';

/** "one", "two", …; numerals beyond. */
const NUMBER = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** What the race says, number first: how far the chosen one is below the plain Gaussian or the best baseline, and who does as well. */
export function raceSentence(race: Race): Sentence {
  const { lanes, chosen, lowest, folds } = race;
  const laneOf = (id: string | undefined) => lanes.find((lane) => lane.id === id);
  const own = laneOf(chosen);
  if (own === undefined) {
    const done = lanes.filter(({ state }) => state !== 'waits' && state !== 'running').length;
    return lanes.every(({ state }) => state === 'failed' || state === 'judged' || state === 'stopped')
      ? sentence('No candidate could be fitted.')
      : sentence(`First figures. ${done} of ${lanes.length} candidates done.`);
  }
  const best = laneOf(lowest);
  const reference = laneOf(chosen === 'gaussian' || chosen === 'line' ? 'mean' : 'gaussian');
  const against = reference?.difference ? below(reference) : '';
  const alike = lanes.filter(
    (lane) => lane !== own && lane.id !== 'huber' && lane.state === 'judged' && lane.difference?.verdict === 'alike',
  );
  const also = alike.length === 0 ? '' : ` ${alikeWords(alike.length)} equally well.`;
  const beside = best === undefined || best === own ? '.' : `: ${whyNotLowest(race, best)}.`;
  const lead = best !== own ? ' is chosen' : ` has the lowest error${isLowest(race) ? '' : ' of ridge regression'}`;
  return sentence(
    '',
    own.title,
    `${lead}${against}${beside}${also}${huberWords(race)} Judged on the same ${folds} folds.`,
  );
}

/** Whether the one chosen has the lowest error, Huber's among them, which is not there to be chosen. */
export function isLowest({ lanes, chosen, lowest }: Race): boolean {
  const huber = lanes.find(({ id }) => id === 'huber');
  return chosen === lowest && !((huber?.difference?.value ?? 0) < 0);
}

/** Shares of rows tell little apart: there the squared error decides among those that tie. */
const whyNotLowest = ({ loss }: Race, best: RaceLane): string =>
  loss === 'misclassified'
    ? 'it classifies as well as the best within one standard error, and is the simplest of those by squared error'
    : `it is the simplest within one standard error of the lowest error, that of ${best.title}`;

/** " With Huber's loss the mean absolute error is 12 % ± 4 lower." */
function huberWords({ huber }: Race): string {
  if (!huber?.lower) return '';
  const { share, shareHalfWidth } = huber.difference;
  return ` With Huber's loss the mean absolute error is ${shareText(-share, shareHalfWidth)} lower.`;
}

/** ", 31 % ± 6 below Gaussian on the same rows" */
function below({ title, baseline, difference }: RaceLane): string {
  if (!difference) return '';
  const reference = baseline ? `the ${withinSentence(title)}` : title;
  const { share, shareHalfWidth, verdict } = difference;
  if (verdict !== 'worse') return `, not clearly different from ${reference} on the same rows`;
  return `, ${shareText(share / (1 + share), shareHalfWidth / (1 + share))} below ${reference} on the same rows`;
}

/** "31 % ± 4" */
function shareText(share: number, halfWidth: number): string {
  const digits = 100 * halfWidth < 1 ? 1 : 0;
  return `${(100 * share).toFixed(digits)}${NARROW}% ± ${(100 * halfWidth).toFixed(digits)}`;
}

const alikeWords = (count: number) =>
  count === 1
    ? 'One other does'
    : `${(NUMBER[count] ?? String(count)).replace(/^./, (c) => c.toUpperCase())} others do`;

/** A lane's error: "1.48", or "18 %" for a share of rows. */
export function laneError(race: Race, value: number): string {
  return race.loss === 'misclassified' ? `${fixed(100 * value, 1)}${NARROW}%` : plain(value, 3);
}

/** What the numbers of a race are. */
export function lossName({ loss, taus = [] }: Race): string {
  switch (loss) {
    case 'squared':
      return 'root mean squared error';
    case 'misclassified':
      return 'share of rows classified wrongly';
    case 'absolute':
      return 'mean absolute error';
    case 'pinball':
      return `mean quantile loss at ${taus.join(', ')}`;
  }
}

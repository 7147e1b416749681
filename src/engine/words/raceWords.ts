import { cut, cutSentence } from '../contract/cut';
import type { Sentence } from '../contract/figure';
import { AS_GOOD, type PairedVerdict } from '../contract/pairedVerdict';
import { goesOn, JOINS, type Race, type RaceHuber, type RaceLane } from '../contract/race';
import { listed } from './listed';
import { count, fixed, NARROW, percent, plain } from './numbers';
import { claimed, counted, plural, sentence, withinSentence } from './sentence';

/** "one", "two", …; numerals beyond. */
const NUMBER = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** What the race says, number first: how far the chosen one is below the plain Gaussian or the best baseline, and who does as well. */
export function raceSentence(race: Race): Sentence {
  const { lanes, chosen, lowest } = race;
  const laneOf = (id: string | undefined) => lanes.find((lane) => lane.id === id);
  const own = laneOf(chosen);
  if (own === undefined) {
    if (race.endedAfter === 0)
      return sentence(
        'You stopped the comparison before a candidate was judged: the kernel is that of the first figures.',
      );
    if (!goesOn(race)) return sentence(`No candidate could be fitted on all folds.${failureWords(race)}`);
    const { done, all } = candidatesDone(race);
    return sentence(`First figures. ${done} of ${all} candidates done.${failureWords(race)}`);
  }
  const best = laneOf(lowest);
  const reference = laneOf(chosen === 'gaussian' || chosen === 'line' ? 'mean' : 'gaussian');
  const against = reference?.difference ? below(reference) : '';
  const beside = best === undefined || best === own ? '.' : `: ${whyNotLowest(race, best)}.`;
  const lead =
    best !== own
      ? ' is chosen'
      : ` has the lowest error${isLowest(race) ? '' : laneOf('landmarks') && !race.judgedWith ? ' of exact fits' : ' of ridge regression'}`;
  const told = ['', own.title, `${lead}${against}${beside}`];
  return [
    ...(reference?.difference?.verdict === 'worse' ? claimed('race-lower', ...told) : sentence(...told)),
    ...asGoodWords(race),
    ...sentence(`${approximationWords(race)}${huberWords(race)} ${judgedWords(race)}${failureWords(race)}`),
  ];
}

/** " Matérn 3/2 is as good, within 5 %. A straight line and two others are not clearly worse." Of a baseline by its name: it is the simpler answer. */
function asGoodWords({ lanes, chosen }: Race): Sentence {
  const others = lanes.filter(
    ({ id, state }) => id !== chosen && !JOINS.has(id) && (state === 'judged' || state === 'halted'),
  );
  const said = (...verdicts: readonly PairedVerdict[]) => {
    const those = others.filter(
      ({ difference }) =>
        difference && verdicts.includes(difference.verdict in VERDICTS ? difference.verdict : 'unclear'),
    );
    const named = those.filter(({ baseline }) => baseline).map(baselineName);
    const rest = those.length - named.length;
    const more = rest === 0 ? [] : [`${NUMBER[rest] ?? rest} ${plural(rest, 'other')}`];
    const who = listed([...named, ...more]).replace(/^./, (c) => c.toUpperCase());
    return { who, is: plural(those.length, 'is', 'are'), any: those.length > 0 };
  };
  const good = said('as good');
  const unclear = said('unclear', 'better');
  return [
    ...(good.any ? claimed('as-good', ` ${good.who} ${good.is} as good, within ${percent(AS_GOOD)}.`) : []),
    ...(unclear.any ? sentence(` ${unclear.who} ${unclear.is} not clearly worse.`) : []),
  ];
}

const baselineName = ({ id, column, title }: RaceLane): string =>
  id === 'line'
    ? 'a straight line'
    : id === 'column' && column !== undefined
      ? `“${column}” alone`
      : `the ${withinSentence(title)}`;

/** How many candidates are through, whatever came of them. */
export function candidatesDone({ lanes }: Race): { readonly done: number; readonly all: number } {
  return { done: lanes.filter(({ state }) => state !== 'waits' && state !== 'running').length, all: lanes.length };
}

/** Failures that are named one by one; of more, how many they are. */
const NAMED = 2;
/** Different reasons that are given. */
const REASONS = 3;

/** " Laplace failed: the kernel matrix is not positive definite to rounding." One sentence for all that failed for the same reason. */
function failureWords({ lanes }: Race): string {
  const failed = lanes.filter(({ state }) => state === 'failed');
  const reasons = [...new Set(failed.map(failureReason))];
  const words = reasons.slice(0, REASONS).map((reason) => {
    const titles = failed.filter((lane) => failureReason(lane) === reason).map(({ title }) => title);
    const who = titles.length > NAMED ? counted(titles.length, 'candidate') : listed(titles);
    return ` ${who} failed: ${reason}`;
  });
  const others = failed.filter((lane) => !reasons.slice(0, REASONS).includes(failureReason(lane))).length;
  return `${words.join('')}${others > 0 ? ` ${counted(others, 'candidate')} failed for other reasons.` : ''}`;
}

/** Why a candidate failed, as it stands within a sentence and ends one. */
export const failureReason = ({ why = 'The reason is not known.' }: RaceLane): string =>
  withinSentence(cut(cutSentence(why)));

function judgedWords({ folds, endedAfter, judgedWith }: Race): string {
  const by = judgedWith
    ? `, with ${count(judgedWith.count)} ${judgedWith.kind === 'landmarks' ? 'landmarks' : 'random features'} each`
    : '';
  return endedAfter === undefined
    ? `Judged on the same ${folds} folds${by}.`
    : `Judged on ${endedAfter} of ${folds} folds${by}, where you stopped it.`;
}

/** Whether the one chosen has the lowest error, also of those that joined, which are not there to be chosen. */
export function isLowest({ lanes, chosen, lowest }: Race): boolean {
  return chosen === lowest && !lanes.some(({ id, difference }) => JOINS.has(id) && (difference?.value ?? 0) < 0);
}

/** Shares of rows tell little apart: there the squared error decides among those that tie. */
const whyNotLowest = ({ loss }: Race, best: RaceLane): string =>
  loss === 'misclassified'
    ? 'it classifies as well as the best within one standard error, and is the simplest of those by squared error'
    : `it is the simplest within one standard error of the lowest error, that of ${best.title}`;

/** " With 500 landmarks on 16,362 rows the error is 12 % ± 4 lower." Of landmarks and random features the better one, where it clearly is. */
function approximationWords({ lanes }: Race): string {
  const better = lanes.filter(({ approximates, difference }) => approximates && difference?.verdict === 'better');
  const [best] = better.toSorted((a, b) => (a.difference?.value ?? 0) - (b.difference?.value ?? 0));
  if (!best?.difference || !best.approximates) return '';
  const { share, shareHalfWidth } = best.difference;
  const what = best.id === 'landmarks' ? 'landmarks' : 'random features';
  const { count: features, rows } = best.approximates;
  return ` With ${count(features)} ${what} on ${count(rows)} rows the error is ${shareText(-share, shareHalfWidth)}lower.`;
}

/** Rows far out that are named. */
const ROWS_NAMED = 10;

/** Of misses that do not count as far as they go. */
export const boundedWords = ({ drawnIn }: RaceHuber): string =>
  drawnIn === 0 ? '' : `, ${counted(drawnIn, 'target')} far out counting as ten robust scales away`;

/** " With Huber's loss the mean absolute error is 12 % ± 4 lower. Rows 3, 17 and 40 lie far out." */
function huberWords({ huber }: Race): string {
  if (!huber?.lower) return '';
  const named = huber.rows.slice(0, ROWS_NAMED).map((row) => count(row));
  if (huber.beyond > named.length) named.push(`${count(huber.beyond - named.length)} more`);
  const far = ` ${huber.beyond === 1 ? `Row ${named[0]} lies` : `Rows ${listed(named)} lie`} far out.`;
  const { share, shareHalfWidth } = huber.difference;
  return ` With Huber's loss the mean absolute error is ${shareText(-share, shareHalfWidth)}lower${boundedWords(huber)}.${far}`;
}

/** What the interval of a difference tells. */
const VERDICTS: Readonly<Record<PairedVerdict, string>> = {
  better: 'better',
  worse: 'worse',
  'as good': `as good, within ${percent(AS_GOOD)}`,
  unclear: 'not clearly different',
};

/** Of a run that an earlier version stored, too. */
export const verdictWords = (verdict: PairedVerdict): string => VERDICTS[verdict] ?? VERDICTS.unclear;

/** ", 31 % ± 6 below Gaussian on the same rows" */
function below({ title, baseline, difference }: RaceLane): string {
  if (!difference) return '';
  const reference = baseline ? `the ${withinSentence(title)}` : title;
  const { share, shareHalfWidth, verdict } = difference;
  if (verdict !== 'worse') return `, not clearly different from ${reference} on the same rows`;
  return `, ${shareText(share / (1 + share), shareHalfWidth / (1 + share))}below ${reference} on the same rows`;
}

/** "31 % ± 4 "; "77 % (31 to 100) " where an error cannot be so much lower, and nothing where all that is known is that it is lower. */
function shareText(share: number, halfWidth: number): string {
  const text = (v: number) => (100 * v).toFixed(100 * halfWidth < 1 ? 1 : 0);
  if (share + halfWidth <= 1) return `${text(share)}${NARROW}% ± ${text(halfWidth)} `;
  return share > halfWidth ? `${text(share)}${NARROW}% (${text(share - halfWidth)} to 100) ` : '';
}

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

import { cut, cutSentence } from '../contract/cut';
import type { Sentence } from '../contract/figure';
import { AS_GOOD, type PairedVerdict } from '../contract/pairedVerdict';
import {
  goesOn,
  isLeftOut,
  JOINS,
  type LaneId,
  type Race,
  type RaceDifference,
  type RaceHuber,
  type RaceLane,
} from '../contract/race';
import { count, fixed, inUnits, NARROW, percent } from './numbers';
import { claimed, counted, listed, plural, sentence, withinSentence } from './sentence';

/** "one", "two", …; numerals beyond. */
const NUMBER = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * Reports the result of the race: the chosen candidate, how far its error is below that of a straight line (or of the
 * mean, if it is a straight line), and which candidates are as good or not clearly worse.
 */
export function raceSentence(race: Race): Sentence {
  const own = race.lanes.find(({ id }) => id === race.chosen);
  if (own === undefined) return unchosenSentence(race);
  return [
    ...raceLead(race, own),
    ...asGoodWords(race),
    ...sentence(`${approximationWords(race)}${huberWords(race)} ${judgedWords(race)}${failureWords(race)}`),
  ];
}

function unchosenSentence(race: Race): Sentence {
  if (race.endedAfter === 0)
    return sentence(
      'You stopped the comparison before a candidate was judged: the kernel is that of the first figures.',
    );
  if (!goesOn(race)) return sentence(`No candidate could be fitted on all folds.${failureWords(race)}`);
  const { done, all } = candidatesDone(race);
  return sentence(`First figures. ${done} of ${all} candidates done.${failureWords(race)}`);
}

function raceLead(race: Race, own: RaceLane): Sentence {
  const { lanes, chosen, lowest } = race;
  const best = lanes.find(({ id }) => id === lowest);
  const better = lanes.find(({ baseline, difference }) => baseline && difference?.verdict === 'better');
  const reference = better ?? lanes.find(({ id }) => id === (chosen === 'line' ? 'mean' : 'line'));
  const against = reference?.difference ? below(reference) : '';
  const beside = better || best === undefined || best === own ? '.' : `: ${whyNotLowest(race, own, best)}.`;
  const landmarks = lanes.some(({ id }) => id === 'landmarks') && !race.judgedWith;
  const of = isLowest(race) ? '' : landmarks ? ' of exact fits' : ' of ridge regression';
  const told = [
    '',
    own.title,
    `${best === own && !better ? ` has the lowest error${of}` : ' is chosen'}${against}${beside}`,
  ];
  const claims = reference?.difference?.verdict === 'worse' && !race.inOrder;
  return claims ? claimed('race-lower', ...told) : sentence(...told);
}

/**
 * "8 tried; 3 not clearly worse": the number of kernels judged on some folds, and of those besides the chosen one whose
 * intervals do not tell them from it.
 */
export function triedText(race: Race): string {
  if (goesOn(race)) {
    const { done, all } = candidatesDone(race);
    return `${done} of ${all} done`;
  }
  const tried = race.lanes.filter(({ id, baseline, folds }) => !baseline && !JOINS.has(id) && folds > 0);
  if (tried.length === 0) return 'none judged';
  const others = tried.flatMap(({ id, difference }) => (id === race.chosen ? [] : (difference ?? [])));
  const near = others.filter(({ interval }) => interval[0] <= 0).length;
  const worse = others.length > 0 && others.length === tried.length - 1 ? '; all others worse' : '';
  const beside = near > 0 ? `; ${near} not clearly worse` : worse;
  return `${tried.length} tried${beside}`;
}

/**
 * " Matérn 3/2 is as good, within 5 %. A straight line and two others are not clearly worse." A baseline is named,
 * since it is the simpler answer.
 */
function asGoodWords({ lanes, chosen }: Race): Sentence {
  const others = lanes.filter(
    ({ id, state }) => id !== chosen && !JOINS.has(id) && (state === 'judged' || state === 'halted'),
  );
  const said = (...verdicts: readonly PairedVerdict[]) => {
    const those = others.filter(
      ({ difference }) =>
        difference && verdicts.includes(difference.verdict in VERDICTS ? difference.verdict : 'unclear'),
    );
    const named = those.filter(({ baseline }) => baseline).map(plainName);
    const rest = those.length - named.length;
    const more = rest === 0 ? [] : [`${NUMBER[rest] ?? rest} ${plural(rest, 'other')}`];
    const who = listed([...named, ...more]).replace(/^./, (c) => c.toUpperCase());
    return { who, is: plural(those.length, 'is', 'are'), any: those.length > 0 };
  };
  const good = said('as good');
  const unclear = said('unclear');
  return [
    ...(good.any ? claimed('as-good', ` ${good.who} ${good.is} as good, within ${percent(AS_GOOD)}.`) : []),
    ...(unclear.any ? sentence(` ${unclear.who} ${unclear.is} not clearly worse.`) : []),
  ];
}

/** A candidate without a kernel within a sentence: "a straight line", "“width” alone", "the mean". */
export const plainName = ({ id, column, title }: RaceLane): string =>
  id === 'line'
    ? 'a straight line'
    : id === 'column' && column !== undefined
      ? `“${column}” alone`
      : `the ${withinSentence(title)}`;

/** The number of candidates that are done, whatever their result. */
export function candidatesDone({ lanes }: Race): { readonly done: number; readonly all: number } {
  return { done: lanes.filter(({ state }) => state !== 'waits' && state !== 'running').length, all: lanes.length };
}

/** The most failures that are named one by one; of more, only the number is given. */
const NAMED = 2;
/** The most different reasons that are given. */
const REASONS = 3;

/** " Laplace failed: the kernel matrix is not positive definite to rounding." One sentence for all that failed for the same reason. */
function failureWords({ lanes }: Race): string {
  const failed = lanes.filter((lane) => lane.state === 'failed' && !isLeftOut(lane));
  const reasons = [...new Set(failed.map(failureReason))];
  const words = reasons.slice(0, REASONS).map((reason) => {
    const titles = failed.filter((lane) => failureReason(lane) === reason).map(({ title }) => title);
    const who = titles.length > NAMED ? counted(titles.length, 'candidate') : listed(titles);
    return ` ${who} failed: ${reason}`;
  });
  const others = failed.filter((lane) => !reasons.slice(0, REASONS).includes(failureReason(lane))).length;
  return `${words.join('')}${others > 0 ? ` ${counted(others, 'candidate')} failed for other reasons.` : ''}`;
}

/** The reason why a candidate failed, in the form in which it ends a sentence. */
export const failureReason = ({ why = 'The reason is not known.' }: RaceLane): string =>
  withinSentence(cut(cutSentence(why)));

function judgedWords({ folds, endedAfter, judgedWith, inOrder, loss }: Race): string {
  // Robust and quantile fits of every candidate would take too long.
  const how = loss === 'absolute' || loss === 'pinball' ? ', each by ridge regression' : '';
  const by = judgedWith
    ? `${how}, with ${counted(judgedWith.count, judgedWith.kind === 'landmarks' ? 'landmark' : 'random feature')} each`
    : how;
  const judged =
    endedAfter === undefined
      ? `Judged on the same ${folds} folds${by}`
      : `Judged on ${endedAfter} of ${folds} folds${by}, where you stopped it`;
  return `${judged}.${inOrder ? ' Each is a run of rows, predicted from those before and after it: what is lower there need not be on later rows.' : ''}`;
}

/** True if candidates of this kind have a length scale for every column. */
export const hasManyScales = (id: LaneId): boolean => id.endsWith('-columns') || id === 'sum';

/** True if the chosen one has the lowest error, also compared with those that joined, which cannot be chosen. */
function isLowest({ lanes, chosen, lowest }: Race): boolean {
  return chosen === lowest && !lanes.some(({ id, difference }) => JOINS.has(id) && (difference?.value ?? 0) < 0);
}

/** Candidates within one standard error of the lowest error are ordered by simplicity, then by a finer loss. */
function whyNotLowest({ loss, again, lanes }: Race, own: RaceLane, best: RaceLane): string {
  if (again?.lowest === own.id) {
    return `with ${withMore(again)} its error is the lowest of the ${NUMBER[again.lanes.length] ?? again.lanes.length} compared again`;
  }
  const closest = lanes.find(({ id }) => id === again?.lowest);
  if (again && closest)
    return `with ${withMore(again)} it is within one standard error of ${closest.title}, and simpler`;
  const within = `within one standard error of the lowest ${loss === 'misclassified' ? 'share of mistakes' : 'error'}, that of ${best.title}`;
  const simpler = (own.id === 'line' && best.id !== 'line') || (hasManyScales(best.id) && !hasManyScales(own.id));
  return `it is ${within}, and ${simpler ? 'simpler' : loss === 'misclassified' ? 'its squared error is lower' : 'its error is lower where rows far out count less'}`;
}

/**
 * " With 500 landmarks on 16,362 rows the error is 12 % ± 4 lower." Reports the better of landmarks and random
 * features, if it clearly is.
 */
function approximationWords({ lanes }: Race): string {
  const better = lanes.filter(({ approximates, difference }) => approximates && difference?.verdict === 'better');
  const [best] = better.toSorted((a, b) => (a.difference?.value ?? 0) - (b.difference?.value ?? 0));
  if (!best?.difference || !best.approximates) return '';
  const { share, shareHalfWidth } = best.difference;
  const { id } = best;
  const kind = id === 'landmarks' ? id : 'features';
  return ` With ${withMore({ kind, ...best.approximates })} the error is ${shareText(-share, shareHalfWidth)}lower.`;
}

/** "500 landmarks on 9,080 rows": the fits by which candidates are judged on more rows than the race has. */
export const withMore = ({
  kind,
  count: many,
  rows,
}: Pick<NonNullable<Race['again']>, 'kind' | 'count' | 'rows'>): string =>
  `${count(many)} ${kind === 'landmarks' ? kind : 'random features'} on ${count(rows)} rows`;

/** The most rows far out that are named. */
const ROWS_NAMED = 10;

/** A remark on misses that do not count at their full size. */
export const boundedWords = ({ drawnIn }: RaceHuber): string =>
  drawnIn === 0 ? '' : `, ${counted(drawnIn, 'target')} far out counting as ten robust scales away`;

/** " With Huber's loss the mean absolute error is 12 % ± 4 lower. Rows 3, 17 and 40 lie far out." */
function huberWords({ huber }: Race): string {
  if (!huber?.lower) return '';
  const named = huber.rows.slice(0, ROWS_NAMED).map((row) => count(row));
  if (huber.beyond > named.length) named.push(`${count(huber.beyond - named.length)} more`);
  const far = ` ${huber.beyond === 1 ? `Row ${named[0]} lies` : `Rows ${listed(named)} lie`} far out.`;
  return ` ${huberLower(huber)}${boundedWords(huber)}.${far}`;
}

/** "With Huber's loss the mean absolute error is 8 % ± 3 lower" */
export const huberLower = ({ difference: { share, shareHalfWidth } }: RaceHuber): string =>
  `With Huber's loss the mean absolute error is ${shareText(-share, shareHalfWidth)}lower`;

/** The words for what the interval of a difference from the chosen one shows. */
const VERDICTS: Readonly<Record<PairedVerdict, string>> = {
  better: 'better',
  worse: 'worse',
  'as good': 'as good',
  unclear: 'not clearly worse',
};

/** The word for a candidate; also for a run that an earlier version stored. */
export function laneWord({ id, difference }: RaceLane, { chosen }: Race): string {
  if (id === chosen) return 'chosen';
  return difference ? (VERDICTS[difference.verdict] ?? VERDICTS.unclear) : '';
}

/** The half-width of an interval on the side of 0, which decides its verdict: the other side may be shorter. */
export const halfWidth = ({ value, interval: [low, high] }: RaceDifference): number =>
  value < 0 ? high - value : value - low;

/** ", 31 % ± 6 below a straight line on the same rows"; if the chosen one makes no error on them, says so. */
function below(lane: RaceLane): string {
  const { difference } = lane;
  if (!difference) return '';
  const reference = plainName(lane);
  const { share, shareHalfWidth, verdict } = difference;
  if (verdict === 'better') return ` but worse than ${reference} on the same rows`;
  if (verdict !== 'worse') return `, not clearly below ${reference} on the same rows`;
  if (share === 0) return `, without an error on rows where ${reference} has some`;
  return `, ${shareText(share / (1 + share), shareHalfWidth / (1 + share))}below ${reference} on the same rows`;
}

/** "31 % ± 4 "; "77 % (31 to 100) " if an error cannot be so much lower; empty if it is only known to be lower. */
function shareText(share: number, halfWidth: number): string {
  const text = (v: number) => (100 * v).toFixed(100 * halfWidth < 1 ? 1 : 0);
  if (share + halfWidth <= 1) return `${text(share)}${NARROW}% ± ${text(halfWidth)} `;
  return share > halfWidth ? `${text(share)}${NARROW}% (${text(share - halfWidth)} to 100) ` : '';
}

/**
 * The error of a candidate, or a difference: "1.48", in the decimals of the chosen one's, or "18 %" for a fraction of
 * rows.
 */
export function laneErrorText({ loss, lanes, chosen }: Race, value: number): string {
  if (loss === 'misclassified') return `${fixed(100 * value, 1)}${NARROW}%`;
  return inUnits(lanes.find(({ id }) => id === chosen)?.error?.value ?? value, 3)(value);
}

/**
 * The difference from the chosen one with its 95 % interval: "+0.30 (0.12 to 0.48)"; '' for the chosen one and if
 * nothing was measured.
 */
export function againstChosen(race: Race, { id, difference }: RaceLane): string {
  if (id === race.chosen || !difference) return '';
  const [value, from, to] = [difference.value, ...difference.interval].map((v) => laneErrorText(race, v));
  const interval = difference.interval.every(Number.isFinite) ? ` (${from} to ${to})` : '';
  return `${difference.value > 0 ? '+' : ''}${value}${interval}`;
}

/** The name of the loss that the numbers of a race measure. */
export function lossName({ loss, task, taus = [] }: Race): string {
  switch (loss) {
    case 'squared':
      return task === 'classify' ? 'root mean squared error of the scores' : 'root mean squared error';
    case 'misclassified':
      return 'share of rows classified wrongly';
    case 'absolute':
      return 'mean absolute error';
    case 'pinball':
      return `mean quantile loss at ${taus.join(', ')}`;
  }
}

/**
 * "+0.3 ± 1.8 % against this fit, as good", for landmarks or features compared with those of the fit on the same rows;
 * empty for other candidates.
 */
export function besideFitted({ approximates }: RaceLane, { lanes }: Pick<Race, 'lanes'>): string {
  const toOther = approximates?.toOther;
  if (!toOther || approximates.fitted || !lanes.some((lane) => lane.approximates?.fitted)) return '';
  const share = 100 * toOther.share;
  const half = fixed(100 * toOther.shareHalfWidth, 1);
  return `${share > 0 ? '+' : ''}${fixed(share, 1)} ± ${half}${NARROW}% against this fit, ${toOther.verdict === 'unclear' ? 'cannot tell' : toOther.verdict}`;
}

import type { Sentence } from '../../engine/contract/figure';
import { AS_GOOD } from '../../engine/contract/pairedVerdict';
import type { LaneId, Race, RaceLane } from '../../engine/contract/race';
import { pairedVerdict } from '../../engine/statistics/pairedVerdict';
import { fixed } from '../../engine/words/numbers';
import { huberLower, plainName } from '../../engine/words/raceWords';
import { capitalised, claimed, sentence, stressed } from '../../engine/words/sentence';
import { classesAt } from '../fit/classView';
import { baselineWays, classBaselineWays, wayOf } from '../view/heldOutBaselines';
import { alikeMisses } from '../view/misses';
import { decidedByFew, growsByFactors, hasNoSignal, withoutFeatures } from '../view/noSignal';
import { pairedErrors } from '../view/resampling';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { shownLane } from './race';

/** Rivals that need no kernel, the plainest first. */
const PLAIN: readonly LaneId[] = ['mean', 'column', 'line'];

/**
 * The finding that a plain rival is as good as the fit, or not clearly worse: "A straight line is as good here."
 * Undefined where none is, where the fit is not the one that its race chose, and where the finding is that nothing was
 * found. Where rows far out decide squared errors, the finding is instead that Huber's loss is lower.
 */
export function plainRival(view: RunView): Sentence | undefined {
  const chosen = chosenOf(view);
  if (chosen === undefined) return undefined;
  const huber = decidingHuber(chosen);
  const rival = nearest(view, chosen);
  const better = chosen.race.lanes.some(({ difference }) => difference?.verdict === 'better');
  const isLine = chosen.own.id === 'line' && !better;
  // By squared errors that a few rows decide, a rival that is as good says nothing about what can be found.
  if (huber && (rival || isLine)) return sentence('Rows far out decide this fit. ', huberLower(huber), '.');
  if (rival) {
    const who = capitalised(plainName(rival));
    return rival.difference?.verdict === 'as good'
      ? claimed('as-good', '', `${who} is as good here.`)
      : claimed('plain-rival', '', `${who} is not clearly worse here.`);
  }
  if (!isLine) return undefined;
  return stressed('No kernel tried is clearly better than a straight line.');
}

/** The lane of that rival; undefined where there is none. */
export function plainLane(view: RunView): RaceLane | undefined {
  const chosen = chosenOf(view);
  return chosen && rivalOf(view, chosen);
}

/** The margin between that rival and the fit: "On the same folds its error is 2 % higher (−1 to 5)." */
export function rivalMargin(view: RunView): Sentence | undefined {
  const chosen = chosenOf(view);
  const rival = chosen && rivalOf(view, chosen);
  const margin = rival && marginOf(chosen, rival);
  return margin ? sentence(`On the same folds ${margin}`) : undefined;
}

/**
 * The margin of a straight line that is clearly worse on folds of the training rows, of which there are more than new
 * rows: " On folds of the other rows its error is 24 % higher (11 to 37)."
 */
export function lineMargin(view: RunView): string {
  const chosen = chosenOf(view);
  const line = chosen?.race.lanes.find(({ id, difference }) => id === 'line' && difference?.verdict === 'worse');
  const margin = chosen && line && !decidingHuber(chosen) ? marginOf(chosen, line) : undefined;
  return margin ? ` On folds of the other rows ${margin}` : '';
}

/** "its error is 2 % higher (−1 to 5)." */
function marginOf({ race, own }: Chosen, { difference }: RaceLane): string | undefined {
  const whole = own.error?.value;
  if (!difference || !whole) return undefined;
  const points = race.loss === 'misclassified';
  const scale = points ? 100 : 100 / whole;
  const more = difference.value >= 0 ? 1 : -1;
  const [low, high] = difference.interval.map((end) => more * scale * end).sort((a, b) => a - b);
  const text = (value: number) => fixed(value, high - low < 2 ? 1 : 0);
  const size = text(Math.abs(scale * difference.value));
  const how = points
    ? `it gets ${size} points ${more > 0 ? 'less' : 'more'}`
    : `its error is ${size}\u202f% ${more > 0 ? 'higher' : 'lower'}`;
  return `${how} (${text(low)} to ${text(high)}).`;
}

interface Chosen {
  readonly race: Race;
  readonly own: RaceLane;
}

/** Undefined once the sliders have left the fit that the race chose: nothing was judged there, and a drag has no time for it. */
function chosenOf(view: RunView): Chosen | undefined {
  if (view.moved || view.robust?.moved) return undefined;
  const { race, parameters } = view.run;
  const own = race?.lanes.find(({ id }) => id === race.chosen);
  // Quantile fits have no error of a single prediction on new rows.
  if (!race || !own || race.loss === 'pinball' || shownLane(race, parameters) !== own.id) return undefined;
  // Squared errors of a target that grows by factors are those of its largest numbers, and say nothing of other rows.
  return hasNoSignal(view) || growsByFactors(view) ? undefined : { race, own };
}

/** Huber's fit, where its error is clearly lower. */
const decidingHuber = ({ race: { huber } }: Chosen): Race['huber'] =>
  huber?.lower && huber.difference.verdict === 'better' ? huber : undefined;

/** The result of `nearest`, unless rows far out decide which that is. */
const rivalOf = (view: RunView, chosen: Chosen): RaceLane | undefined =>
  decidingHuber(chosen) ? undefined : nearest(view, chosen);

/** The plainest rival that is as good on the folds, otherwise the plainest that is not clearly worse; new rows must not tell it from the fit either. */
function nearest(view: RunView, { race, own }: Chosen): RaceLane | undefined {
  const plain = PLAIN.flatMap((id) => race.lanes.find((lane) => lane.id === id && id !== own.id) ?? []);
  const near = plain.filter((lane) => !toldApart(view, lane));
  return (
    near.find(({ difference }) => difference?.verdict === 'as good') ??
    near.find(({ difference }) => difference?.verdict === 'unclear' && difference.share < AS_GOOD)
  );
}

/**
 * True when held-out rows, as predicted by the fit and by a rival, show which is better. False when nothing is held
 * out.
 */
function toldApart(view: RunView, { id }: RaceLane): boolean {
  const [low, high] = heldOutBeside(view, id)?.above ?? [0, 0];
  return low > 0 || high < 0;
}

/**
 * The finding that a way without a kernel predicts the held-out rows better than the fit, beyond what other rows of
 * the kind would change: "A straight line is better on these rows." Of several ways the plainest is taken. Undefined
 * where a few rows decide, where the sliders have moved, and where the finding is that nothing was found.
 */
export function betterRival(view: RunView): Sentence | undefined {
  const { run, robust, moved } = view;
  if (moved || robust?.moved || robust?.fit.taus || decidedByFew(view) || hasNoSignal(view)) return undefined;
  const race = run.race?.lanes ?? [];
  // If folds of the other rows say the opposite, new rows by themselves are too little evidence.
  const worse = (id: LaneId) => race.find((lane) => lane.id === id)?.difference?.verdict === 'worse';
  // A fit with a linear kernel is a straight line already.
  const others = PLAIN.filter((id) => id !== 'line' || run.kernel.kind !== 'linear');
  const plainest = others.find((id) => !worse(id) && heldOutBeside(view, id)?.verdict === 'better');
  if (plainest === undefined) return ridgeBetter(view);
  const mean = run.classes ? withoutFeatures(run) : 'always predicting the mean';
  const baseline = run.baselines?.find(({ kind }) => kind === plainest);
  const who = baseline ? wayOf(baseline).than : mean;
  return stressed(`${capitalised(who)} is better on these rows.`);
}

/**
 * The finding that ordinary ridge with the same kernel predicts rows left out better than a robust or sparse fit, or one
 * with unpenalised features, beyond what other rows would change. These are training rows, by fits without their fold,
 * and beside robust fits held-out ones too. "Ordinary ridge with the same kernel is better: mean absolute error 0.21
 * against 0.24 on rows left out."
 */
export function ridgeBetter(view: RunView): Sentence | undefined {
  const { run, robust } = view;
  if (robust === undefined) return unconditionedBetter(run);
  if (robust.moved || robust.fit.taus) return undefined;
  const { errors, squared, scored } = robust.fit;
  const { observed = [], predicted = [] } = run.holdout ?? {};
  const left = squared.errors ? [errors, squared.errors] : [[], []];
  const [own, ridge] = [predicted, squared.holdout?.predicted ?? []].map((of, i) =>
    Float64Array.from([...left[i], ...Array.from(of, (v, j) => observed[j] - v)]),
  );
  if (own.length < 2 || own.length !== ridge.length || !ridge.every(Number.isFinite)) return undefined;
  const { error, difference } = pairedErrors('mae', new Float64Array(own.length), own, ridge, alikeMisses(view));
  // Fits without a fold share rows, which makes their errors less independent than these are taken to be (Nadeau and Bengio 2003).
  const shared = squared.errors ? Math.sqrt(1 + scored.folds / (scored.folds - 1)) : 1;
  const [centre, half] = [(difference[0] + difference[1]) / 2, (shared * (difference[1] - difference[0])) / 2];
  if (pairedVerdict([centre - half, centre + half], error) !== 'worse') return undefined;
  const lower = ridge.reduce((sum, v) => sum + Math.abs(v), 0) / ridge.length;
  return ridgeIsBetter(run, 'mean absolute error', lower, error);
}

function unconditionedBetter(run: RunView['run']): Sentence | undefined {
  const { conditioning } = run;
  if (conditioning?.difference.verdict !== 'worse') return undefined;
  return ridgeIsBetter(run, 'RMSE', conditioning.ridge, conditioning.fit);
}

function ridgeIsBetter(run: RunView['run'], error: string, ridge: number, own: number): Sentence {
  const { miss } = formsOf(run).error;
  const told = `: ${error} ${miss(ridge)} against ${miss(own)} on rows left out.`;
  return claimed('ridge-better', '', 'Ordinary ridge with the same kernel is better', told);
}

/**
 * Compares a rival with the fit by their errors on held-out rows, as predicted: the 95 % interval of how far the rival
 * is above, and the verdict; undefined where nothing is held out.
 */
function heldOutBeside(view: RunView, id: LaneId) {
  const pair = view.run.classes ? mistakes(view, id) : predictions(view, id);
  if (pair === undefined || pair.observed.length < 2) return undefined;
  const { observed, own, rival } = pair;
  const squared = view.robust === undefined && view.run.classes === undefined;
  const { error, difference } = pairedErrors(squared ? 'rmse' : 'mae', observed, own, rival, alikeMisses(view));
  const above = [-difference[1], -difference[0]] as const;
  return { above, verdict: pairedVerdict(above, error) };
}

interface Pair {
  readonly observed: Float64Array;
  readonly own: Float64Array;
  readonly rival: Float64Array;
}

function predictions({ run, ...view }: RunView, id: LaneId): Pair | undefined {
  if (run.holdout === undefined) return undefined;
  const { observed, predicted: own } = run.holdout;
  const rival =
    id === 'mean'
      ? observed.map(() => run.mean)
      : baselineWays({ run, ...view }).find((way) => way.id === id)?.predicted;
  return rival && { observed, own, rival };
}

/** The same for classes: 1 where a row is wrong, beside zeros. */
function mistakes(view: RunView, id: LaneId): Pair | undefined {
  const { judged, heldOut, levels = [] } = classesAt(view) ?? {};
  if (!judged || !heldOut) return undefined;
  const truth = Array.from(judged.observed);
  const wrong = (of: (i: number) => number) => Float64Array.from(truth, (level, i) => Number(of(i) !== level));
  const observed = new Float64Array(truth.length);
  const own = wrong((i) => judged.predicted[i]);
  if (id === 'mean') {
    const rows = levels.map((_, k) => truth.filter((level) => level === k).length);
    return { observed, own, rival: wrong(() => rows.indexOf(Math.max(...rows))) };
  }
  const way = classBaselineWays(view, truth.length).find((one) => one.id === id);
  return way && { observed, own, rival: wrong((i) => way.levels[i]) };
}

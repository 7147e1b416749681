import type { Calibration, ClassSets, Estimated, LevelQuality, ProbabilityQuality } from '../contract/classes';
import type { Design, RowDivision, Sample } from '../contract/data';
import type { ParameterSchema, Parameters } from '../contract/method';
import type { Model } from '../contract/model';
import type { ChosenParameter, ClassResult } from '../contract/run';
import { divide } from '../data/folds';
import { invalid } from '../parameters/asked';
import { CLASS_PARAMETERS } from '../parameters/common';
import { calibrate } from '../statistics/calibrate';
import { byLevel, probabilitiesOf } from '../statistics/calibration';
import { confusionOf, type Decision, decidedLevels, shareInterval, THRESHOLD, wilson } from '../statistics/classes';
import { learnSets } from '../statistics/classSets';
import { rightAlike, rowsPerLeftOut } from '../statistics/designEffect';
import { meanOf } from '../statistics/mean';
import { averagePrecision, lossVariances, meanLoss, rankingLosses, rankRows, rocArea } from '../statistics/ranking';
import { NORMAL_95 } from '../statistics/student';
import type { HoldoutResult } from './holdout';
import type { Problem } from './problem';

/** The number of parts of the rows left out, each judged by a calibration of the others. */
const PARTS = 5;

/** Scores of some rows by output, and the positions of their true levels. */
export interface LevelScores {
  readonly scores: readonly Float64Array[];
  readonly codes: Float64Array;
}

/** A rule that turns the outputs of a classification into levels and probabilities. */
export interface Classifier extends Decision {
  readonly levels: readonly string[];
  /** Training rows (`at`, 0-based) that were left out of the fit that scored them. */
  readonly leftOut: LevelScores & { readonly at: Uint32Array; readonly probabilities?: readonly Float64Array[] };
  readonly sets?: ClassSets;
}

/** The weights of rows left out, and the offsets that undo class weights. */
interface Counted {
  readonly weights?: Float64Array;
  readonly offsets?: readonly number[];
}

/**
 * The calibration on rows left out, `rows` of the training rows (0-based). Row weights count, class weights do not: probabilities are those
 * of the rows as they come. A threshold that was not set is 0.5 or, with class weights, w₀/(w₀ + w₁), at which both mistakes weigh the same.
 */
export function classifierOf(
  { codes = new Float64Array(0), classes: levels = [], rootWeights, classWeights }: Problem,
  leftOut: readonly Float64Array[],
  rows: Uint32Array,
  set: number | undefined,
): Classifier {
  if (set !== undefined && levels.length > 2)
    throw invalid(
      'threshold',
      set,
      `threshold is for two classes; with ${levels.length} the largest score decides. Leave threshold out.`,
    );
  const own = Float64Array.from(rows, (row) => codes[row]);
  const weights =
    rootWeights && Float64Array.from(rows, (row) => rootWeights[row] ** 2 / (classWeights?.[codes[row]] ?? 1));
  const counted: Counted = {
    ...(weights && { weights }),
    ...(classWeights && levels.length > 2 && { offsets: classWeights.map((w) => -Math.log(w)) }),
  };
  const calibration = calibrate(leftOut, own, levels.length, counted);
  const probabilities = calibration && crossCalibrated({ scores: leftOut, codes: own }, counted, levels, calibration);
  const balanced = classWeights ? classWeights[0] / (classWeights[0] + classWeights[1]) : THRESHOLD;
  return {
    levels,
    leftOut: { scores: leftOut, codes: own, at: rows, ...(probabilities && { probabilities }) },
    ...(calibration && probabilities && { calibration, sets: learnSets(byLevel(probabilities), own) }),
    ...(levels.length === 2 && { threshold: set ?? balanced }),
  };
}

/** The classes as a stored model has them; the threshold is stored only if it is not the usual one. */
export function modelClasses(column: string, { levels, calibration, threshold, sets }: Classifier): Model['classes'] {
  return {
    column,
    levels,
    ...(calibration && { calibration }),
    ...(threshold !== undefined && threshold !== THRESHOLD && { threshold }),
    ...(sets && { sets }),
  };
}

/** The values that the schema's parameters of classes took. */
export function classParameters(classifier: Classifier | undefined): ChosenParameter[] {
  if (classifier?.threshold === undefined) return [];
  const rule = classifier.threshold === THRESHOLD ? 'default' : 'the equivalent for balanced classes';
  return [{ name: 'threshold', title: 'Threshold', value: classifier.threshold, rule }];
}

/** The held-out rows as the outputs score them. */
export function classHoldout(
  { holdout: sample }: Design,
  holdout: readonly HoldoutResult[] | undefined,
): LevelScores | undefined {
  return holdout && sample && { scores: holdout.map(({ predictions }) => predictions.predicted), codes: sample.y };
}

/** Counts, accuracy and probabilities: of the held-out rows if there are any, otherwise of the training rows left out. */
export function classResult(
  classifier: Classifier,
  training: Pick<Sample, 'y' | 'rows' | 'lines'>,
  heldOut: LevelScores | undefined,
  division?: RowDivision,
): ClassResult {
  const { levels, calibration, threshold, sets, leftOut } = classifier;
  const judged = heldOut ?? leftOut;
  const predicted = decidedLevels(judged.scores, classifier);
  const right = judged.codes.map((code, i) => Number(predicted[i] === code));
  const divided = heldOut ? division : asHeldOut(division, leftOut.at);
  const least = heldOut ? 1 : rowsPerLeftOut(leftOut.codes.length);
  const alike: Alike = (of, some) => Math.max(least, divided ? rightAlike(divided, of, some) : 1);
  const result = {
    levels,
    heldOut: heldOut !== undefined,
    ...levelCounts(levels, judged.codes, predicted, training.y, alike(right)),
  };
  if (calibration === undefined || leftOut.probabilities === undefined) return result;
  const probabilities = heldOut ? probabilitiesOf(calibration, judged.scores) : leftOut.probabilities;
  const at = (numbers: Uint32Array) => Uint32Array.from(leftOut.at, (i) => numbers[i]);
  return {
    ...result,
    calibration,
    ...(threshold !== undefined && { threshold }),
    probability: {
      ...qualityOf(levels, judged, probabilities, predicted, right, alike),
      ...(heldOut && division?.kind === 'together' && { unit: Uint32Array.from(division.heldOut ?? []) }),
    },
    ...(sets && { sets }),
    leftOut: {
      rows: at(training.rows),
      lines: at(training.lines),
      observed: Uint16Array.from(leftOut.codes),
      scores: leftOut.scores,
      probabilities: leftOut.probabilities,
    },
  };
}

/** The division with the groups that folds left out, of training rows `at`, in place of those held out. */
function asHeldOut(division: RowDivision | undefined, at: Uint32Array): RowDivision | undefined {
  if (division?.kind !== 'together') return undefined;
  return { ...division, heldOut: Int32Array.from(at, (i) => division.unit[i]) };
}

/**
 * Counts and accuracy of predicted levels. `observed` and `predicted` hold positions in `levels`; `training` those of the
 * training rows. `designEffect` rows say as much as one that is right or wrong by itself.
 */
export function levelCounts(
  levels: readonly string[],
  observed: ArrayLike<number>,
  predicted: ArrayLike<number>,
  training: ArrayLike<number>,
  designEffect = 1,
): Pick<ClassResult, 'confusion' | 'accuracy' | 'accuracyInterval' | 'designEffect' | 'baseline'> {
  const count = levels.length;
  const confusion = confusionOf(observed, predicted, count);
  let right = 0;
  for (let l = 0; l < count; l++) right += confusion[l * count + l];
  const frequency = new Uint32Array(count);
  for (let i = 0; i < training.length; i++) frequency[training[i]]++;
  const mostCommon = frequency.indexOf(Math.max(...frequency));
  let baseline = 0;
  for (let j = 0; j < observed.length; j++) if (observed[j] === mostCommon) baseline++;
  const m = observed.length;
  const accuracyInterval = wilson(right, m, designEffect);
  const alike = designEffect > 1 && { designEffect };
  return { confusion, accuracy: right / m, accuracyInterval, ...alike, baseline: baseline / m };
}

/**
 * Probabilities of the rows left out, each part by the calibration of the others: no row is judged by a calibration
 * that has seen it.
 */
function crossCalibrated(
  { scores, codes }: LevelScores,
  { weights, offsets }: Counted,
  levels: readonly string[],
  whole: Calibration,
): Float64Array[] {
  const all = scores.map(() => new Float64Array(codes.length));
  const parts = Math.min(PARTS, codes.length);
  const { of: part } = divide(codes.length, parts, 0, { codes });
  const rows = Uint32Array.from(codes.keys());
  for (let f = 0; f < parts; f++) {
    const [own, rest] = [rows.filter((i) => part[i] === f), rows.filter((i) => part[i] !== f)];
    const of = (values: Float64Array, at: Uint32Array) => Float64Array.from(at, (i) => values[i]);
    const calibration =
      calibrate(
        scores.map((values) => of(values, rest)),
        of(codes, rest),
        levels.length,
        { ...(weights && { weights: of(weights, rest) }), offsets },
      ) ?? whole;
    probabilitiesOf(
      calibration,
      scores.map((values) => of(values, own)),
    ).forEach((values, o) => {
      own.forEach((i, j) => {
        all[o][i] = values[j];
      });
    });
  }
  return all;
}

/** The lowest value that a probability counts as, so that one certain mistake does not make the mean infinite. */
const LEAST = Number.EPSILON;

/** How many rows, of all or of some, say as much as one that is right (1) or wrong (0) by itself, or has a loss by itself. */
type Alike = (right: Float64Array, some?: Uint32Array) => number;

/** The fraction of 1 among some rows. */
function fractionOf(right: ArrayLike<number>, some: Uint32Array, alike: Alike): Estimated {
  const among = Float64Array.from(some, (i) => right[i]);
  const value = meanOf(among);
  return { value, interval: shareInterval(value, some.length / alike(among, some), NORMAL_95) };
}

function qualityOf(
  levels: readonly string[],
  { scores, codes }: LevelScores,
  probabilities: readonly Float64Array[],
  predicted: ArrayLike<number>,
  right: Float64Array,
  alike: Alike,
): ProbabilityQuality {
  const rows = Uint32Array.from(codes.keys());
  const two = levels.length === 2;
  const each = byLevel(probabilities);
  const mean = (loss: (level: number, i: number) => number) => {
    const losses = codes.map(loss);
    return meanLoss(losses, alike(losses), lossVariances(each, loss));
  };
  return {
    observed: Uint16Array.from(codes),
    scores,
    probabilities,
    logLoss: mean((level, i) => -Math.log(Math.max(LEAST, each[level][i]))),
    brier: mean((level, i) => {
      const squares = each.map((of, k) => (of[i] - Number(k === level)) ** 2);
      return two ? squares[0] : squares.reduce((sum, square) => sum + square);
    }),
    levels: levels.map((level, k): LevelQuality => {
      const first = two && k === 0;
      const score = two ? scores[0] : scores[k];
      const own = (i: number) => codes[i] === k;
      const ordered = first ? score.map((s) => -s) : score;
      const ranked = rankRows(ordered, own);
      const [taken, of] = [rows.filter((i) => predicted[i] === k), rows.filter(own)];
      const told = ranked.positives > 0 && ranked.negatives > 0;
      return {
        level,
        rows: of.length,
        ...(taken.length > 0 && { precision: fractionOf(right, taken, alike) }),
        ...(of.length > 0 && { recall: fractionOf(right, of, alike) }),
        ...(told && { rocArea: rocArea(ranked, NORMAL_95, alike(rankingLosses(ordered, own))) }),
        ...(ranked.positives > 0 && { averagePrecision: averagePrecision(ranked) }),
      };
    }),
  };
}

/**
 * The design with row weights times class weights: balanced, W/(K·W_k) with W_k the weight of the rows of class k of K,
 * so that all classes have the same total weight and the mean stays 1; or `known` weights by class. Throws
 * `parameter/invalid` for parameters that mean nothing for a number.
 */
export function weighClasses(
  design: Design,
  { classWeight = 'none', threshold }: Parameters,
  known?: readonly number[],
): { readonly design: Design; readonly classWeights?: readonly number[] } {
  const { classes, train, target } = design;
  if (!classes) {
    const [name, value] = threshold === undefined ? ['classWeight', classWeight] : ['threshold', threshold];
    if (threshold === undefined && classWeight === 'none') return { design };
    throw invalid(
      name,
      String(value),
      `${name} is for classes, and ${target} is a number here. Leave ${name} out, or set task to classify.`,
    );
  }
  if (classWeight === 'none') return { design };
  const classWeights = known ?? balancedWeights(classes, train);
  const { y, weights } = train;
  const weighted = y.map((code, i) => (weights?.[i] ?? 1) * classWeights[code]);
  return { design: { ...design, train: { ...train, weights: weighted } }, classWeights };
}

function balancedWeights(classes: readonly string[], { y, weights }: Sample): readonly number[] {
  const total = new Float64Array(classes.length);
  for (let i = 0; i < y.length; i++) total[y[i]] += weights?.[i] ?? 1;
  const sum = total.reduce((a, b) => a + b, 0);
  const present = total.filter((w) => w > 0).length;
  return Array.from(total, (w) => (w > 0 ? sum / (present * w) : 1));
}

const OF_CLASSES: ReadonlySet<string> = new Set(CLASS_PARAMETERS.map(({ name }) => name));

/** The parameters that a run lists: those of classes only if there are classes. */
export function classSchema(
  schema: readonly ParameterSchema[],
  classifier: Classifier | undefined,
): readonly ParameterSchema[] {
  return classifier ? schema : schema.filter(({ name }) => !OF_CLASSES.has(name));
}

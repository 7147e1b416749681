import type { Sentence } from '../../engine/contract/figure';
import type { Note } from '../../engine/contract/note';
import { filterNumbers } from '../../engine/filters/anyFilter';
import { mostCommon, wilson } from '../../engine/statistics/classes';
import { isLogarithm, loggedIn } from '../../engine/words/logarithmName';
import { count, fixed, inUnits, NARROW, percent, percentRange, percentsApart, plain } from '../../engine/words/numbers';
import { capitalised, claimed, counted, sentence, stressed } from '../../engine/words/sentence';
import { approximationRows } from '../features/notes';
import { betterRival, plainRival } from '../lanes/rival';
import { coverageAt } from '../robust/calibration';
import { robustNumbers } from '../robust/numbers';
import { leftOutLead, strengthRows, TOLD_BY_STRENGTH } from '../robust/overview';
import { filterRows } from '../spectral/filter';
import { alikeMisses, closerWay, independentRows, type Missed, missesOf, missForm } from '../view/misses';
import { decidedByFew, hasNoSignal, withoutFeatures } from '../view/noSignal';
import type { KeyNumber, ParameterRow } from '../view/overviewTypes';
import { LEAST_MISSES, MANY_MISSES } from '../view/targetForms';
import type { RunView } from '../view/view';
import { viewNotes } from '../view/viewNotes';
import { directionsText } from '../words/filterWords';
import { algebraRow, chosenRows, heldOutHow, leftOutHow, splitRow } from '../words/runWords';
import { mainMistake } from './classes';
import { type ClassesView, classesAt } from './classView';
import { keyNumbers, performance, scoreIntervals } from './keyNumbers';
import { shortened } from './levelNames';
import { unpenalisedBlocks, unpenalisedText } from './unpenalised';

/** The finding, its uncertainty, and the parameters of the fit. */
export interface Overview {
  readonly lead: Sentence;
  /** The comparison behind the lead, its uncertainty, and the rows it is on. */
  readonly than?: Sentence;
  readonly numbers: readonly KeyNumber[];
  readonly parameters: readonly ParameterRow[];
  readonly notes: readonly Note[];
}

export function overviewOf(view: RunView): Overview {
  return {
    ...verdict(view),
    numbers: view.robust ? robustNumbers(view) : keyNumbers(view),
    parameters: parameterRows(view),
    notes: viewNotes(view).filter((note) => !BESIDE_FIGURES.has(note.code)),
  };
}

function verdict(view: RunView): Pick<Overview, 'lead' | 'than'> {
  const classes = classesAt(view);
  return classes ? classVerdict(view, classes) : (bandVerdict(view) ?? valueVerdict(view));
}

/** Says that no kernel tried finds anything. */
function nothingFound({ run }: RunView): Sentence {
  const read = run.data.dropped.some(({ what }) => what === 'column') ? ', in the columns that were read' : '';
  const guess = run.classes ? withoutFeatures(run) : 'its mean';
  const target = run.classes ? run.request.design.target : run.target;
  const better = ` that predicts ${target} better than ${guess}${read}.`;
  return claimed('nothing-found', '', 'No kernel tried finds anything', better);
}

function classVerdict(view: RunView, classes: ClassesView): Pick<Overview, 'lead' | 'than'> {
  const nothing = hasNoSignal(view) ? nothingFound(view) : undefined;
  const finding = nothing ?? rankingLead(classes) ?? betterRival(view) ?? plainRival(view);
  // With more than two classes the figure beside it says so.
  const mistake = nothing || classes.levels.length > 2 ? '' : mainMistake(classes);
  const than = classes.rows > 0 && {
    than: sentence(`${classThan(view, classes, finding !== undefined)} ${mistake}`.trimEnd()),
  };
  return { lead: finding ?? classLead(classes), ...than };
}

/**
 * The finding where predictions are no better than a guess: how well the scores tell which rows are likely to be of a
 * class, or, of several classes, not of the most common one.
 */
function rankingLead({ levels, ranking }: ClassesView): Sentence | undefined {
  if (ranking === undefined) return undefined;
  const { level, observed } = ranking;
  const name = shortened(levels[level], levels);
  const which =
    levels.length > 2 && mostCommon(observed).level === level
      ? `less likely ${name}: one that is not scores below one that is`
      : `more likely ${name}: one that is scores above one that is not`;
  return sentence(
    `Tells which rows are ${which} in `,
    percent(ranking.area.value),
    ` of pairs (${percentRange(ranking.area.interval)}).`,
  );
}

function valueVerdict(view: RunView): Pick<Overview, 'lead' | 'than'> {
  const { run, robust } = view;
  const { target } = run;
  const ways = missesOf(view);
  const none = robust === undefined && hasNoSignal(view);
  if (none) {
    return {
      lead: nothingFound(view),
      ...(ways && {
        than: sentence(
          `${besideRivals(
            view,
            ways.filter(({ id }) => id === 'fit' || id === 'mean'),
          )} ${measuredOn(view)}`,
        ),
      }),
    };
  }
  if (ways === undefined) {
    if (robust === undefined) return leftOutVerdict(view);
    const [lead, ...than] = [betterRival(view) ?? [], leftOutLead(view, robust)].filter(({ length }) => length > 0);
    return { lead, ...(than.length > 0 && { than: than[0] }) };
  }
  const [fit] = ways;
  if (fit.nine === 0) return { lead: sentence(`Predicts ${target} `, 'exactly', ' on rows it has not seen.') };
  const closer = closerWay(ways);
  const rival = closer
    ? stressed(`${capitalised(closer.than)} is closer to these rows.`)
    : (betterRival(view) ?? plainRival(view));
  if (rival) return { lead: rival, than: sentence(`${besideRivals(view, ways)} ${measuredOn(view)}`) };
  const beside = reachesMean(view) ? `Beside it, ${rivalsText(view, ways.slice(1))}. ` : '';
  return { lead: missLead(view, fit), than: sentence(`${beside}${measuredOn(view)}${inFactors(view, fit)}`) };
}

function missLead(view: RunView, { half, nine }: Missed): Sentence {
  const written = missForm(view);
  const rows = independentRows(view);
  const halfOf = `: half of ${alikeMisses(view) < ALIKE ? 'new' : 'these'} rows are closer`;
  const few = rows < LEAST_MISSES;
  const about = rows < MANY_MISSES ? 'about ' : '';
  return claimed(
    'typical-miss',
    few ? 'Typical miss about ' : 'Typical miss ',
    written.half(half),
    ...(few ? [`${halfOf}.`] : [`${halfOf}, ${about}nine in ten within `, written.nine(nine), '.']),
  );
}

/** Converts a miss of a logarithm into a factor of its column: " A miss of 0.12 is a factor of 1.13 in price." */
function inFactors(view: RunView, { half }: Missed): string {
  const { inspection, target } = view.run;
  const reading = inspection.columns.find(({ name }) => name === target)?.reading;
  if (!isLogarithm(reading)) return '';
  return ` A miss of ${missForm(view).half(half)} is a factor of ${plain(Math.exp(half), 3)} in ${loggedIn(target)}.`;
}

/** Consecutive rows are said to be missed alike when at least this many of them say as much as one. */
const ALIKE = 2;

/** True when new rows leave open that the mean predicts them as well. */
const reachesMean = (view: RunView): boolean => (scoreIntervals(view)?.r2[0] ?? 1) <= 0;

/** "Typical miss 0.86; a straight line: 0.88; always predicting the mean: 0.80." */
const besideRivals = (view: RunView, [fit, ...rivals]: readonly Missed[]): string =>
  `Typical miss ${missForm(view).half(fit.half)}; ${rivalsText(view, rivals)}.`;

function rivalsText(view: RunView, rivals: readonly Missed[]): string {
  const { half } = missForm(view);
  return rivals.map((rival) => `${rival.than}: ${half(rival.half)}`).join('; ');
}

/** The rows that the error was measured on, and how much of their variance is explained. */
function measuredOn(view: RunView): string {
  const { run } = view;
  const asFitted = view.holdout()?.live === false ? ', as fitted' : '';
  const alike =
    alikeMisses(view) < ALIKE
      ? ''
      : `; missed alike, they say as much as ${counted(Math.ceil(independentRows(view)), 'row')}`;
  const rows = `${counted(run.holdout?.observed.length ?? 0, 'new row')}, ${heldOutHow(run.request)}${asFitted}${alike}`;
  if (decidedByFew(view)) return `${rows}. A few rows far out decide squared errors and R² here.`;
  const { r2 } = performance(view);
  const interval = scoreIntervals(view)?.r2;
  if (!Number.isFinite(r2) || interval === undefined || !interval.every(Number.isFinite)) return `${rows}.`;
  const [low, high] = interval;
  if (low <= 0) return `${rows}; R² ${fixed(r2, 2)} (${fixed(low, 2)} to ${fixed(high, 2)}).`;
  const [explained, sure] = [percent(r2), percentRange([low, high])];
  return `${rows}. Explains ${explained} of their variance${sure === explained ? '' : ` (${sure})`}.`;
}

/** Fewer rows than this say little about others. */
const FEW = 20;

/** The verdict of leave-one-out, where no rows are held out. */
function leftOutVerdict(view: RunView): Pick<Overview, 'lead' | 'than'> {
  const { target } = view.run;
  const { rmse, r2 } = performance(view);
  if (!Number.isFinite(rmse))
    return {
      lead: sentence(`Fits ${target} with `, `${directionsText(view.risk.degreesOfFreedom)} degrees of freedom`, '.'),
    };
  const where = `when ${leftOutHow(view.run) ?? 'each row is'} left out in turn`;
  if (rmse === 0) return { lead: sentence(`Predicts ${target} `, 'exactly', ` ${where}.`) };
  const error = sentence(`The RMSE of ${target} ${where} is `, inUnits(rmse, 2)(rmse), '.');
  const few =
    view.facts.n < FEW
      ? ` ${count(view.facts.n)} rows are too few to rely on it: errors on new rows may be several times as large.`
      : '';
  const explains = r2 > 0 ? sentence('Explains ', percent(r2), ` of the variance.${few}`) : sentence(few.trimStart());
  const plain = betterRival(view) ?? plainRival(view);
  if (plain) return { lead: plain, than: [...error, ...sentence(' '), ...explains] };
  return { lead: error, ...(explains.length > 0 && { than: explains }) };
}

/** For quantiles: how many new rows lie between the outermost levels, and how far apart these are. */
function bandVerdict(view: RunView): Pick<Overview, 'lead' | 'than'> | undefined {
  const { robust, run } = view;
  const taus = robust?.fit.taus;
  if (!robust || !taus) return undefined;
  const { heldOut, fit } = robust;
  const observed = run.holdout?.observed;
  if (heldOut === undefined || observed === undefined) return { lead: leftOutLead(view, robust) };
  const covered = coverageAt(fit, { observed, metrics: run.metrics }, heldOut);
  const rows = `${counted(observed.length, 'new row')}, ${heldOutHow(run.request)}${heldOut.live ? '' : ', as fitted'}.`;
  if (covered === undefined) {
    const below = observed.filter((v, j) => v <= heldOut.levels[0][j]).length;
    const perBelow = fit.calibration?.[0]?.designEffect ?? 1;
    const held = percentRange(wilson(below, observed.length, perBelow));
    const lead = stressed(
      percent(below / observed.length),
      ` of new rows lie below the prediction (${held}), where ${percent(taus[0])} should.`,
    );
    return { lead, than: sentence(rows) };
  }
  const [low, high] = [heldOut.levels[0], heldOut.levels[heldOut.levels.length - 1]];
  const widths = high.map((v, j) => v - low[j]).sort();
  const width = (share: number) => widths[Math.round(share * (widths.length - 1))];
  const text = inUnits(width(0.5) || width(1) || 1, 2);
  const middle = missesOf(view)?.[0];
  return {
    lead: sentence(
      `${percent(covered.nominal)} band: holds `,
      percent(covered.share),
      ` of new rows (${percentRange(covered.interval)}), and is `,
      text(width(0.5)),
      ' wide for the typical row.',
    ),
    than: sentence(`${rows}${middle ? ` Typical miss of the median ${missForm(view).half(middle.half)}.` : ''}`),
  };
}

/** The rows that it was measured on, and its uncertainty. */
function classThan(view: RunView, classes: ClassesView, plain: boolean): string {
  const { rows, interval, heldOut, accuracy, baseline } = classes;
  const [right, guessed] = percentsApart(accuracy, baseline);
  const beside = plain
    ? `This fit classifies ${right} correctly; always guessing the most common class gets ${guessed}. `
    : '';
  const together = leftOutHow(view.run);
  const leftOut = together ? `; ${together} left out in turn` : ', each by a fit without it';
  const on = heldOut
    ? `${counted(rows, 'new row')}, ${heldOutHow(view.run.request)}`
    : `${counted(rows, 'row')}${leftOut}`;
  return `${beside}${on} (95${NARROW}%: ${percentRange(interval)}).`;
}

function classLead({ accuracy, baseline, interval, heldOut }: ClassesView): Sentence {
  const what = heldOut ? ' of new rows correctly' : ' of rows correctly by fits without them';
  const guessing = 'always guessing the most common class';
  const [right, guessed] = percentsApart(accuracy, baseline);
  if (interval[0] <= baseline)
    return sentence(`Classifies ${right}${what}, `, 'not clearly better', ` than ${guessing} (${guessed}).`);
  return sentence('Classifies ', right, `${what}; ${guessing} gets `, guessed, '.');
}

/** The kernel stands in the title, a rule in the row of what it chose, the seed with the rows it drew. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  'kernel',
  'lambdaRule',
  'kRule',
  'rRule',
  'tRule',
  'stepsRule',
  'lengthScaleRule',
  'unpenalised',
  'intercept',
  'seed',
]);

/**
 * Notes on how an estimate was computed, and others that ask for no decision: they belong beside the figure concerned.
 */
const BESIDE_FIGURES: ReadonlySet<string> = new Set([
  'cv/interpolated',
  'selection/shortcut',
  'lambda/gcv-disagrees',
  'spectrum/rank',
  'data/classes',
]);

function parameterRows(view: RunView): ParameterRow[] {
  const { run, facts, robust } = view;
  // The filter of a robust run is its ridge baseline's; a step size is then a parameter like any other.
  const ofFilter: ReadonlySet<string> = robust
    ? new Set([robust.fit.path.axis, ...TOLD_BY_STRENGTH])
    : new Set(Object.keys(filterNumbers(run.filter)));
  const rows = robust ? strengthRows(view) : filterRows(view);
  rows.push(...chosenRows(run, (name) => ofFilter.has(name) || SAID_ELSEWHERE.has(name)), ...approximationRows(view));
  const unpenalised = unpenalisedText({ ...run.model, unpenalised: unpenalisedBlocks(run) });
  if (unpenalised !== '')
    rows.push({ name: 'unpenalised', value: String(run.spectrum.unpenalised), rule: unpenalised });
  if (!robust) {
    const used = facts.rank === facts.count ? `all ${count(facts.count)}` : count(facts.rank);
    rows.push({ name: 'directions used', value: used, rule: 'numerical rank' });
  }
  rows.push(splitRow(run));
  const { weights } = run.request.design;
  if (weights !== undefined) rows.push({ name: 'row weights', value: weights, rule: 'column, scaled to mean 1' });
  return [...rows, algebraRow(run)];
}

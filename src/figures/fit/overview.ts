import type { Sentence } from '../../engine/contract/figure';
import type { Note } from '../../engine/contract/note';
import { filterNumbers } from '../../engine/filters/anyFilter';

import { orderInterval } from '../../engine/statistics/orderInterval';
import { count, inUnits, NARROW, percent } from '../../engine/words/numbers';
import { claimed, counted, sentence } from '../../engine/words/sentence';
import { approximationRows } from '../features/notes';
import { robustNumbers } from '../robust/numbers';
import { robustLead, strengthRows, TOLD_BY_STRENGTH } from '../robust/overview';
import { filterRows } from '../spectral/filterRows';
import { baselineWays } from '../view/heldOutBaselines';
import { decidedByFew, hasNoSignal } from '../view/noSignal';
import type { KeyNumber, ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { viewNotes } from '../view/viewNotes';
import { directionsText } from '../words/filterWords';
import { algebraRow, chosenRows, splitRow, splitWords } from '../words/runWords';
import { confusionFinding } from './classes';
import { type ClassesView, classesAt } from './classView';
import { between, intervalsOf, keyNumbers, performance } from './keyNumbers';
import { unpenalisedBlocks, unpenalisedText } from './unpenalised';

/** What was found, how sure, and with which parameters. */
export interface Overview {
  readonly lead: Sentence;
  /** Compared with what, how sure, and on which rows. */
  readonly than?: Sentence;
  readonly numbers: readonly KeyNumber[];
  readonly parameters: readonly ParameterRow[];
  readonly notes: readonly Note[];
}

export function overviewOf(view: RunView): Overview {
  return {
    ...(view.robust ? { lead: robustLead(view) } : verdict(view)),
    numbers: view.robust ? robustNumbers(view) : keyNumbers(view),
    parameters: parameterRows(view),
    notes: viewNotes(view).filter((note) => !BESIDE_FIGURES.has(note.code)),
  };
}

function verdict(view: RunView): Pick<Overview, 'lead' | 'than'> {
  const classes = classesAt(view);
  if (classes === undefined) return valueVerdict(view);
  return { lead: classLead(classes), ...(classes.rows > 0 && { than: confusionFinding(classes) }) };
}

function valueVerdict(view: RunView): Pick<Overview, 'lead' | 'than'> {
  const { target } = view.run;
  const { rmse, r2, heldOut } = performance(view);
  if (!Number.isFinite(rmse))
    return {
      lead: sentence(`Fits ${target} with `, `${directionsText(view.risk.degreesOfFreedom)} degrees of freedom`, '.'),
    };
  const where = heldOut ? 'on rows it has not seen' : 'when each row is left out in turn';
  if (rmse === 0) return { lead: sentence(`Predicts ${target} `, 'exactly', ` ${where}.`) };
  if (hasNoSignal(view))
    return {
      lead: claimed(
        'nothing-found',
        '',
        'No kernel tried finds anything',
        ` that predicts ${target} better than its mean ${where}${view.run.data.dropped.some(({ what }) => what === 'column') ? ', in the columns that were read' : ''}.`,
      ),
    };
  if (r2 <= 0 && !decidedByFew(view))
    return {
      lead: sentence(
        `Predicts ${target} `,
        'no better than its mean',
        ` ${where}: its RMSE is ${inUnits(rmse, 2)(rmse)}.`,
      ),
    };
  const misses = heldOut ? missesOf(view) : undefined;
  if (misses === undefined)
    return {
      lead: sentence(`The RMSE of ${target} ${where} is `, inUnits(rmse, 2)(rmse), '.'),
      ...(Number.isFinite(r2) && { than: sentence('Explains ', percent(r2), ' of the variance.') }),
    };
  const { half, nine, halfInterval, ofMean, ofLine, rows } = misses;
  const text = inUnits(nine, 2);
  // Nine in ten of a few rows is their largest miss but one.
  const tenth = rows >= LEAST_ROWS ? [', nine in ten by less than ', text(nine)] : [];
  const lead = claimed(
    'typical-miss',
    `Half of new values of ${target} are missed by less than `,
    text(half),
    ` (95${NARROW}%: ${text(halfInterval[0])} to ${text(halfInterval[1])})${tenth[0] ?? ''}`,
    tenth[1] ?? '',
    '.',
  );
  const line = ofLine ? `A straight line: ${text(ofLine.half)} and ${text(ofLine.nine)}; always` : 'Always';
  const mean = `${line} predicting the mean: ${text(ofMean.half)} and ${text(ofMean.nine)}. `;
  const split = splitWords(view.run.request);
  const last = split.startsWith('the last') ? `, ${split}` : '';
  const measured = ` Measured on ${counted(rows, 'row')} no fit has seen${last}.`;
  if (decidedByFew(view))
    return { lead, than: sentence(mean, 'A few rows far out', ` decide squared errors and R² here.${measured}`) };
  if (!Number.isFinite(r2)) return { lead, than: sentence(`${mean}${measured.trim()}`) };
  const interval = intervalsOf(view)?.r2;
  const between95 = interval ? between(interval, percent) : '';
  const sure = between95 === '' ? '' : ` (${between95})`;
  return { lead, than: sentence(`${mean}Explains `, percent(r2), ` of the variance${sure}.${measured}`) };
}

/** Fewer new rows say too little of nine in ten. */
const LEAST_ROWS = 20;

/** Half and nine tenths of the held-out rows are missed by less, by this fit, a straight line and the training mean. */
function missesOf(view: RunView) {
  const { run } = view;
  const predicted = view.holdout()?.predicted;
  if (!predicted || !run.holdout) return undefined;
  const { observed } = run.holdout;
  const sizes = (of: (i: number) => number) => observed.map((v, i) => Math.abs(v - of(i))).sort();
  const misses = (of: (i: number) => number) => {
    const sorted = sizes(of);
    const below = (share: number) => sorted[Math.min(sorted.length, Math.ceil(share * sorted.length)) - 1];
    return { half: below(0.5), nine: below(0.9) };
  };
  const line = baselineWays(view).find(({ id }) => id === 'line')?.predicted;
  return {
    ...misses((i) => predicted[i]),
    halfInterval: orderInterval(
      sizes((i) => predicted[i]),
      0.5,
    ),
    ofMean: misses(() => run.mean),
    ...(line && { ofLine: misses((i) => line[i]) }),
    rows: observed.length,
  };
}

function classLead({ accuracy, baseline, heldOut }: ClassesView): Sentence {
  const what = heldOut ? ' of new rows correctly' : ' of rows correctly by fits without them';
  const guessing = 'always guessing the most common class';
  if (accuracy <= baseline)
    return sentence(`Classifies ${percent(accuracy)}${what}, `, 'no better', ` than ${guessing}.`);
  return sentence('Classifies ', percent(accuracy), `${what}; ${guessing} gets ${percent(baseline)}.`);
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

/** How an estimate was computed, and what asks for no decision, belongs beside its figure. */
const BESIDE_FIGURES: ReadonlySet<string> = new Set([
  'cv/interpolated',
  'selection/shortcut',
  'lambda/gcv-disagrees',
  'spectrum/rank',
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

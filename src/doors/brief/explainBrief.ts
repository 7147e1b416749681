import type { FileSource } from '../../engine/contract/data';
import type { RowDifferences } from '../../engine/contract/explain';
import { toFailure } from '../../engine/contract/failure';
import type { Importance } from '../../engine/contract/importance';
import type { Model } from '../../engine/contract/model';
import { type AnyRun, isComponents, type RunResult } from '../../engine/contract/run';
import { kernelTitle } from '../../engine/kernels/kernelWords';
import { errorSentence, heldText } from '../../engine/model/cardText';
import { count, NARROW, percent, percentRange } from '../../engine/words/numbers';
import { rangesOf, rowsText } from '../../engine/words/rowRanges';
import { counted, plural } from '../../engine/words/sentence';
import { shiftWords } from '../../figures/improve/beforeAfter';
import { columnRises, importanceLoss, riseFormat } from '../../figures/improve/importance';
import { residualRows } from '../../figures/view/residualRows';
import { deriveView } from '../../figures/view/view';
import type { EngineCall } from '../house';
import { quotedName } from './lines';
import { type RunBrief, runBrief } from './runBrief';

/** The most columns that are listed. */
const LISTED = 8;
/** The most lines on what the rows have in common. */
const COMMON = 4;

/** Rows that do not fit, such as "3,7-9", and a sentence with their number and kind. */
interface OddRows {
  readonly rows: string;
  readonly what: string;
}

/** The measurements on a run's file that explain the run. */
export interface Explained {
  readonly importance?: Importance;
  /** Rows that do not fit, in a sentence, and their differences from the others. */
  readonly odd?: OddRows & { readonly differences?: RowDifferences };
  /** The reasons why something could not be measured. */
  readonly problems: readonly string[];
}

/** A run explained, without any text of a cell. */
export interface ExplainedRun extends Pick<RunBrief, 'what' | 'verdict' | 'warnings'> {
  readonly onColumns: readonly string[];
  readonly onRows: readonly string[];
  readonly nextSteps: readonly string[];
}

/** Measures what explains a run. `file` returns the run's file, or throws if it cannot be read; measurements that fail are listed as problems. */
export async function measured(run: AnyRun, call: EngineCall, file: () => Promise<FileSource>): Promise<Explained> {
  if (isComponents(run)) return { problems: [] };
  const problems: string[] = [];
  const tried = async <T>(measure: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await measure();
    } catch (error) {
      const { code, message } = toFailure(error);
      if (code === 'run/cancelled') throw error;
      problems.push(message);
      return undefined;
    }
  };
  const odd = oddRows(run);
  const request = await tried(async () => ({ ...run.request, source: await file() }));
  if (!request) return { ...(odd && { odd }), problems };
  const { importance: beside } = run;
  const importance =
    run.data.holdout > 0 && (beside === undefined || beside.unmeasured)
      ? await tried(() => call('importance', { request, model: run.model }))
      : beside;
  const differences = odd && (await tried(() => call('describeRows', { request, rows: odd.rows })));
  return {
    ...(importance && { importance }),
    ...(odd && { odd: { ...odd, ...(differences && { differences }) } }),
    problems,
  };
}

export function explained(run: AnyRun, { importance, odd, problems }: Explained): ExplainedRun {
  const { what, verdict, warnings, nextSteps } = runBrief(run);
  const rows = isComponents(run) ? [] : [...classLines(run), ...(odd ? [`${odd.what}: ${odd.rows}.`] : noneOdd(run))];
  return {
    what,
    verdict,
    warnings: [...problems, ...warnings],
    onColumns: importance ? columnLines(importance) : [],
    onRows: [...rows, ...(odd?.differences ? differenceLines(odd.differences) : [])],
    nextSteps: nextSteps.map(({ text }) => text),
  };
}

/** The sentence for rows that were judged one by one, none of which stands out. */
const noneOdd = ({ robust, holdout, model }: RunResult): readonly string[] =>
  robust || (holdout && !model.classes) ? ['No row stands out by its error.'] : [];

/** The columns that matter, the most important first. `row` is the kind of rows on which this was measured. */
function columnLines(importance: Importance, row = 'held-out row'): readonly string[] {
  const rises = columnRises(importance);
  const format = riseFormat(importance);
  const mattering = rises.filter(({ matters }) => matters);
  const idle = rises.length - mattering.length;
  const what = `the ${importanceLoss(importance)} on ${counted(importance.rows, row)}`;
  if (mattering.length === 0) return [`For no column can a rise of ${what} be told from chance.`];
  return [
    ...mattering
      .slice(0, LISTED)
      .map(({ column, rise, low, high }, i) =>
        i === 0
          ? `Shuffled, ${quotedName(column)} raises ${what} by ${format(rise)} (95 %: ${format(low)} to ${format(high)}).`
          : `${quotedName(column)}: by ${format(rise)} (${format(low)} to ${format(high)}).`,
      ),
    ...(mattering.length > LISTED
      ? [`${counted(mattering.length - LISTED, 'more column')} with smaller effects.`]
      : []),
    ...(idle > 0 ? [`For ${counted(idle, 'more column')} no rise can be told from chance.`] : []),
  ];
}

/** The suspects of a robust fit, or held-out rows missed by more than three times the RMSE. */
function oddRows(run: RunResult): OddRows | undefined {
  const { robust, holdout, model } = run;
  if (robust) {
    const { suspects } = robust;
    if (suspects.length === 0) return undefined;
    return {
      rows: rowsText(rangesOf(suspects.map(({ row }) => row))),
      what: `${counted(suspects.length, 'training row')} lie more than 3.5 robust scales from the fit`,
    };
  }
  const held = deriveView(run).holdout();
  if (model.classes || !holdout || !held) return undefined;
  const { worst, outliers } = residualRows(holdout, held.predicted, held.rmse);
  if (outliers === 0) return undefined;
  return {
    rows: rowsText(rangesOf(worst.slice(0, outliers).map((at) => holdout.rows[at]))),
    what: `${counted(outliers, 'held-out row')} of ${count(holdout.rows.length)} ${plural(outliers, 'is', 'are')} missed by more than three times the RMSE`,
  };
}

/** The properties that the odd rows have in common, without the values that they share. */
function differenceLines({ shared, shifted, rows, others }: RowDifferences): readonly string[] {
  const told = [
    ...shared.map(({ column, value, count: some, among }) => {
      const what =
        value === undefined ? `no value in ${quotedName(column)}` : `the same value in ${quotedName(column)}`;
      return `${count(some)} of ${count(rows)} have ${what}; of the other ${count(others)} rows ${percent(among / others)} do.`;
    }),
    ...shifted.map(
      (shift) => `${quotedName(shift.column)} is ${shift.standardised > 0 ? 'higher' : 'lower'}: ${shiftWords(shift)}.`,
    ),
  ];
  return told.length > 0 ? told.slice(0, COMMON) : ['Nothing beyond chance tells them from the other rows.'];
}

/** For classes, the fraction of the hardest one's rows that is classified correctly, without the names of classes. */
function classLines({ classes }: RunResult): readonly string[] {
  if (!classes) return [];
  const { levels, confusion, probability } = classes;
  const recalls = levels.map((_, i) => {
    const row = confusion.subarray(i * levels.length, (i + 1) * levels.length);
    const total = row.reduce((sum, n) => sum + n, 0);
    return { total, recall: row[i] / total, interval: probability?.levels[i].recall?.interval };
  });
  const [hardest] = recalls.filter(({ total }) => total > 0).sort((a, b) => a.recall - b.recall);
  if (!hardest) return [];
  const ends = (interval?: readonly [number, number]) => (interval ? ` (95${NARROW}%: ${percentRange(interval)})` : '');
  return [
    `The hardest of ${counted(levels.length, 'class', 'classes')} has ${counted(hardest.total, 'row')} here, of which ${percent(hardest.recall)} are classified correctly${ends(hardest.interval)}; over all classes ${percent(classes.accuracy)} are${ends(classes.accuracyInterval)}.`,
  ];
}

/** The most columns that a line names. */
const NAMED = 8;

/** An explanation of a saved model: what it is, how good its fit was and, if that was measured, which columns matter. */
export function modelExplained(model: Model, importance: Importance | undefined): ExplainedRun {
  const { method, kernel, transform, classes, outputs, fitted, x, quality, card } = model;
  const columns = transform.inputs.map(({ column }) => quotedName(column));
  const more = columns.length > NAMED ? ` and ${columns.length - NAMED} more` : '';
  const targets = classes ? [classes.column] : [...new Set(outputs.map((output) => output.name))];
  const does = targets.length > 0 ? `predicts ${targets.map(quotedName).join(', ')}` : 'finds components';
  const rows = counted(fitted?.training.length ?? x.rows, 'row');
  const errors = quality?.errors ?? [];
  return {
    what: `${method} with the ${kernelTitle(kernel)} ${does} from ${counted(columns.length, 'column')}, ${columns.slice(0, NAMED).join(', ')}${more}; fitted to ${rows}${card ? ` on ${card.day}` : ''}.`,
    verdict:
      errors.length > 0
        ? errors
            .flatMap((error) => [
              `${quotedName(error.target)}: ${errorSentence(error, card)}.`,
              ...heldText(model, error.target),
            ])
            .join(' ')
        : 'Nothing is saved of how good its fit was.',
    warnings:
      quality?.doubts?.map(({ text, bare }) => bare ?? text) ??
      (quality?.unreliableIntervals ? ['Its intervals hold fewer or more of the rows than they say.'] : []),
    onColumns: importance ? columnLines(importance, 'row') : [],
    onRows: [],
    nextSteps:
      importance || targets.length === 0 ? [] : ['Give a file with the target to measure which columns matter.'],
  };
}

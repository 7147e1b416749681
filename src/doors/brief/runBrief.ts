import { type AnyRun, isComponents, type RunResult } from '../../engine/contract/run';
import { count, NARROW } from '../../engine/words/numbers';
import { capitalised, counted } from '../../engine/words/sentence';
import { approximateChip } from '../../figures/advice/approximateChip';
import { componentsOverview } from '../../figures/components/overview';
import { componentsView } from '../../figures/components/view';
import { overviewOf } from '../../figures/fit/overview';
import { columnRises, importanceLoss, riseFormat } from '../../figures/improve/importance';
import { type NextStepKind, nextSteps } from '../../figures/next/nextSteps';
import { besideFinding } from '../../figures/robust/beside';
import { besideRidgeFinding } from '../../figures/spectral/besideRidge';
import { exactFitFinding } from '../../figures/spectral/exactFit';
import { minimaSentence } from '../../figures/spectral/minima';
import { regimeFinding } from '../../figures/spectral/regime';
import type { KeyNumber } from '../../figures/view/overviewTypes';
import { deriveView, predictedColumns, type RunView } from '../../figures/view/view';
import { plainText } from '../../figures/words/describe';
import { signOf } from '../../figures/words/filterWords';
import { quotedName } from './lines';
import { warningsWithoutCells } from './warnings';

/** The most columns that are named. */
const LISTED = 6;

/** A run in a few sentences and numbers, without any text of a cell. */
export interface RunBrief {
  /** The subject in one sentence: file, target, method, kernel, rows. */
  readonly what: string;
  readonly verdict: string;
  readonly numbers: readonly { readonly name: string; readonly value: string; readonly note: string }[];
  readonly warnings: readonly string[];
  readonly nextSteps: readonly { readonly kind: NextStepKind; readonly text: string }[];
}

export function runBrief(run: AnyRun): RunBrief {
  if (isComponents(run)) {
    const { lead, numbers, notes } = componentsOverview(componentsView(run));
    return {
      what: whatOf(run, ''),
      verdict: plainText(lead),
      numbers: numbers.map(numberOf),
      warnings: warningsWithoutCells(notes, run.callouts, run.request),
      nextSteps: [],
    };
  }
  const view = deriveView(run);
  const { numbers, notes } = overviewOf(view);
  return {
    what: whatOf(run, predictedColumns(run).map(quotedName).join(', ')),
    verdict: verdictOf(view),
    numbers: [...numbers.map(numberOf), ...columnsOf(run), ...spectralOf(view), ...exactFitOf(view), ...besideOf(view)],
    warnings: warningsWithoutCells(notes, run.callouts, run.request),
    nextSteps: nextSteps(view).map(({ kind, label, reason }) => ({ kind, text: `${label}: ${reason}` })),
  };
}

/** The verdict. For classes it is only the first sentence, as the second names some of them. */
function verdictOf(view: RunView): string {
  const { lead, than } = overviewOf(view);
  const classes = view.run.model.classes !== undefined;
  return [lead, ...(than && !classes ? [than] : [])].map(plainText).join(' ');
}

function whatOf(run: AnyRun, targets: string): string {
  const { file, method, kernelName, kernel, data } = run;
  const { train, holdout, columns } = data;
  const chip = approximateChip(run);
  const what = targets === '' ? 'components' : targets;
  return `${quotedName(file.name)}: ${what} from ${counted(columns.length, 'column')} by ${method.title} with the ${kernelName ?? kernel.kind}; ${counted(train, 'row')} for training, ${counted(holdout, 'row')} held out.${chip ? ` ${capitalised(chip.text)}.` : ''}`;
}

const numberOf = ({ name, value, unit, note }: KeyNumber) => ({
  name,
  value: unit === '' ? value : `${value} ${unit}`,
  note,
});

/** The columns that matter, each with the rise of the error. */
function columnsOf({ importance }: RunResult): RunBrief['numbers'] {
  if (importance === undefined) return [];
  const format = riseFormat(importance);
  const mattering = columnRises(importance).filter(({ matters }) => matters);
  const listed = mattering
    .slice(0, LISTED)
    .map(({ column, rise, low, high }) => `${quotedName(column)} +${format(rise)} (${format(low)} to ${format(high)})`);
  const value = [...listed, ...(mattering.length > LISTED ? [`${count(mattering.length - LISTED)} more`] : [])].join(
    ', ',
  );
  const note = `rise of the ${importanceLoss(importance)} with each column shuffled among ${counted(importance.rows, 'held-out row')}, with 95${NARROW}% intervals`;
  return [{ name: 'Which columns', value: value === '' ? 'cannot be told from chance' : value, note }];
}

/** The cost of fitting every row exactly. */
function exactFitOf(view: RunView): RunBrief['numbers'] {
  const finding = exactFitFinding(view);
  return finding ? [{ name: 'Every row fitted exactly', value: finding.value, note: plainText(finding.sentence) }] : [];
}

/**
 * The regime of the target, and the minima of its risk; empty if nothing is found, and for a robust fit, where they
 * would be those of its ridge baseline.
 */
function spectralOf(view: RunView): RunBrief['numbers'] {
  const finding = view.robust ? undefined : regimeFinding(view);
  if (finding === undefined) return [];
  const { regime = 'cannot be told', sentence } = finding;
  const minima = view.run.axes.map((axis) => {
    const { told, minima: all } = view.facts.paths.minima(axis);
    const value = told === undefined ? 'cannot be told' : count(all.length);
    return { name: `Minima of the risk over ${signOf(axis)}`, value, note: plainText(minimaSentence(view, axis)) };
  });
  return [{ name: 'Regime of the target', value: regime, note: plainText(sentence) }, ...minima];
}

/** How far the fit is from the penalised fit that it resembles. */
function besideOf(view: RunView): RunBrief['numbers'] {
  const finding = besideFinding(view) ?? besideRidgeFinding(view);
  if (finding === undefined) return [];
  return [{ name: 'Beside a penalty', value: finding[1].text, note: plainText(finding) }];
}

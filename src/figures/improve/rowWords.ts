import type { CellPlace, RowCard } from '../../engine/contract/explain';
import type { Sentence } from '../../engine/contract/figure';
import type { Predictions } from '../../engine/contract/rpc';
import { count, inUnits, percent } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';

/** Fractions at which a value is among the extremes. */
const EXTREME = 0.05;

/** The place of a cell among those of its column: "above 36 %", "lowest, as 29 %", "as 4 %". */
export function placeWords({ kind, text, below, same }: CellPlace): string {
  if (kind === 'empty' || text === '') return 'no value';
  if (same === undefined) return '';
  if (below === undefined) return `as ${percent(same)}`;
  if (below === 0) return same >= 0.01 ? `lowest, as ${percent(same)}` : 'lowest';
  if (below + same >= 1) return same >= 0.01 ? `highest, as ${percent(same)}` : 'highest';
  if (below + same <= EXTREME) return 'lowest 5\u202f%';
  return below >= 1 - EXTREME ? 'highest 5\u202f%' : `above ${percent(below)}`;
}

const PART: Readonly<Record<RowCard['part'], string>> = {
  training: 'It trained the fit, which knows its value',
  'held out': 'It was held out',
  neither: 'It takes no part in the fit',
};

/** The prediction for a row, and the observed value. `unit`: a size of the target, for its decimals. */
export function predictionSentence(
  { target, predictions, unit }: { target: string; predictions: Predictions; unit: number },
  { cells, part }: Pick<RowCard, 'cells' | 'part'>,
): Sentence {
  const cell = cells.find(({ column, role }) => column === target && role === 'target')?.text ?? '';
  const observed = predictions.classes ? cell : observedText(cell, unit);
  const is = observed === '' ? `${target} is not known` : `${target} is ${observed}`;
  return told`${is}; the fit predicts **${predictedText(predictions, target, unit)}**${intervalWords(predictions, target, unit)}. ${PART[part]}.`;
}

/** The change of the prediction when cells are changed. */
export function changeSentence(
  { target, unit }: { target: string; unit: number },
  before: Predictions,
  after: Predictions,
): Sentence {
  const [was, is] = [outputOf(before, target)?.predicted[0], outputOf(after, target)?.predicted[0]];
  const text = predictedText(after, target, unit);
  const range = intervalWords(after, target, unit);
  if (after.classes || was === undefined || is === undefined)
    return told`With these values the fit predicts **${text}**${range}, as it is ${predictedText(before, target, unit)}.`;
  const format = inUnits(unit, 3);
  const change = is - was;
  const moved =
    format(Math.abs(change)) === format(0)
      ? 'as before'
      : `${format(Math.abs(change))} ${change > 0 ? 'more' : 'less'}`;
  return told`With these values the fit predicts **${text}**${range}: ${moved}.`;
}

const outputOf = ({ outputs }: Predictions, target: string) =>
  outputs.find((output) => output.target === target) ?? outputs[0];

function predictedText(predictions: Predictions, target: string, unit: number): string {
  const { classes } = predictions;
  if (classes) {
    const level = classes.predicted[0];
    const probability = classes.probabilities?.[level]?.[0];
    if (level < 0) return 'nothing';
    return `${classes.levels[level]}${probability === undefined ? '' : ` with probability ${percent(probability)}`}`;
  }
  const value = outputOf(predictions, target)?.predicted[0];
  return value === undefined || Number.isNaN(value) ? 'nothing' : inUnits(unit, 3)(value);
}

/** '' while intervals are not there yet, and for classes. */
function intervalWords(predictions: Predictions, target: string, unit: number): string {
  const output = outputOf(predictions, target);
  if (predictions.classes || !output || Number.isNaN(output.lower[0])) return '';
  const format = inUnits(unit, 3);
  const { quantiles } = output;
  const of =
    quantiles && quantiles.length > 1 ? `levels ${quantiles[0].tau} and ${quantiles.at(-1)?.tau}` : '95\u202f%';
  return ` (${of}: ${format(output.lower[0])} to ${format(output.upper[0])})`;
}

/** A cell of the target as the file has it, or where that is longer, as predictions are written. */
function observedText(text: string, unit: number): string {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return text;
  const written = inUnits(unit, 3)(value);
  return written.length < text.length ? written : text;
}

/** "12 (9)": a row and its observed target, of which `unit` is a size; absent for classes. */
export const nearestRowText = ({ row, observed }: RowCard['nearest'][number], unit?: number): string =>
  `${count(row)}${observed === '' ? '' : ` (${unit === undefined ? observed : observedText(observed, unit)})`}`;

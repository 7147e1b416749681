import type { ReadColumn } from '../../engine/contract/data';
import { lacking, parameterOf, type RecordedFit } from './fit';
import { pythonList, pythonText } from './literals';
import { columnsNamed, datesCode, gapsCode, isNumeric, levelCode, numbersCode, truthCode } from './reading';

/** True when rows have weights, in a column or by their class. */
export const isWeighted = (fit: RecordedFit): boolean => fit.record.weights !== undefined || isBalanced(fit);

const isBalanced = (fit: RecordedFit) => parameterOf(fit, 'classWeight') === 'balanced';

/** Y (n×outputs) of the training rows and of the held-out ones, and the row weights W with mean 1. */
export function targetCode(fit: RecordedFit): readonly string[] {
  const { record, model } = fit;
  const { weights, heldOut } = record;
  const columns = record.targets.map((name) => columnsNamed(fit, name));
  if (columns.length === 0) throw lacking('target');
  const test = heldOut?.file ? 'TEST_TABLE' : 'TABLE';
  return [
    ...(model.classes ? classesCode(model.classes.levels, columns[0], fit) : valuesCode(fit)),
    'Y = outputs(TABLE, TRAIN)',
    ...(heldOut ? [`OBSERVED = outputs(${test}, HELD_OUT)`] : []),
    ...(weights === undefined ? [] : [`W = ${numbersCode(fit, weights, 'TABLE')}[TRAIN]`, 'W = W / np.mean(W)']),
    ...(isBalanced(fit) ? balancedCode(weights === undefined) : []),
  ];
}

function valuesCode(fit: RecordedFit): string[] {
  const values = fit.record.targets.map((name) => {
    const [{ kind }] = columnsNamed(fit, name);
    if (kind === 'boolean') return truthCode(name);
    return kind === 'date' ? `np.array(${datesCode(fit, name)}, float)` : numbersCode(fit, name);
  });
  return ['def outputs(table, rows):', `    return np.column_stack([${values.join(', ')}])[rows]`, '', ''];
}

/** Two classes are 1 for the second and −1, more of them a column of 1 and 0 each. */
function classesCode(levels: readonly string[], columns: readonly ReadColumn[], fit: RecordedFit): string[] {
  const [{ name, kind }] = columns;
  const forced = (fit.model.read.kinds ?? []).some(({ column }) => column === name);
  const numeric = kind === 'number' || (!forced && levels.some(isNumeric));
  const cells = numeric
    ? `labels(table, ${pythonText(name)}, ${gapsCode(columns)})`
    : kind === 'boolean'
      ? `[text.lower() for text in table.columns[${pythonText(name)}]]`
      : `table.columns[${pythonText(name)}]`;
  return [
    `CLASSES = ${pythonList(levels.map((level) => levelCode(kind === 'boolean' ? level.toLowerCase() : level, numeric)))}`,
    '',
    '',
    'def outputs(table, rows):',
    `    codes = class_codes(${cells}, CLASSES)[rows]`,
    levels.length === 2
      ? '    return np.where(codes == 1, 1.0, -1.0)[:, None]'
      : '    return (codes[:, None] == np.arange(len(CLASSES))).astype(float)',
    '',
    '',
  ];
}

/** Every class has the same weight in all. */
function balancedCode(alone: boolean): string[] {
  return [
    ...(alone ? ['W = np.ones(len(Y))'] : []),
    'CODES = np.argmax(Y, axis=1) if Y.shape[1] > 1 else (Y[:, 0] > 0).astype(int)',
    'TOTALS = np.bincount(CODES, W)',
    'W = W * (np.sum(W) / (np.count_nonzero(TOTALS) * np.maximum(TOTALS, 1e-300)))[CODES]',
  ];
}

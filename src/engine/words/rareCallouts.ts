import type { Callout } from '../contract/callout';
import { cut, NAME_LENGTH } from '../contract/cut';
import { inCondition, NAMED, partText } from './callouts';
import { logarithmOf } from './logarithmName';
import { count, plain } from './numbers';
import { counted, plural, quoted, stressed } from './sentence';

/** The sentences of callouts that few files have, from numbers. */

const exact = (value: number) => (Number.isInteger(value) && Math.abs(value) < 1e15 ? count(value) : plain(value, 10));

/** The callout for rows at the very end of the target's range. */
export function edge(end: 'ceiling' | 'floor', target: string, value: number, rows: number, all: number): Callout {
  const [side, sign] = end === 'ceiling' ? ['highest', '<'] : ['lowest', '>'];
  const unknown = value === 0 ? '' : ' Their real values are unknown.';
  const name = inCondition(target);
  const where = name && `${name} ${sign} ${value}`;
  return {
    kind: end,
    severity: 'doubt',
    text: stressed(
      `${count(rows)} of ${count(all)} rows have exactly the ${side} value, ${exact(value)}`,
      `: a ${end}.${unknown}`,
    ),
    short: `a ${end} at ${exact(value)}`,
    columns: [target],
    rows,
    ...(where && { act: { label: `Leave out ${counted(rows, 'row')}`, change: { kind: 'where', where } } }),
  };
}

export const fewDifferent = (rows: number, different: number): Callout => ({
  kind: 'settings',
  severity: 'doubt',
  text: stressed(
    `The ${count(rows)} training rows are copies of ${count(different)}`,
    ': with so few, errors are rough.',
  ),
  short: `copies of ${counted(different, 'row')}`,
  columns: [],
  rows,
});

/** The callout for rows so far out that they decide the squares; `which` names them in words. */
export const farRows = (target: string, rows: number, which: string): Callout => ({
  kind: 'fewRows',
  severity: 'doubt',
  text: stressed(
    `${plural(rows, 'Row', 'Rows')} ${which} ${plural(rows, 'decides', 'decide')} the squared errors`,
    ` and R²: so far out ${plural(rows, 'is it', 'are they')} in "${target}".`,
  ),
  short: `${counted(rows, 'row')} far out`,
  columns: [target],
  rows,
  act: { label: 'Try Huber', change: { kind: 'huber' } },
});

/**
 * The callout for a target whose logarithm predicts it more closely. The misses are median ones, each row left out in
 * turn.
 */
export const byLogarithm = (
  target: string,
  misses: { readonly through: string; readonly without: string },
): Callout => ({
  kind: 'logarithm',
  severity: 'doubt',
  text: stressed(
    `The logarithm ${logarithmOf(target)} predicts "${target}" more closely`,
    `: with each training row left out in turn and the same kernel, the typical miss is ${misses.through}, not ${misses.without}.`,
  ),
  short: `better through ${logarithmOf(target)}`,
  columns: [target],
  act: { label: `Fit ${cut(logarithmOf(target), NAME_LENGTH)}`, change: { kind: 'logarithm', column: target } },
});

/** Nearly all rows have one class. */
export const commonClass = (target: string, level: string, rows: number, all: number): Callout => ({
  kind: 'imbalance',
  severity: 'doubt',
  text: stressed(
    `${count(rows)} of ${count(all)} rows are ${quoted([level])}`,
    ` in "${target}": always guessing it is right for ${partText(rows, all)} of them.`,
  ),
  bare: `${count(rows)} of ${count(all)} rows have the same class of "${target}": always guessing it is right for ${partText(rows, all)} of them.`,
  short: `${partText(rows, all)} of one class`,
  columns: [target],
  rows,
  act: { label: 'Weigh classes alike', change: { kind: 'balance' } },
});

/** Classes of very few rows. */
export const rareClasses = (target: string, levels: readonly string[], size: string): Callout => ({
  kind: 'imbalance',
  severity: 'doubt',
  text: stressed(
    `${plural(levels.length, 'Class', 'Classes')} ${quoted(levels, NAMED)} ${plural(levels.length, 'has', 'have')} ${size}`,
    ` in "${target}": ${plural(levels.length, 'it is', 'these are')} in training and cannot be tested. Collect more rows or merge classes.`,
  ),
  bare: `Some classes of "${target}" have ${size}: these are in training and cannot be tested. Collect more rows or merge classes.`,
  short: plural(levels.length, 'a rare class', `${count(levels.length)} rare classes`),
  columns: [target],
});

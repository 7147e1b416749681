import type { Sentence, SeriesSpec } from '../../engine/contract/figure';
import { AS_GOOD } from '../../engine/contract/pairedVerdict';
import { count, fixed, NARROW, percent, type QuantityForm, quantityForm } from '../../engine/words/numbers';
import { capitalised, claimed, counted, listed, plural, sentence, stressed } from '../../engine/words/sentence';
import type { Comparison, Measure, Standing } from './comparison';

interface MeasureWords {
  /** In lists to choose from, and on axes. */
  readonly title: string;
  readonly short: string;
  /** "the error on new rows" */
  readonly inSentence: string;
}

export const MEASURES: Readonly<Record<Measure, MeasureWords>> = {
  rmse: { title: 'root mean squared error', short: 'RMSE', inSentence: 'the error' },
  absolute: { title: 'mean absolute error', short: 'mean absolute error', inSentence: 'the mean absolute error' },
  wrong: { title: 'share classified wrongly', short: 'share wrong', inSentence: 'the share classified wrongly' },
};

/** The errors of all runs in the form of the baseline's. */
function formIn({ standings, baseline }: Comparison): QuantityForm {
  const known = standings[baseline].error ?? standings.find(({ error }) => error)?.error;
  return quantityForm(known?.value ?? 1, 0, 3);
}

/** Errors of a comparison: "1.87", or "22.4 %" for shares of rows. */
export const errorFormat = (comparison: Comparison): ((value: number) => string) =>
  comparison.measure === 'wrong' ? (value) => `${fixed(100 * value, 1)}${NARROW}%` : formIn(comparison).miss;

/** The same for differences, with their sign; shares differ by percentage points. */
export function differenceText(comparison: Comparison): (value: number) => string {
  const text = comparison.measure === 'wrong' ? (value: number) => fixed(100 * value, 1) : formIn(comparison).value;
  return (value) => `${value > 0 && Number(value) !== 0 ? '+' : ''}${text(value)}`;
}

/** "−0.95 to −0.52" */
export function intervalText(comparison: Comparison, [low, high]: readonly [number, number]): string {
  const text = differenceText(comparison);
  return `${text(low)} to ${text(high)}`;
}

/** A run's name where a sentence begins: "the fit before" is words, and a name is left as it is. */
const opening = (name: string): string => (name.startsWith('the fit ') ? capitalised(name) : name);

const told = ({ standings }: Comparison) => standings.filter(({ difference }) => difference !== undefined);

/** The result of the comparison, number first: how far the best run is from the baseline, or that none is. */
export function comparisonLead(comparison: Comparison): Sentence {
  const { standings, baseline, measure } = comparison;
  const reference = standings[baseline];
  const others = told(comparison);
  if (!reference.error)
    return sentence(
      `${opening(reference.run.name)} held out `,
      'no rows',
      ', so there is nothing to compare on new rows: set a held-out fraction and fit again.',
    );
  const text = errorFormat(comparison);
  if (others.length === 0) return stressed('No run', ` was tested on the same held-out rows as ${reference.run.name}.`);
  const where = judgedRows(reference);
  const best = others.reduce((least, run) => (changeIn(run) < changeIn(least) ? run : least));
  const unit = measure === 'wrong' ? ' percentage points' : '';
  const ends = `from ${text(reference.error.value)} to ${text(best.error?.value ?? Number.NaN)}`;
  if (best.difference?.verdict === 'better') {
    const by = differenceText(comparison)(changeIn(best)).replace(/^−/, '');
    return claimed(
      'run-better',
      `${opening(best.run.name)} lowers ${MEASURES[measure].inSentence} on ${where} by `,
      `${by}${unit}`,
      ` against ${reference.run.name}, ${ends}.`,
    );
  }
  const near = others.filter(({ difference }) => difference?.verdict !== 'worse');
  if (near.length === 0)
    return claimed(
      'run-lowest',
      '',
      opening(reference.run.name),
      ` has the lowest error on ${where}, ${text(reference.error.value)}.`,
    );
  // Each is compared with the baseline, and not with the others.
  const names = opening(listed(near.map(({ run }) => run.name)));
  const alone = near.length === 1;
  const [both, from] = alone ? [`${names} and ${reference.run.name}`, ''] : [names, ` from ${reference.run.name}`];
  const what = alone ? `: ${ends}.` : '.';
  if (near.every(({ difference }) => difference?.verdict === 'as good'))
    return claimed(
      'as-good',
      `${both} predict ${where} `,
      `within ${percent(AS_GOOD)} of ${alone ? 'each other' : reference.run.name}`,
      what,
    );
  return sentence(`${both} are `, `not clearly different${from}`, ` on ${where}${what}`);
}

const judgedRows = ({ of }: Standing): string => (of.held?.last ? 'the last rows' : 'new rows');

const changeIn = ({ difference }: Standing): number => difference?.value ?? Number.POSITIVE_INFINITY;

/**
 * The evidence for the lead: rows, interval, how often the best run is closer; of the last rows also that it says nothing
 * of rows further ahead. Where days drift, one run in five that is better on the last fifth of them is not on the next fifth.
 */
export function comparisonBasis(comparison: Comparison): Sentence {
  const { measure, standings, baseline } = comparison;
  const others = told(comparison);
  if (others.length === 0) return [];
  const best = others.reduce((least, run) => (changeIn(run) < changeIn(least) ? run : least));
  const { difference, of } = best;
  if (difference === undefined) return [];
  const { rows, closer, interval } = difference;
  const unit = measure === 'wrong' ? ' percentage points' : '';
  const titled = capitalised(MEASURES[measure].short);
  const which = others.length > 1 ? ` of ${best.run.name}` : '';
  return sentence(
    `${titled} on the same ${counted(rows, 'held-out row')}; 95${NARROW}% interval of the paired difference${which}: ${intervalText(comparison, interval)}${unit}. ` +
      `${opening(best.label)} is ${measure === 'wrong' ? `right where ${standings[baseline].label} is wrong` : 'closer'} on `,
    `${count(closer)} of ${count(rows)}`,
    ` ${plural(rows, 'row')}.${of.held?.last ? ' Further ahead another run may be closer: hold out as many last rows as you want to predict.' : ''}`,
  );
}

/** Runs that cannot be compared with the baseline row by row, and why: a sentence each. */
export function apartNotes({ standings, baseline }: Comparison): readonly string[] {
  const reference = standings[baseline].run.name;
  return standings
    .filter((standing) => standing.apart !== undefined)
    .map(({ run, apart }) => `${opening(run.name)} is not compared with ${reference} row by row: ${apart}.`);
}

/** A run's label beside its line, near a place on the x axis. */
export const lineLabel = (text: string, at: number): NonNullable<SeriesSpec['label']> => ({
  text,
  at,
  dx: 6,
  dy: -8,
  align: 'left',
});

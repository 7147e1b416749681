import { fixed, plain } from '../../engine/words/numbers';
import { memorySize } from '../../engine/words/quantities';
import { capitalised } from '../../engine/words/sentence';
import type { TableSpec } from '../tableSpec';
import type { Comparison } from './comparison';
import { type Setting, settingsApart } from './settings';
import { differenceText, errorText, intervalText, MEASURES } from './words';

const numeric = (title: string) => ({ title, numeric: true });

/** A row for each run: errors, the difference from the baseline, sizes of misses, time and memory. Every run has every column. */
export function runsTable(comparison: Comparison): TableSpec {
  const { standings, baseline, measure } = comparison;
  const text = errorText(comparison);
  const difference = differenceText(comparison);
  const orNone = (value: number | undefined) => (value === undefined ? '–' : text(value));
  const ofRows = measure !== 'wrong';
  const columns = [
    { title: 'Run', numeric: false },
    numeric(`${capitalised(MEASURES[measure].short)}, new rows`),
    numeric('95\u202f%'),
    numeric('Difference'),
    numeric('95\u202f% of the difference'),
    ...(ofRows ? [numeric('Half below'), numeric('Nine in ten'), numeric('Over folds')] : []),
    numeric('Time'),
    numeric('Memory'),
  ];
  return {
    id: 'compare-runs',
    title: 'Runs',
    columns,
    rows: standings.map(({ run, error, difference: own, misses, folds, apart }, i) => ({
      cells: [
        run.name,
        orNone(error?.value),
        error ? `${text(error.interval[0])} to ${text(error.interval[1])}` : '–',
        own ? difference(own.value) : i === baseline ? 'baseline' : '–',
        own ? intervalText(comparison, own.interval) : apart !== undefined ? 'different rows' : '',
        ...(ofRows ? [orNone(misses?.half), orNone(misses?.nine), orNone(folds)] : []),
        secondsText(run.seconds),
        run.bytes === undefined ? '–' : memorySize(run.bytes),
      ],
    })),
  };
}

const secondsText = (seconds: number): string => (seconds < 10 ? `${plain(seconds, 2)} s` : `${fixed(seconds, 0)} s`);

/** Only what differs; without columns where nothing does. */
export function settingsTable({ standings }: Comparison): {
  readonly table: TableSpec;
  readonly alike: readonly Setting[];
} {
  const { names, values, alike } = settingsApart(standings.map(({ run }) => run));
  const table = {
    id: 'compare-settings',
    title: 'Settings that differ',
    columns: [{ title: 'Run', numeric: false }, ...names.map(numeric)],
    rows: names.length === 0 ? [] : standings.map(({ run }, i) => ({ cells: [run.name, ...values[i]] })),
  };
  return { table, alike };
}

/** "method kernel ridge regression, 5 columns, …" */
export const alikeText = (alike: readonly Setting[]): string =>
  alike.map(({ name, value }) => `${name} ${value}`).join('; ');

import { fixed, plain } from '../../engine/words/numbers';
import { memorySize } from '../../engine/words/quantities';
import { capitalised } from '../../engine/words/sentence';
import { csvText } from '../csv';
import { numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';
import type { Comparison, Standing } from './comparison';
import { type Setting, settingsApart } from './settings';
import { differenceText, errorFormat, intervalText, MEASURES } from './words';

/** A row for each run: errors, the difference from the baseline, sizes of misses, time and memory. Every run has every column. */
export function runsTable(comparison: Comparison): TableSpec {
  const { standings, baseline, measure } = comparison;
  const text = errorFormat(comparison);
  const difference = differenceText(comparison);
  const orNone = (value: number | undefined) => (value === undefined ? '–' : text(value));
  const ofRows = measure !== 'wrong';
  return tableOf({ id: 'compare-runs', title: 'Runs' }, standings, [
    wordColumn('Run', ({ run }) => run.name),
    numberColumn(`${capitalised(MEASURES[measure].short)}, new rows`, ({ error }) => orNone(error?.value)),
    numberColumn('95\u202f%', ({ error }) =>
      error ? `${text(error.interval[0])} to ${text(error.interval[1])}` : '–',
    ),
    numberColumn('Difference', (one) =>
      one.difference ? difference(one.difference.value) : one === standings[baseline] ? 'baseline' : '–',
    ),
    numberColumn('95\u202f% of the difference', ({ difference: own, apart }) =>
      own ? intervalText(comparison, own.interval) : apart !== undefined ? 'different rows' : '',
    ),
    ...(ofRows
      ? [
          numberColumn<Standing>('Half below', ({ misses }) => orNone(misses?.half)),
          numberColumn<Standing>('Nine in ten', ({ misses }) => orNone(misses?.nine)),
          numberColumn<Standing>('Over folds', ({ folds }) => orNone(folds)),
        ]
      : []),
    numberColumn('Time', ({ run }) => secondsText(run.seconds)),
    numberColumn('Memory', ({ run }) => (run.bytes === undefined ? '–' : memorySize(run.bytes))),
  ]);
}

const secondsText = (seconds: number): string => (seconds < 10 ? `${plain(seconds, 2)} s` : `${fixed(seconds, 0)} s`);

/** Only what differs; without columns where nothing does. */
export function settingsTable({ standings }: Comparison): {
  readonly table: TableSpec;
  readonly alike: readonly Setting[];
} {
  const { names, values, alike } = settingsApart(standings.map(({ run }) => run));
  const rows = standings.map(({ run }, i) => [run.name, ...values[i]]);
  const table = tableOf({ id: 'compare-settings', title: 'Settings that differ' }, names.length === 0 ? [] : rows, [
    wordColumn<string[]>('Run', ([name]) => name),
    ...names.map((name, j) => numberColumn(name, (row: string[]) => row[j + 1])),
  ]);
  return { table, alike };
}

/** "method kernel ridge regression, 5 columns, …" */
export const alikeText = (alike: readonly Setting[]): string =>
  alike.map(({ name, value }) => `${name} ${value}`).join('; ');

/** A line for each run in full precision: errors, the difference from the baseline, misses, time, memory, and the settings that differ. */
export function comparisonCsv({ standings, baseline, measure, target }: Comparison): string {
  const { names, values } = settingsApart(standings.map(({ run }) => run));
  const columns: readonly (readonly [name: string, cell: (one: Standing) => string | number | undefined])[] = [
    ['run', ({ run }) => run.name],
    ['target', () => target],
    ['measure', () => measure],
    ['error', ({ error }) => error?.value],
    ['error, lower', ({ error }) => error?.interval[0]],
    ['error, upper', ({ error }) => error?.interval[1]],
    ['baseline', () => standings[baseline].run.name],
    ['difference', ({ difference }) => difference?.value],
    ['difference, lower', ({ difference }) => difference?.interval[0]],
    ['difference, upper', ({ difference }) => difference?.interval[1]],
    ['closer rows', ({ difference }) => difference?.closer],
    ['rows', ({ of }) => of.held?.rows.length ?? 0],
    ['half below', ({ misses }) => misses?.half],
    ['nine in ten below', ({ misses }) => misses?.nine],
    ['seconds', ({ run }) => run.seconds],
    ['bytes', ({ run }) => run.bytes],
  ];
  const head = [...columns.map(([name]) => name), ...names];
  const lines = standings.map((one, i) => [...columns.map(([, cell]) => cell(one)), ...values[i]]);
  return csvText([head, ...lines]);
}

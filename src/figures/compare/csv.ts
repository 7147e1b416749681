import { csvCell } from '../../engine/contract/csvCell';
import type { Comparison } from './comparison';
import { settingsApart } from './settings';

/** A line for each run in full precision: errors, the difference from the baseline, misses, time, memory, and the settings that differ. */
export function comparisonCsv({ standings, baseline, measure, target }: Comparison): string {
  const { names, values } = settingsApart(standings.map(({ run }) => run));
  const head = [
    'run',
    'target',
    'measure',
    'error',
    'error, lower',
    'error, upper',
    'baseline',
    'difference',
    'difference, lower',
    'difference, upper',
    'closer rows',
    'rows',
    'half below',
    'nine in ten below',
    'seconds',
    'bytes',
    ...names,
  ];
  const lines = standings.map(({ run, of, error, difference, misses }, i) => [
    run.name,
    target,
    measure,
    error?.value ?? Number.NaN,
    ...(error?.interval ?? [Number.NaN, Number.NaN]),
    standings[baseline].run.name,
    difference?.value ?? Number.NaN,
    ...(difference?.interval ?? [Number.NaN, Number.NaN]),
    difference?.closer ?? Number.NaN,
    of.held?.rows.length ?? 0,
    misses?.half ?? Number.NaN,
    misses?.nine ?? Number.NaN,
    run.seconds,
    run.bytes ?? Number.NaN,
    ...values[i],
  ]);
  return [head, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

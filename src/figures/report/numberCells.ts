import type { overviewOf } from '../fit/overview';

/** The key numbers of a run as rows of a table: name, value with its unit, and what it rests on. */
export const numberCells = (numbers: ReturnType<typeof overviewOf>['numbers']): readonly (readonly string[])[] =>
  numbers.map(({ name, value, unit, note }) => [name, unit === '' ? value : `${value} ${unit}`, note]);

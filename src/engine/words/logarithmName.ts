import type { ColumnReading } from '../contract/data';

/** The name of a column of numbers whose natural logarithm is read. */
export const logarithmOf = (column: string): string => `ln(${column})`;

/** The column whose logarithm a name requests, if it requests one. */
export const loggedIn = (name: string): string | undefined => /^ln\((.+)\)$/s.exec(name.trim())?.[1];

/**
 * True if numbers are above 0 and spread so far, the highest ten times the lowest or more, that their logarithm is no
 * straight line over them.
 */
export const spreads = ({ min, max }: { readonly min: number; readonly max: number }): boolean =>
  min > 0 && max >= 10 * min;

/** True if a column is read as the logarithm of its cells. */
export const isLogarithm = (reading: ColumnReading | undefined): boolean =>
  reading?.kind === 'number' && reading.logarithm === true;

/** The name in the file of a column that is read in this way. */
export const inFile = ({ name, reading }: { readonly name: string; readonly reading?: ColumnReading }): string =>
  (isLogarithm(reading) && loggedIn(name)) || name;

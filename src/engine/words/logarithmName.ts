import type { ColumnReading } from '../contract/data';

/** What a column of numbers is called whose natural logarithm is read. */
export const logarithmOf = (column: string): string => `ln(${column})`;

/** The column whose logarithm a name asks for, if it asks for one. */
export const loggedIn = (name: string): string | undefined => /^ln\((.+)\)$/s.exec(name.trim())?.[1];

/** Whether numbers are above 0 and spread so far, the greatest ten times the least or more, that their logarithm is no straight line over them. */
export const spreads = ({ min, max }: { readonly min: number; readonly max: number }): boolean =>
  min > 0 && max >= 10 * min;

/** Whether a column is read as the logarithm of what its cells say. */
export const isLogarithm = (reading: ColumnReading | undefined): boolean =>
  reading?.kind === 'number' && reading.logarithm === true;

/** What the file calls a column that is read in this way. */
export const inFile = ({ name, reading }: { readonly name: string; readonly reading?: ColumnReading }): string =>
  (isLogarithm(reading) && loggedIn(name)) || name;

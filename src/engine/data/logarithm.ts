import type { ColumnReading, Design, DesignOptions, ReadRules } from '../contract/data';
import { isLogarithm, loggedIn, spreads } from '../words/logarithmName';
import type { Column } from './table';

/** The rules by which the file of a design is read: with the logarithms of the columns that its targets ask for. */
export function rulesOf<Read extends ReadRules>({
  read,
  design: { target, moreTargets = [] },
}: {
  readonly read: Read;
  readonly design: Pick<DesignOptions, 'target' | 'moreTargets'>;
}): Read {
  const logarithms = [target, ...moreTargets].flatMap((name) => loggedIn(name) ?? []);
  return logarithms.length === 0 ? read : { ...read, logarithms };
}

/** The column as it is read: where its logarithm is, of the values, in place; what is not above 0 has none and becomes a gap. */
export function asRead(column: Column, reading: ColumnReading): Column {
  if (column.kind !== 'number' || !isLogarithm(reading)) return column;
  const { values } = column;
  for (let i = 0; i < values.length; i++) values[i] = values[i] > 0 ? Math.log(values[i]) : Number.NaN;
  return column;
}

/** Digits of a number of the file that its logarithm keeps, for numbers that are not astronomical. */
const DIGITS = 14;

/** The numbers of the file that these are the logarithms of. */
export const ofLogarithms = (values: Float64Array): Float64Array =>
  values.map((v) => Number(Math.exp(v).toPrecision(DIGITS)));

/** Whether the logarithm of the target may be looked at: one target of numbers above 0 that spread widely. */
export function mayGrowByFactors({ train: { y }, target, moreTargets, classes }: Design): boolean {
  if (classes || moreTargets.length > 0 || loggedIn(target) !== undefined) return false;
  return spreads({ min: y.reduce((a, b) => Math.min(a, b)), max: y.reduce((a, b) => Math.max(a, b)) });
}

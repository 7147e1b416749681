import type { ColumnReading, Design, DesignOptions, ReadRules } from '../contract/data';
import { isLogarithm, loggedIn, spreads } from '../words/logarithmName';
import type { Column } from './table';

/** The rules by which the file of a design is read, with the logarithms of the columns that its targets ask for. */
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

/**
 * The column as it is read: when its logarithm is, the values are replaced by theirs in place, and those not above 0
 * have none and become gaps.
 */
export function takeLogarithm(column: Column, reading: ColumnReading): Column {
  if (column.kind !== 'number' || !isLogarithm(reading)) return column;
  const { values } = column;
  for (let i = 0; i < values.length; i++) values[i] = values[i] > 0 ? Math.log(values[i]) : Number.NaN;
  return column;
}

/** The number of digits that a number of the file keeps in its logarithm, for numbers that are not astronomical. */
const DIGITS = 14;

/** The numbers of the file whose logarithms these are. */
export const ofLogarithms = (values: Float64Array): Float64Array =>
  values.map((v) => Number(Math.exp(v).toPrecision(DIGITS)));

/** True when the logarithm of the target may be looked at: one target of numbers above 0 that spread widely. */
export function mayGrowByFactors({ train: { y }, target, moreTargets, classes }: Design): boolean {
  if (classes || moreTargets.length > 0 || loggedIn(target) !== undefined) return false;
  return spreads({ min: y.reduce((a, b) => Math.min(a, b)), max: y.reduce((a, b) => Math.max(a, b)) });
}

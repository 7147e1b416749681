import type { Calibration, ClassSets } from '../../engine/contract/classes';
import type { ColumnReading, FrozenReading, ReadOptions, TransformInput } from '../../engine/contract/data';
import type { Model } from '../../engine/contract/model';

/** Members of any of a union's types. */
type Member<T> = T extends unknown ? keyof T : never;
type Members<T> = Readonly<Record<Member<T>, true>>;

/** A value of a file with the members that are known here: a later version, or a stranger, may have added others. */
function only<T extends object>(value: T, members: Members<T>): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(members, name))) as T;
}

const INPUT: Members<TransformInput> = {
  kind: true,
  column: true,
  impute: true,
  range: true,
  words: true,
  parts: true,
  levels: true,
  otherLevel: true,
  missingLevel: true,
};
const CALIBRATION: Members<Calibration> = {
  kind: true,
  rows: true,
  slope: true,
  intercept: true,
  scores: true,
  probabilities: true,
  temperature: true,
  offsets: true,
};
const SETS: Members<ClassSets> = { least: true, rows: true };
type Classes = NonNullable<Model['classes']>;
const CLASSES: Members<Classes> = { column: true, levels: true, calibration: true, threshold: true, sets: true };
/** What a reader of rows needs; kinds come as a list. */
const READ: Members<Omit<ReadOptions, 'kinds' | 'acceptExpansion'>> = {
  delimiter: true,
  header: true,
  names: true,
  encoding: true,
  decimal: true,
  thousands: true,
  quote: true,
  missing: true,
};

const COLUMN: Members<ColumnReading> = {
  kind: true,
  standIn: true,
  unit: true,
  monthFirst: true,
  guessed: true,
  words: true,
  byValue: true,
};

export const knownFrozen = ({ columns, numbers, header, encoding }: FrozenReading): FrozenReading => ({
  columns: columns.map(({ name, reading }) => ({ name, reading: only(reading, COLUMN) })),
  numbers: { decimal: numbers.decimal, thousands: numbers.thousands },
  header,
  encoding,
});

export const knownInput = (input: TransformInput): TransformInput => only(input, INPUT);

export function knownClasses(classes: Classes): Classes {
  const { calibration, sets } = classes;
  return {
    ...only(classes, CLASSES),
    ...(calibration && { calibration: only(calibration, CALIBRATION) }),
    ...(sets && { sets: only(sets, SETS) }),
  };
}

export const knownReading = (read: ReadOptions): Omit<ReadOptions, 'kinds' | 'acceptExpansion'> =>
  only<Omit<ReadOptions, 'kinds' | 'acceptExpansion'>>(read, READ);

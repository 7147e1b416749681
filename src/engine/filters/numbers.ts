/** A number of a filter. */
export interface FilterNumber {
  /** The number that a stored value is read as; undefined where it cannot be one. */
  read(value: unknown): number | undefined;
}

/** A number that no slider moves: its row in the table of parameters. */
export interface HeldNumber extends FilterNumber {
  readonly title: string;
  readonly format: 'amount' | 'plain';
  /** At this value it has no row. */
  readonly idle?: number;
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** Above 0. */
export const AMOUNT: FilterNumber = { read: (value) => (isNumber(value) && value > 0 ? value : undefined) };

/** 0 or above. */
export const AMOUNT_OR_NONE: FilterNumber = { read: (value) => (isNumber(value) && value >= 0 ? value : undefined) };

/** A whole number from 0. */
export const COUNT: FilterNumber = {
  read: (value) => (isNumber(value) && Number.isInteger(value) && value >= 0 ? value : undefined),
};

/** The same or infinite, which JSON writes as null: all. */
export const COUNT_OR_ALL: FilterNumber = {
  read: (value) =>
    value === null || value === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : COUNT.read(value),
};

/** Heavy-ball momentum, from 0 to below 1. */
export const MOMENTUM_NUMBER: HeldNumber = {
  read: (value) => (isNumber(value) && value >= 0 && value < 1 ? value : undefined),
  title: 'momentum',
  format: 'plain',
  idle: 0,
};

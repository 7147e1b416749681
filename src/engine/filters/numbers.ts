/** A number that no slider moves: its row in the table of parameters. */
export interface HeldNumber {
  readonly title: string;
  readonly format: 'amount' | 'plain';
  /** The value at which the number is not listed. */
  readonly idle?: number;
}

/** The momentum, from 0 to below 1. */
export const MOMENTUM_NUMBER: HeldNumber = { title: 'momentum', format: 'plain', idle: 0 };

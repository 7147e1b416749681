import type { ClaimId } from '../../engine/contract/claim';
import { percent, plain } from '../../engine/words/numbers';

/** A large number with a strip below it: its place on a natural range, and its uncertainty. */
export interface KeyNumber {
  /** The claim that its note makes. */
  readonly claim?: ClaimId;
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** Small words after the number: "of 1,202". */
  readonly unit: string;
  readonly note: string;
  readonly strip: OverviewStrip;
}

export interface OverviewStrip {
  readonly domain: readonly [number, number];
  readonly at: number;
  /** 95 % interval; for a count, the part from 0. */
  readonly interval?: readonly [number, number];
}

export interface ParameterRow {
  readonly name: string;
  readonly value: string;
  /** Who or what chose it; '' when it follows from the row above. */
  readonly rule: string;
}

/** The texts at both ends of the bar below a key number, in the form of the number itself. */
export function stripEnds({ value, strip }: Pick<KeyNumber, 'value' | 'strip'>): readonly [string, string] {
  const text = value.includes('%') ? percent : (v: number) => plain(v, 2);
  return [text(strip.domain[0]), text(strip.domain[1])];
}

/** The key numbers of a run as rows of a table: name, value with its unit, and note. */
export const numberCells = (numbers: readonly KeyNumber[]): readonly (readonly string[])[] =>
  numbers.map(({ name, value, unit, note }) => [name, unit === '' ? value : `${value} ${unit}`, note]);

/** A value with its interval on a natural range, both cut where that ends. */
export function stripOf(
  domain: readonly [number, number],
  value: number,
  interval: readonly [number, number] | undefined,
): OverviewStrip {
  const inside = (v: number) => Math.min(domain[1], Math.max(domain[0], v));
  return {
    domain,
    at: inside(value),
    ...(interval && { interval: [inside(interval[0]), inside(interval[1])] as const }),
  };
}

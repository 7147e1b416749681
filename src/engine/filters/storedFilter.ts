import type { FilterSpec } from '../contract/filter';
import { byHand, type Schema } from '../contract/schema';
import { FILTERS, numbersOf } from './table';

/** The filter that a stored value describes, a model's or a panel's; undefined where it is damaged or not known. */
export function storedFilter(value: unknown): FilterSpec | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const stored = value as Readonly<Record<string, unknown>>;
  if (!Object.hasOwn(FILTERS, String(stored.kind))) return undefined;
  const spec = { kind: stored.kind } as FilterSpec;
  const numbers = numbersOf(spec).map(([name, { read }]) => [name, read(stored[name])] as const);
  if (numbers.some(([, number]) => number === undefined)) return undefined;
  return { ...spec, ...Object.fromEntries(numbers) };
}

/** The same as a schema, of which JSON need not say more. */
export const filterSpec: Schema<FilterSpec> = {
  ...byHand({ type: 'object' }, (value) => storedFilter(value) !== undefined),
  known: storedFilter,
};

import { FILTER_SPEC, type FilterSpec } from '../contract/filter';
import { read } from '../contract/schema';

/** The filter that a stored value describes, a model's or a panel's; undefined if it is damaged or not known. */
export const storedFilter = (value: unknown): FilterSpec | undefined => read(FILTER_SPEC, value);

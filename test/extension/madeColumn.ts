import type { ColumnSummary } from '../../src/engine/contract/data';

/** A column of 100 numbers as an inspection describes it; `more` overrides this. */
export const madeColumn = (index: number, name: string, more: Partial<ColumnSummary> = {}): ColumnSummary => ({
  index,
  name,
  kind: 'number',
  count: 100,
  missing: 0,
  missingTokens: [],
  distinct: 90,
  distinctCapped: false,
  numeric: { min: -1.5, max: 140, mean: 12.3456789, sd: 3, sum: 1234.56789 },
  constant: false,
  identifier: false,
  usable: true,
  reason: '',
  ...more,
});

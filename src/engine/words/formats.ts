import type { Dialect } from '../contract/data';

/** What a file is, beside delimited text. */
export const FORMAT_NAMES: Readonly<Record<NonNullable<Dialect['format']>, string>> = {
  'json-lines': 'JSON Lines',
  parquet: 'Parquet',
};

import { ENCODING_NAMES } from '../../engine/contract/encodings';
import type { OptionSpec } from './optionSpec';

/** How a file is read, where that is not to be detected. */
export const READING = {
  delimiter: {
    type: 'string',
    value: 'C',
    suggests: ['tab', 'blanks'],
    sentence: "one character, 'tab', or 'blanks' for runs of blanks",
  },
  header: {
    type: 'string',
    choices: ['yes', 'no'],
    sentence: 'whether the first line names the columns',
  },
  names: {
    type: 'string',
    value: 'A,B',
    holds: 'list',
    sentence: 'names of all columns, if the first line has none; otherwise c1, c2, …',
  },
  encoding: {
    type: 'string',
    value: 'NAME',
    suggests: ENCODING_NAMES,
    sentence: 'how characters are stored, such as utf-8, windows-1251 or shift_jis',
  },
  decimal: {
    type: 'string',
    choices: ['.', ','],
    sentence: 'decimal sign',
  },
  thousands: {
    type: 'string',
    choices: [',', '.', "'", 'blank', 'none'],
    sentence: 'sign between thousands',
  },
  quote: {
    type: 'string',
    choices: ['double', 'single', 'none'],
    sentence: 'quotes around cells',
  },
  'missing-tokens': {
    type: 'string',
    value: 'A,B',
    holds: 'list',
    sentence: 'values that mean a missing cell, in place of those that are recognised',
  },
  kind: {
    type: 'string',
    multiple: true,
    value: 'COL=KIND',
    holds: 'pair',
    names: 'column',
    suggests: ['number', 'boolean', 'date', 'category', 'text'],
    sentence: 'number, boolean, date, category or text for one column; may be repeated',
  },
  'accept-expansion': {
    type: 'boolean',
    sentence: 'read a file however far it expands',
    more: 'One that expands to more than 2 GB and more than 200 times its size, or to a large table that is nearly all gaps, is refused otherwise.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

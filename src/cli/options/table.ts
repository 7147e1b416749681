import { optionsOf } from '../../choices/choice';
import { CHOICES } from '../../choices/choices';
import type { OptionSpec } from '../../choices/optionSpec';
import { READING as READ_CHOICES } from '../../choices/reading';
import { ON_CLUSTER } from './clusterEngines';
import { ALWAYS, COMPUTING } from './general';
import { REPRODUCING } from './reproducing';
import { WRITING } from './writing';

/** The options for target and method, for training and test rows, and for reading a file. */
export const FITTING = optionsOf(CHOICES, 'fitting');
export const ROW_OPTIONS = optionsOf(CHOICES, 'rows');
export const READING_OPTIONS = optionsOf(READ_CHOICES, 'reading');

/** Every option of every command, each once. */
export const OPTIONS = {
  ...FITTING,
  ...ROW_OPTIONS,
  ...WRITING,
  ...REPRODUCING,
  ...ON_CLUSTER,
  ...COMPUTING,
  ...READING_OPTIONS,
  ...ALWAYS,
};

export type OptionName = keyof typeof OPTIONS;

type Value<S extends OptionSpec> = S extends { readonly type: 'boolean' }
  ? boolean
  : S extends { readonly multiple: true }
    ? readonly string[]
    : string;

/** The options given on a command line, with their values as they were written. */
export type Options = { readonly [K in OptionName]?: Value<(typeof OPTIONS)[K]> };

/** The choices of an option that has them. */
export type ChoiceOf<K extends OptionName> = (typeof OPTIONS)[K] extends { readonly choices: readonly (infer C)[] }
  ? C
  : never;

export const namesOf = <G extends object>(group: G): readonly (keyof G)[] => Object.keys(group) as (keyof G)[];

/** The variable of the environment that an option is read from: "KERNELSCOPE_LINEAR_ALGEBRA". */
export const variableOf = (name: OptionName): string => `KERNELSCOPE_${name.toUpperCase().replaceAll('-', '_')}`;

/** The parts of a command's page, in their order. */
export const GROUPS: readonly (readonly [title: string, options: Readonly<Record<string, OptionSpec>>])[] = [
  ['What is fitted', FITTING],
  ['Rows', ROW_OPTIONS],
  ['Results', WRITING],
  ['How it is computed', { ...REPRODUCING, ...ON_CLUSTER, ...COMPUTING }],
  ['How the file is read (detected if not given)', READING_OPTIONS],
  ['Always', ALWAYS],
];

import type { OptionSpec } from './optionSpec';

/** What is fitted, and with what. */
export const FITTING = {
  target: {
    type: 'string',
    multiple: true,
    short: 't',
    value: 'COL',
    names: 'column',
    sentence:
      'column to predict: its name, or its position counted from 1; repeated: several columns, fitted from one spectrum',
    more: 'A file without a header names its columns c1, c2, … Rows need a value in each target. `ekpca`, `ny-kpca` and `rf-kpca` have none: a target named with them is not a feature, and its values colour the points.',
  },
  task: {
    type: 'string',
    choices: ['auto', 'regress', 'classify'],
    default: 'auto',
    sentence:
      "classify: the target's values are classes; regress: they are numbers; auto: words, yes/no and a number with two values are classified",
  },
  weights: {
    type: 'string',
    value: 'COL',
    names: 'column',
    sentence: 'column of row weights, at least 0: its name or position',
    more: 'Only their proportions matter. Not used as a feature; rows without a weight are left out. If unset, all rows weigh the same.',
  },
  features: {
    type: 'string',
    multiple: true,
    value: 'A,B',
    holds: 'list',
    names: 'column',
    sentence: 'columns to use, by name or position; otherwise every usable one',
    more: 'A name with a comma goes in double quotes inside the list.',
  },
  method: {
    type: 'string',
    short: 'm',
    value: 'ID',
    names: 'method',
    default: 'krr',
    sentence: "method to fit with; 'kernelscope methods' lists them",
    more: 'Such as `krr`, `tkrr`, `huber`, `quantile`; `rf-ridge` or `nystrom-ridge` for large files; `ekpca`, `ny-kpca` or `rf-kpca` for principal components. [methods.md](methods.md) explains them.',
  },
  set: {
    type: 'string',
    multiple: true,
    short: 's',
    value: 'NAME=VALUE',
    holds: 'pair',
    names: 'setting',
    sentence:
      "parameter of the method ('kernelscope methods ID'), or standardise, missing, maxLevels, maxRows; may be repeated",
    more: 'Such as `kernel`, `lengthScale`, `lambda`, `k`, `selection`. A parameter that is not set is chosen by a rule, and the report names it.',
  },
  seed: {
    type: 'string',
    value: 'N',
    default: '0',
    environment: true,
    sentence: 'seed of every random draw',
    more: 'The held-out rows, the folds, the subsamples, the bootstrap.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

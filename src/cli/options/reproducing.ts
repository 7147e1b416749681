import type { OptionSpec } from '../../choices/optionSpec';

/** The options for computing a figure or table of a paper again. */
export const REPRODUCING = {
  file: {
    value: 'F',
    names: 'data',
    sentence: 'the data that some of them need: a file or a folder',
    more: "Digits as a CSV with the label in the first column and 28×28 pixels from 0 to 255 behind it; for SIGN's tables the folder of their five data sets ([reproductions.md](reproductions.md)).",
  },
  quick: {
    type: 'boolean',
    sentence: 'fewer repetitions than published, or a smaller size; never says that something differs',
    more: 'What was reduced stands among the settings.',
  },
  folds: {
    value: 'N',
    sentence: 'only the first N folds, for ckrr-table1',
    more: 'The settings in the report say what the paper states and what is ours.',
  },
  draws: {
    value: 'N',
    sentence: 'only the first N random draws, where the paper repeats them',
    more: "SIGN's tables, `rf-fig3`, NYPCA's corollaries and theorems.",
  },
  resume: {
    value: 'FOLDER',
    names: 'folder',
    sentence: 'keep each finished measurement there, and go on from those that it has',
    more: 'The numbers are those of one run without a break. Measurements of another seed, option, file or version are left alone.',
  },
  option: {
    multiple: true,
    value: 'NAME=VALUE',
    holds: 'pair',
    names: 'choice',
    sentence:
      'a choice the paper leaves open, such as protocol=careful; an unknown name lists the choices; may be repeated',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

import type { OptionSpec } from '../../choices/optionSpec';

/** The options for the linear algebra. */
export const COMPUTING = {
  'linear-algebra': {
    choices: ['auto', 'embedded', 'native'],
    default: 'auto',
    environment: true,
    sentence:
      'embedded: the bundled core; native: OpenBLAS, MKL or Accelerate of this machine, where it is correct and faster; auto: embedded, and from 1,000 rows a library that was tried before',
    more: '`native` is taken if one is found that is correct and more than 1.3 times as fast; otherwise a note says why not. `auto` concerns `fit`, `recommend` and `compare`: after a fit at a terminal libraries are tried in the background, for at most 30 s; `kernelscope linear-algebra` tries them at once.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The options that every command takes. */
export const ALWAYS = {
  quiet: { type: 'boolean', short: 'q', environment: true, sentence: 'no progress on the terminal' },
  config: {
    value: 'FILE',
    names: 'configuration',
    environment: true,
    sentence: 'JSON file with options by their long names, for those that are not given here',
  },
  help: { type: 'boolean', short: 'h', sentence: 'show this page' },
  version: { type: 'boolean', short: 'V', sentence: 'show the version' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

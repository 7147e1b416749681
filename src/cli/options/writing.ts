import type { OptionSpec } from '../../choices/optionSpec';
import { MODEL_FORMATS } from '../../engine/contract/exported';

/** The options for the results to write and their places. */
export const WRITING = {
  importance: {
    type: 'boolean',
    sentence: 'measure at length which columns matter, on more held-out rows',
    more: 'Every fit measures them within about a second, this up to a minute. [methods.md](methods.md#which-columns-matter) says how.',
  },
  save: {
    value: 'MODEL',
    names: 'file',
    writes: true,
    sentence: "save the model for 'predict' and 'export'",
    more: 'It holds training rows: a new file can be read by those alone who may read FILE.',
  },
  report: {
    value: 'OUT',
    names: 'file',
    writes: true,
    sentence: 'write a report to hand over: one HTML file, or Markdown where the name ends in .md',
    more: 'Its figures have sliders that work without a connection; it has the settings, the data and the command line that repeats the fit. The numbers of the sliders take 8 MB of the file at most, and the page says how much.',
  },
  keep: {
    type: 'boolean',
    sentence: 'the columns of FILE, and behind them T_predicted, T_low95 and T_high95 in meaningful digits',
  },
  inverse: {
    type: 'boolean',
    sentence: 'for principal components: in place of scores the rows rebuilt from them, in the units of FILE',
    more: 'By kernel ridge from the scores of the rows of the model (`ekpca`, `ny-kpca`) to their columns; how much that misses is said beside. [methods.md](methods.md#principal-components) has more.',
  },
  table: {
    value: 'OUT',
    names: 'file',
    writes: true,
    sentence: 'write the table as read, as CSV (RFC 4180)',
    more: 'In UTF-8: numbers with a decimal point and without thousands separators, missing cells empty, a header line only when the file has one.',
  },
  as: {
    choices: MODEL_FORMATS,
    sentence:
      'python (numpy, and an estimator for scikit-learn), javascript (an ES module without dependencies), onnx, json (all numbers, documented), notebook or script (Python that reads the file and fits the same model again), or cell (a short one of scikit-learn to change)',
  },
  intervals: {
    type: 'boolean',
    sentence: 'take prediction intervals along whatever their size',
    more: 'Otherwise onnx, and javascript of filters other than ridge, leave them out where they would make the export more than five times the model and more than 1 MB, and a line says so.',
  },
  'no-intervals': { type: 'boolean', sentence: 'leave prediction intervals out' },
  float64: { type: 'boolean', sentence: 'numbers of 64 bits in place of 32, for onnx alone' },
  solution: {
    value: 'SOLUTION',
    names: 'model',
    sentence: 'what solve made: the part is visited for its leave-one-out errors',
  },
  out: {
    short: 'o',
    value: 'OUT',
    names: 'file',
    writes: true,
    sentence: 'where to write',
  },
  'allow-write': {
    type: 'boolean',
    sentence: 'tools may write new files in the folders: models, exports and predictions',
    more: 'No file is replaced.',
  },
  history: {
    value: 'RUNS',
    names: 'folder',
    sentence: 'store every fit as a run in this folder, in place of memory',
    more: 'As the extension does for the chat of its editor. `settings.json` in it has the defaults of fits and how single files are read.',
  },
  json: {
    value: 'OUT',
    names: 'file',
    writes: true,
    bare: '-',
    sentence: 'write the result as JSON; - or no value: to standard output, and nothing else there',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

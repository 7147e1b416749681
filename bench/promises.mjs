// node bench/promises.mjs --data FOLDER [--only WORD] [--threads N] [--json]
// The estimated seconds of a fit beside the seconds it took, each fit in a separate process, as when a file is fitted for the first time.
// --data     the folder of the data sets (answer/sets.mjs says which files)
// --only     fits whose name has this word
// --threads  of the core; with 1, the default, the processor's time is that of an idle machine, however busy this one is
import { parseArgs } from 'node:util';
import { benchFits } from './harness/fits.mjs';

/** Data sets and methods, the default first. */
const fits = /** @type {const} */ ([
  ['airfoil', 'krr'],
  ['abalone', 'krr'],
  ['titanic', 'krr'],
  ['auto mpg', 'krr'],
  ['wine red', 'krr'],
  ['student mathematics', 'huber'],
  ['wine red', 'svr'],
  ['airfoil', 'quantile'],
  ['abalone', 'nystrom-ridge'],
  ['housing', 'rf-ridge'],
  ['housing', 'nystrom-ridge'],
  ['airfoil', 'ckrr-hard'],
]);

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    threads: { type: 'string', default: '1' },
  },
});
const threads = Number(options.threads);
const entry = { entryPoints: ['bench/harness/oneFit.mjs'], define: { KERNELSCOPE_VERSION: '"bench"' } };
await benchFits({ benchmark: 'promises', entry, fits }, options, (run) => {
  const { rows, columns, estimated, range, taken } = run({ threads });
  return [{ size: [rows, columns], estimated, range, taken: threads === 1 ? taken.processor : taken.wall }];
});

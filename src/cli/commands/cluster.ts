import type { OptionName } from '../options/table';
import type { Command } from './command';
import { computing, request } from './groups';

/** Options that ask for all rows at once, or for what is done here anyway. */
const OF_ALL_ROWS: ReadonlySet<OptionName> = new Set(['without', 'streamed']);

export const cluster: Command = {
  summary: 'fit files in steps with files between them, for make, Slurm and the like',
  about:
    'cluster plan FILE… ; cluster map PLAN N [FILE] for each part N from 1 ; cluster merge PLAN SUMS… where it helps ; cluster solve PLAN SUMS… ; cluster map PLAN N --solution SOLUTION for each part again ; cluster finish PLAN SOLUTION ERRORS… (docs/cluster.md). Any order, number of processes and repetition give the same result to the bit.',
  operands: [
    { name: 'STEP', names: 'step', sentence: 'plan, parts, map, merge, solve or finish' },
    {
      name: 'FILE',
      names: 'data',
      sentence:
        'of plan: the rows; of map: the plan, the number of a part and, where its bytes are elsewhere, their file, or - for standard input; of the others: the plan and what was made before',
      repeated: true,
    },
  ],
  options: [
    ...request.filter((name) => !OF_ALL_ROWS.has(name)),
    'part-size',
    'skip-failed-parts',
    'solution',
    'importance',
    'out',
    'save',
    'report',
    'json',
    ...computing,
  ],
  shows: ['out'],
  differs: {
    method: { default: 'nystrom-ridge' },
    out: { sentence: 'where to write what the step makes; of finish a folder with everything, as of fit' },
  },
  examples: [
    [
      'kernelscope cluster plan parts/*.csv --target y --method rf-ridge --out fit.plan',
      'reads files up to a gigabyte',
    ],
    ['kernelscope cluster map fit.plan 7 --out sums-7', 'the sums of part 7'],
    ['kernelscope cluster solve fit.plan sums-* --out fit.solution', 'once all parts are there'],
    ['kernelscope cluster map fit.plan 7 --solution fit.solution --out errors-7', 'the second visit'],
    ['kernelscope cluster finish fit.plan fit.solution errors-* --save fit.model', 'the model and the report'],
  ],
  run: async (line, { algebra, terminal }) =>
    (await import('../cluster')).clusterCommand(line, await algebra(), terminal),
};

// node bench/seconds.mjs [--data FOLDER] [--only WORD] [--repeats N] [--engine FILE] [--quick] [--json]
// The seconds that a person waits: from the request to the first figures and to the whole answer, cold (the engine starts with it) and warm, with the engine of
// dist and its threads, as in the editor. Beside them the processor's seconds over all threads, which other programs disturb less.
// --data     the folder of the data sets (answer/sets.mjs says which files); drawn files need none
// --only     fits whose name has this word
// --repeats  processes of which the medians are taken (5)
// --quick    one process: not a figure of record
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchFits, refuse } from './harness/fits.mjs';
import { median } from './harness/sideBySide.mjs';

/** Data sets, or sizes of drawn files, and methods: the default, and for 20,640 rows what *Recommend* proposes. */
const fits = /** @type {const} */ ([
  ['airfoil', 'krr'],
  ['abalone', 'krr'],
  ['housing', 'nystrom-ridge'],
  ['drawn 773 × 8', 'krr'],
  ['drawn 2000 × 15', 'krr'],
  ['drawn 2200 × 80', 'krr'],
]);

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '5' },
    engine: { type: 'string', default: fileURLToPath(new URL('../dist/engine.js', import.meta.url)) },
  },
});
const { engine } = options;
if (!existsSync(engine)) refuse(`${engine} is not there: npm run build makes it`);
const repeats = options.quick ? 1 : Number(options.repeats);
await benchFits({ benchmark: 'seconds', entry: { entryPoints: ['bench/seconds/ours.mjs'] }, fits }, options, (run) => {
  const runs = Array.from({ length: repeats }, () => run({ engine }));
  return ['cold', 'warm'].map((start) => {
    const of = (part, kind) => median(runs.map((one) => one[start][part][kind]));
    const { rows, columns } = runs[0][start];
    return {
      size: [rows, columns],
      start,
      first: { wall: of('first', 'wall'), processor: of('first', 'processor') },
      whole: { wall: of('whole', 'wall'), processor: of('whole', 'processor') },
      runs: repeats,
    };
  });
});

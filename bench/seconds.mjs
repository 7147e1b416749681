// node bench/seconds.mjs --data FOLDER [--only WORD] [--repeats N] [--engine FILE] [--quick] [--json]
// The seconds that a person waits: from the request to the first figures and to the whole answer, cold (the engine starts with it) and warm, with the engine of
// dist and its threads, as in the editor. Beside them the processor's seconds over all threads, which other programs disturb less.
// --data     the folder of the data sets (answer/sets.mjs says which files)
// --only     fits whose name has this word
// --repeats  processes of which the medians are taken (5)
// --quick    one process: a look, not a figure of record
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SETS } from './answer/sets.mjs';
import { bundleOurs, median } from './harness/sideBySide.mjs';
import { tableHead, tableLine } from './harness/table.mjs';

/** Data sets and methods: the default, and for 20,640 rows what *Recommend* proposes. */
const FITS = [
  ['airfoil', 'krr'],
  ['abalone', 'krr'],
  ['housing', 'nystrom-ridge'],
];

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    repeats: { type: 'string', default: '5' },
    engine: { type: 'string', default: fileURLToPath(new URL('../dist/engine.js', import.meta.url)) },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (options.data === undefined) fail('--data FOLDER says where the data sets are');
if (!existsSync(options.engine)) fail(`${options.engine} is not there: npm run build makes it`);
const repeats = options.quick ? 1 : Number(options.repeats);
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
try {
  const program = join(folder, 'ours.mjs');
  await bundleOurs({ entryPoints: ['bench/seconds/ours.mjs'] }, program);
  if (!options.json) console.log(tableHead('seconds').join('\n'));
  for (const [name, method] of FITS) {
    const title = `${name}, ${method}`;
    if (!title.includes(options.only)) continue;
    const { file, target, task } = SETS[name];
    const path = resolve(String(options.data), file);
    const request = JSON.stringify({ engine: options.engine, path, target, task, method });
    const runs = Array.from({ length: repeats }, () => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [program, request], { encoding: 'utf8' });
      if (status !== 0) fail(`${title}: ${stderr.split('\n').slice(0, 5).join(' ')}`);
      return JSON.parse(stdout);
    });
    for (const start of ['cold', 'warm']) {
      const of = (part, clock) => median(runs.map((run) => run[start][part][clock]));
      const { rows, columns } = runs[0][start];
      const row = {
        fit: title,
        size: [rows, columns],
        start,
        first: { wall: of('first', 'wall'), processor: of('first', 'processor') },
        whole: { wall: of('whole', 'wall'), processor: of('whole', 'processor') },
        runs: repeats,
        runtime: `node ${process.versions.node}`,
      };
      console.log(options.json ? JSON.stringify(row) : tableLine('seconds', row));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}

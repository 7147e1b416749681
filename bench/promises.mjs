// node bench/promises.mjs --data FOLDER [--only WORD] [--threads N] [--json]
// The estimated seconds of a fit beside the seconds it took, each fit in a separate process, as when a file is fitted for the first time.
// --data     the folder of the data sets (answer/sets.mjs says which files)
// --only     fits whose name has this word
// --threads  of the core; with 1, the default, the processor's time is that of an idle machine, however busy this one is
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { coreWasmPlugin } from '../scripts/coreWasm.mjs';
import { SETS } from './answer/sets.mjs';
import { bundleOurs } from './harness/sideBySide.mjs';
import { tableHead, tableLine } from './harness/table.mjs';

/** Data sets and methods, the default first. */
const FITS = [
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
];

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    threads: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (options.data === undefined) {
  console.error('--data FOLDER says where the data sets are');
  process.exit(2);
}
const threads = Number(options.threads);
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
try {
  const program = join(folder, 'ours.mjs');
  await bundleOurs({ entryPoints: ['bench/promises/ours.mjs'], define: { KERNELSCOPE_VERSION: '"bench"' } }, program, [
    coreWasmPlugin,
  ]);
  if (!options.json) console.log(tableHead('promises').join('\n'));
  for (const [name, method] of FITS) {
    const title = `${name}, ${method}`;
    if (!title.includes(options.only)) continue;
    const { file, target, task } = SETS[name];
    const request = { path: resolve(options.data, file), target, task, method, threads };
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, JSON.stringify(request)], {
      encoding: 'utf8',
    });
    if (status !== 0) {
      console.error(`${title}: ${stderr.split('\n').slice(0, 5).join(' ')}`);
      process.exitCode = 1;
      continue;
    }
    const { rows, columns, estimated, range, wall, processor } = JSON.parse(stdout);
    const taken = threads === 1 ? processor : wall;
    const row = {
      fit: title,
      size: [rows, columns],
      estimated,
      range,
      taken,
      runtime: `node ${process.versions.node}`,
    };
    console.log(options.json ? JSON.stringify(row) : tableLine('promises', row));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

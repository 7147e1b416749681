// node bench/spectral.mjs [--data FILE] [--cases NAME,…] [--linear-algebra embedded|native] [--quick] [--json]
// Times what the spectral family is made of beside scikit-learn, scipy and numpy, each side on all cores:
//   grid   exact 10-fold cross-validation over 30 length scales and 30 ridges, beside GridSearchCV(KernelRidge)
//   path   the leave-one-out errors of 1000 lambdas after the decomposition
//   basis  kernel matrix and eigendecomposition
// --data   a table of numbers, the target last, for `grid`; a first line of names is passed over. Recorded figures are on the
//          airfoil self-noise data (1503×5); by default a sample of the project stands in
// --linear-algebra   what computes on our side; both by default, where a library is found
// --quick  small sizes, one run: a look, not a figure of record
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bridgeOf, byCore, coresOf, ourEnvironment } from './harness/cores.mjs';
import { bundleOurs, PYTHON, peerEnvironment } from './harness/sideBySide.mjs';
import { tableHead, tableLine } from './harness/table.mjs';
import { Child } from './linalg/child.mjs';
import { cases } from './spectral/cases.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: here('../samples/fan-noise.csv') },
    cases: { type: 'string' },
    'linear-algebra': { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const all = cases({ data: resolve(options.data), quick: options.quick });
const names = Object.keys(all);
const wanted = options.cases?.split(',') ?? names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no case ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
const sides = [];
try {
  const program = join(folder, 'ours.mjs');
  await bundleOurs({ entryPoints: ['bench/spectral/ours.mjs'] }, program);
  if (!options.json) console.log(tableHead('spectral').join('\n'));
  for (const core of await coresOf(options['linear-algebra'], program)) await measure(core, program);
} finally {
  for (const side of sides) side.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Prints the rows of the cases wanted, by a fresh process of each side. */
async function measure(core, program) {
  const ours = new Child(process.execPath, [program], ourEnvironment(core));
  const peer = new Child(PYTHON, [here('spectral/peer.py')], peerEnvironment());
  sides.push(ours, peer);
  const { versions } = await peer.ask({ operation: 'start' });
  const { library } = await ours.ask({ operation: 'start', threads: availableParallelism(), ...bridgeOf(core) });
  if (core === 'native' && library === undefined) throw new Error('no library is right and worthwhile here');
  for (const name of wanted) {
    console.error(`  ${name}, ${core}`);
    try {
      for (const row of await all[name]({ ours, peer, versions }))
        console.log(options.json ? JSON.stringify(byCore(row, library)) : tableLine('spectral', byCore(row, library)));
    } catch (error) {
      console.error(`  ${name} failed: ${error.message}`);
      process.exitCode = 1;
    }
  }
}

// node bench/robust.mjs [--data FILE] [--large FILE] [--cases NAME,…] [--quick] [--json]
// Times robust, sparse and quantile fits beside plain programs and packages that solve the same problems:
//   draw       a whole cross-validation of SIGN's protocol (section 6.2: one draw of 100 rows, 30 length scales, 30 strengths,
//              10 folds) of each method, beside the paper's algorithms in numpy, each side on one core
//   quantile   a path of 30 lambdas on 1000 rows beside one fit of kernlab's kqr
//   tube       the same for support-vector regression, beside 30 fits of scikit-learn's SVR
//   dense      paths on 5000 rows
//   landmarks  paths on 20,000 rows given by 500 landmarks
// --data   a table of numbers, the target last, for the first three; a first line of names is passed over. Recorded figures are
//          on the airfoil self-noise data (1503×5); by default a sample of the project stands in
// --large  the same for the last two, at least 20,000 rows: recorded on California's house values; made rows by default
// --quick  small sizes, one run: a look, not a figure of record
// A case fails, and says so, when our objective lies above the peer's or results that must agree do not.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleOurs, PYTHON, peerEnvironment } from './harness/sideBySide.mjs';
import { tableHead, tableLine } from './harness/table.mjs';
import { Child } from './linalg/child.mjs';
import { draw } from './robust/drawCase.mjs';
import { quantile, tube } from './robust/pathCases.mjs';
import { dense, landmarks } from './robust/scaleCases.mjs';

const CASES = { draw, quantile, tube, dense, landmarks };
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: here('../samples/fan-noise.csv') },
    large: { type: 'string' },
    cases: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const names = Object.keys(CASES);
const wanted = options.cases?.split(',') ?? names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no case ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
const request = {
  data: resolve(options.data),
  large: options.large && resolve(options.large),
  quick: options.quick,
  folder,
};
try {
  const program = join(folder, 'ours.mjs');
  await bundleOurs({ entryPoints: ['bench/robust/ours.mjs'] }, program);
  if (!options.json) console.log(tableHead('robust').join('\n'));
  for (const name of wanted) {
    console.error(`  ${name}`);
    try {
      for (const row of await CASES[name](open(program), request)) {
        console.log(options.json ? JSON.stringify(row) : tableLine('robust', row));
      }
    } catch (error) {
      console.error(`  ${name} failed: ${error.message}`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Gives `body` a fresh process of each side with this many threads, all of the machine's for 0, and closes them. */
function open(program) {
  return async (given, body) => {
    const threads = given || availableParallelism();
    const ours = new Child(process.execPath, [program], process.env);
    const env = { ...peerEnvironment(), OPENBLAS_NUM_THREADS: `${threads}`, OMP_NUM_THREADS: `${threads}` };
    const peer = new Child(PYTHON, [here('robust/peer.py')], env);
    try {
      const { versions } = await peer.ask({ operation: 'start' });
      await ours.ask({ operation: 'start', threads });
      return await body({ ours, peer, versions, threads });
    } finally {
      ours.close();
      peer.close();
    }
  };
}

// node bench/scale.mjs [--data FILE] [--rows N] [--cases NAME,…] [--linear-algebra embedded|native] [--quick] [--json]
// Times what large files are fitted with, each beside a named peer in the same run, on all cores:
//   stream     rf-ridge on a file of a million made rows, from the command line, beside the same in numpy with pandas; needs
//              `npm run build`
//   ridge      rf-ridge and nystrom-ridge of rows in memory beside scikit-learn's RBFSampler and Nystroem with Ridge
//   nystrom    ny-kpca beside scikit-learn's Nystroem with PCA
//   empirical  ekpca beside scikit-learn's KernelPCA
//   exponents  how our time grows with n, M and d
// --data   a table of numbers, the target last, for `ridge`; a first line of names is passed over. Recorded figures are on
//          California's house values (20,640×8); made rows by default
// --rows   rows of `stream`
// --cli    the built command line that `stream` runs; dist/cli.js by default
// --linear-algebra  what computes on our side; both by default, where a library is found
// --quick  small sizes, one run: a look, not a figure of record
// A case fails, and says so, when results that must agree do not.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bridgeOf, byCore, coresOf, ourEnvironment } from './harness/cores.mjs';
import { bundleOurs, PYTHON, peerEnvironment } from './harness/sideBySide.mjs';
import { tableHead, tableLine } from './harness/table.mjs';
import { Child } from './linalg/child.mjs';
import { empiricalPca, exponents, nystromPca, ridge } from './scale/cases.mjs';
import { stream } from './scale/stream.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    rows: { type: 'string' },
    cli: { type: 'string', default: here('../dist/cli.js') },
    cases: { type: 'string' },
    'linear-algebra': { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const { quick } = options;
const data = options.data && resolve(options.data);
const runs = quick ? 1 : 3;
const rows = Number(options.rows ?? (quick ? 20_000 : 1_000_000));
if (!(Number.isInteger(rows) && rows >= 1000)) {
  console.error(`--rows takes a whole number from 1000; it is ${options.rows}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
const CASES = {
  stream: (_, core) => stream({ cli: resolve(options.cli), core, rows, features: quick ? 200 : 2000, runs, folder }),
  ridge: (open) =>
    ridge(open, { data, n: quick ? 3000 : 20_000, counts: quick ? [100, 200] : [500, 1000, 2000], runs, folder }),
  nystrom: (open) =>
    nystromPca(open, { n: quick ? 4000 : 100_000, m: quick ? 100 : 1000, components: 10, runs, folder }),
  empirical: (open) => empiricalPca(open, { n: quick ? 500 : 4000, components: 10, runs, folder }),
  exponents: (open) => exponents(open, { sizes: quick ? scalingSizes(8) : scalingSizes(1), runs }),
};
const names = Object.keys(CASES);
const wanted = options.cases?.split(',') ?? names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no case ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}

try {
  const program = join(folder, 'ours.mjs');
  await bundleOurs({ entryPoints: ['bench/scale/ours.mjs'] }, program);
  const cores = await coresOf(options['linear-algebra'], program);
  if (!options.json) console.log(tableHead('scale').join('\n'));
  for (const [core, name] of cores.flatMap((core) => wanted.map((name) => [core, name]))) {
    console.error(`  ${name}, ${core}`);
    try {
      for (const row of await CASES[name](open(program, core), core))
        console.log(options.json ? JSON.stringify(row) : tableLine('scale', row));
    } catch (error) {
      console.error(`  ${name} failed: ${error.message}`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One size at a time, the others at a middle one, all smaller by `less`. */
function scalingSizes(less) {
  const of = (values) => values.map((v) => v / less);
  const middle = { n: 32_000 / less, d: 16, count: less > 1 ? 128 : 512 };
  return [
    { name: 'n', grid: of([16_000, 32_000, 64_000, 128_000]), base: middle, part: 'sumSeconds', operations: 'n' },
    {
      name: 'count',
      grid: of([512, 1024, 2048]),
      base: middle,
      part: 'sumSeconds',
      operations: 'M² and, in the features, M',
    },
    { name: 'd', grid: [16, 64, 256, 1024], base: middle, part: 'sumSeconds', operations: 'd beside M: from 0 to 1' },
    {
      name: 'count',
      grid: of([512, 1024, 2048]),
      base: { ...middle, n: 4000 / less },
      part: 'eigenSeconds',
      operations: 'M³',
    },
  ];
}

/** Gives `body` a fresh process of each side on all threads, and closes them. */
function open(program, core) {
  return async (body) => {
    const threads = availableParallelism();
    const ours = new Child(process.execPath, [program], ourEnvironment(core));
    const peer = new Child(PYTHON, [here('scale/peer.py')], peerEnvironment());
    try {
      const { versions } = await peer.ask({ operation: 'start' });
      const { library } = await ours.ask({ operation: 'start', threads, ...bridgeOf(core) });
      if (core === 'native' && library === undefined) throw new Error('no library is right and worthwhile here');
      return (await body({ ours, peer, versions })).map((row) => byCore(row, library));
    } finally {
      ours.close();
      peer.close();
    }
  };
}

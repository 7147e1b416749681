// node bench/linalg.mjs [--node PATH] [--cases GROUP,…] [--quick] [--json]
// Times the linear-algebra core beside numpy, scipy and scikit-learn on the same matrices, with 1 and with 2 threads.
// --node PATH   runs our side under another Node, for example the one `npm run bench -- setup` fetches
// --cases       only these groups of cases          --quick   a tenth of the sizes, one run: a look, not a figure of record
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleOurs } from './harness/sideBySide.mjs';
import { tableHead, tableLine } from './harness/table.mjs';
import { cases } from './linalg/cases.mjs';
import { measure } from './linalg/measure.mjs';
import { about, openSides } from './linalg/sides.mjs';

const THREADS = [1, 2];
const { values: options } = parseArgs({
  options: {
    node: { type: 'string', default: process.execPath },
    cases: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const all = cases(options.quick);
const groups = [...new Set(all.map(({ group }) => group))];
const wanted = options.cases?.split(',') ?? groups;
const unknown = wanted.filter((group) => !groups.includes(group));
if (unknown.length > 0) {
  console.error(`no case ${unknown.join(', ')}; there are ${groups.join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
try {
  const program = join(folder, 'ours.mjs');
  await bundleOurs({ entryPoints: ['bench/linalg/ours.mjs'] }, program);
  if (!options.json) console.log(tableHead('linalg').join('\n'));
  for (const threads of THREADS) await measureAll(program, threads);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A case that fails is reported and passed over; the exit code shows it. */
async function measureAll(program, threads) {
  const open = () => openSides({ node: options.node, program, threads });
  let sides = await open();
  try {
    const facts = await about(sides);
    console.error(`${threads} threads: ${facts.ours.runtime}, ${facts.ours.name}; the peers on ${facts.peer.blas}`);
    for (const one of all.filter(({ group }) => wanted.includes(group))) {
      console.error(`  ${one.name}`);
      try {
        for (const row of await measure(one, { sides, facts, open, quick: options.quick })) {
          console.log(options.json ? JSON.stringify(row) : tableLine('linalg', row));
        }
      } catch (error) {
        console.error(`  ${one.name} failed: ${error.message}`);
        process.exitCode = 1;
        sides.close();
        sides = await open();
      }
    }
  } finally {
    sides.close();
  }
}

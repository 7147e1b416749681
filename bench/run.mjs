// npm run bench -- NAME [--json] [options of the benchmark]   runs one benchmark and stores its rows in docs/benchmarks.md
// npm run bench -- setup                                      installs the peers, by pip in their newest versions or Debian's (needs root), and a Node of today
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from '../scripts/npm.mjs';
import { ensurePeers, installByApt } from '../scripts/prerequisites.mjs';
import { untilIdle } from './harness/idle.mjs';
import { store, tableHead, tableLine } from './harness/table.mjs';

/** Debian's packages: the second kind where pip reaches nothing. */
const PEERS = ['r-cran-kernlab'];
const PYTHON_PEERS = ['python3-numpy', 'python3-pandas', 'python3-sklearn', 'python3-scipy'];
/** The V8 of a current VS Code, for `--node`: the processor's fused multiply-add is reachable from WebAssembly in it. */
const NODE = { package: `node-linux-${process.arch}`, version: '24.21.0', folder: '../out/bench/node' };

// Everything compared is computed by the same core, unless a benchmark asks for another.
process.env.KERNELSCOPE_LINEAR_ALGEBRA = 'embedded';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [name, ...options] = process.argv.slice(2);
const known = readdirSync(here('.'))
  .filter((f) => f.endsWith('.mjs') && f !== 'run.mjs')
  .map((f) => f.slice(0, -4));

if (name === 'setup') {
  installNode();
  const lacking = ensurePeers();
  if (lacking) console.log(`The peers in Python are Debian's: ${lacking}.`);
  const failed = installByApt([...PEERS, ...(lacking ? PYTHON_PEERS : [])]);
  process.exit(failed ? 1 : 0);
}
if (!known.includes(name)) {
  console.error(`npm run bench -- NAME, where NAME is setup or one of: ${known.join(', ')}`);
  process.exit(2);
}

const quick = options.includes('--quick');
if (!quick) await untilIdle();
const json = options.includes('--json');
const { status, stdout } = spawnSync(
  process.execPath,
  [here(`${name}.mjs`), '--json', ...options.filter((o) => o !== '--json')],
  {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const rows = stdout
  .split('\n')
  // Whoever compiles the core says so in between.
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line));
// Rows of a second table say its name.
const tables = new Map();
for (const row of rows) {
  const table = row.table ?? name;
  tables.set(table, [...(tables.get(table) ?? []), row]);
}
for (const [table, ofTable] of tables) {
  if (!json) for (const line of tableHead(table)) console.log(line);
  for (const row of ofTable) console.log(json ? JSON.stringify(row) : tableLine(table, row));
  // A quick look is one run at other sizes: no figure of record.
  if (!quick) store(table, ofTable);
}
process.exitCode = status ?? 1;

function installNode() {
  const folder = here(NODE.folder);
  mkdirSync(folder, { recursive: true });
  // npm installs into the nearest folder above that has a package.json: this one, not the project's.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npm(folder, ['install', '--no-audit', '--no-fund', '--loglevel=error', `${NODE.package}@${NODE.version}`]);
  const path = relative(process.cwd(), join(folder, 'node_modules', NODE.package, 'bin/node'));
  console.log(`Node ${NODE.version} for \`npm run bench -- linalg --node ${path}\``);
}

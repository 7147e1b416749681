// npm run bench -- NAME [--json] [options of the benchmark]   runs one benchmark and stores its row in docs/benchmarks.md
// npm run bench -- setup                                      installs the peers (Debian's packages; needs root)
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const PEERS = ['python3-pandas', 'python3-sklearn', 'python3-scipy'];
/** Share of the machine's processor time that others may use before a benchmark waits, and how long it waits at most. */
const BUSY = 0.1;
const PATIENCE = 120;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const page = here('../docs/benchmarks.md');
const [name, ...options] = process.argv.slice(2);
const known = readdirSync(here('.'))
  .filter((f) => f.endsWith('.mjs') && f !== 'run.mjs')
  .map((f) => f.slice(0, -4));

if (name === 'setup') {
  const done = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...PEERS], { stdio: 'inherit' });
  process.exit(done.status ?? 1);
}
if (!known.includes(name)) {
  console.error(`npm run bench -- NAME, where NAME is setup or one of: ${known.join(', ')}`);
  process.exit(2);
}

const load = await untilIdle();
if (load > BUSY) console.error(`the machine is busy (${Math.round(100 * load)} %): read these figures with care`);
const json = options.includes('--json');
const { status, stdout } = spawnSync(
  process.execPath,
  [here(`${name}.mjs`), '--json', ...options.filter((o) => o !== '--json')],
  {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
if (status !== 0) process.exit(status ?? 1);
const rows = stdout
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
for (const row of rows) console.log(json ? JSON.stringify(row) : line(row));
store(rows);

/** Share of processor time in use, once it is low or patience has run out. */
async function untilIdle() {
  const until = Date.now() + PATIENCE * 1000;
  for (;;) {
    const before = times();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const after = times();
    const load = 1 - (after.idle - before.idle) / (after.total - before.total);
    if (load <= BUSY || Date.now() > until) return load;
  }
}

function times() {
  const all = cpus().map(({ times }) => times);
  const sum = (of) => all.reduce((s, t) => s + of(t), 0);
  return { idle: sum((t) => t.idle), total: sum((t) => t.user + t.nice + t.sys + t.idle + t.irq) };
}

function line({ name, ours, peer, peerName, ratio, runs, spread, peakMegabytes, peerPeakMegabytes }) {
  const memory = peakMegabytes ? `${peakMegabytes} / ${peerPeakMegabytes} MB` : '';
  return `| ${name} | ${ours.toFixed(2)} s | ${peer.toFixed(2)} s | ${peerName} | ${ratio.toFixed(2)} | ${runs} | ${spread} | ${memory} |`;
}

/** Replaces the rows of the same names, keeps the others. */
function store(rows) {
  const head = [
    '# Benchmarks',
    '',
    'Medians; ratio = peer/ours, so above 1 is faster than the peer. Ours and the peer run in turn on the same files, each run in a fresh',
    'process. `npm run bench -- setup` installs the peers, `npm run bench -- NAME` measures again and replaces the row.',
    '',
    '| case | ours | peer | peer is | ratio | runs | spread, ours / peer | peak memory, ours / peer | machine |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores, node ${process.versions.node}`;
  const names = new Set(rows.map((row) => row.name));
  const kept = existsSync(page)
    ? readFileSync(page, 'utf8')
        .split('\n')
        .filter((l) => /^\| (?!case)/.test(l) && !names.has(l.split(' | ')[0].slice(2)))
    : [];
  writeFileSync(page, `${[...head, ...kept, ...rows.map((row) => `${line(row)} ${machine} |`)].join('\n')}\n`);
}

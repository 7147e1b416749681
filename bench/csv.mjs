// node bench/csv.mjs [--megabytes 500] [--json]
// Reads one seeded file of delimited text with Kernelscope and with pandas' C parser, in turn, each time in a fresh process.
// Both are timed inside their process, from the path to typed columns; starting up and importing do not count. Kernelscope
// also finds out the dialect and summarises every column in that time.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleOurs, figure, median, PYTHON, peerEnvironment, spread } from './harness/sideBySide.mjs';

const RUNS = 3;
const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: { megabytes: { type: 'string', default: '500' }, json: { type: 'boolean', default: false } },
});

const OURS = `
import { readTable } from './src/engine/data/readTable';
import { quietContext } from './src/engine/contract/context';
const started = performance.now();
const { inspection } = await readTable({ kind: 'path', path: process.argv[2] }, {}, quietContext);
const seconds = (performance.now() - started) / 1000;
const sum = inspection.columns.reduce((s, c) => s + (c.kind === 'number' ? c.numeric.sum : 0), 0);
console.log(JSON.stringify({ seconds, rows: inspection.rows, sum, peakMegabytes: process.resourceUsage().maxRSS / 1024 }));
`;

const PANDAS = `
import json, resource, sys, time
import pandas
started = time.perf_counter()
table = pandas.read_csv(sys.argv[1], engine="c")
seconds = time.perf_counter() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
total = float(table.select_dtypes("number").sum().sum())
print(json.dumps({"seconds": seconds, "rows": len(table), "sum": total, "peakMegabytes": peak, "version": pandas.__version__}))
`;

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
try {
  const data = join(folder, 'table.csv');
  writeData(data, Number(options.megabytes) * 1e6);
  const ours = join(folder, 'ours.mjs');
  await bundleOurs({ stdin: { contents: OURS, resolveDir: root, loader: 'ts' } }, ours);
  // Once each without counting, so that both find the file in the system's cache.
  runOurs(ours, data);
  runPeer(data);
  /** @type {{ ours: object[], peer: object[] }} */
  const measured = { ours: [], peer: [] };
  for (let i = 0; i < RUNS; i++) {
    measured.ours.push(runOurs(ours, data));
    measured.peer.push(runPeer(data));
  }
  report(measured, statSync(data).size);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Twelve columns: a row number, eight numbers of several lengths, some gaps, two kinds of words, a target. */
function writeData(path, bytes) {
  let state = 12345;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  const colours = ['red', 'green', 'blue', 'amber'];
  const file = openSync(path, 'w');
  let written = 0;
  let row = 0;
  let text = 'id,a,b,c,d,e,f,g,h,colour,flag,y\n';
  while (written < bytes) {
    row++;
    text += `${row},${uniform().toFixed(4)},${(uniform() * 1000).toFixed(2)},${(uniform() - 0.5).toFixed(6)},`;
    text += `${Math.floor(uniform() * 100)},${uniform() < 0.02 ? '' : (uniform() * 50).toFixed(1)},`;
    text += `${(uniform() * 1e4).toFixed(3)},${(uniform() * 2 - 1).toFixed(8)},${Math.floor(uniform() * 1e6)},`;
    text += `${colours[Math.floor(uniform() * 4)]},${uniform() < 0.5 ? 'yes' : 'no'},${(uniform() * 100).toFixed(5)}\n`;
    if (text.length > 1 << 20) {
      written += writeSync(file, text);
      text = '';
    }
  }
  closeSync(file);
}

function runOurs(program, data) {
  return run(process.execPath, [program, data]);
}

function runPeer(data) {
  return run(PYTHON, ['-c', PANDAS, data]);
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { env: peerEnvironment(), encoding: 'utf8' });
  if (error || status !== 0) {
    const hint = command === PYTHON ? ' (npm run bench -- setup installs the peer)' : '';
    throw new Error(`${command} failed${hint}: ${error?.message ?? stderr}`);
  }
  return JSON.parse(stdout);
}

function report({ ours, peer }, bytes) {
  if (ours[0].rows !== peer[0].rows || Math.abs(ours[0].sum / peer[0].sum - 1) > 1e-9) {
    throw new Error(`the two disagree: ${JSON.stringify([ours[0], peer[0]])}`);
  }
  const seconds = (runs) => runs.map((r) => r.seconds);
  const row = {
    name: `csv ${Math.round(bytes / 1e6)} MB`,
    unit: 's',
    ours: median(seconds(ours)),
    peer: median(seconds(peer)),
    peerName: `pandas ${peer[0].version} read_csv, C parser`,
    ratio: median(seconds(peer)) / median(seconds(ours)),
    runs: RUNS,
    spread: `${spread(seconds(ours))} s / ${spread(seconds(peer))} s`,
    peakMegabytes: Math.round(Math.max(...ours.map((r) => r.peakMegabytes))),
    peerPeakMegabytes: Math.round(Math.max(...peer.map((r) => r.peakMegabytes))),
    runtime: `node ${process.versions.node}`,
  };
  if (options.json) console.log(JSON.stringify(row));
  else {
    console.log('name | ours | peer | peer name | ratio | runs | spread | peak RSS ours / peer');
    console.log(
      `${row.name} | ${figure(row.ours)} s | ${figure(row.peer)} s | ${row.peerName} | ${figure(row.ratio)} | ` +
        `${row.runs} | ${row.spread} | ${row.peakMegabytes} / ${row.peerPeakMegabytes} MB`,
    );
  }
}

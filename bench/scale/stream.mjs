// Case `stream`: the whole of `kernelscope fit --method rf-ridge` on a file, beside the same in numpy.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { byCore, ourEnvironment } from '../harness/cores.mjs';
import { median, PYTHON, peerEnvironment, spread } from '../harness/sideBySide.mjs';
import { fillNormal } from '../linalg/inputs.mjs';
import { COLUMNS, MADE_VARIANCE, makeTable } from './makeTable.mjs';

const REST = 500;
/** Both draw their own features: their lowest GCV errors agree as closely as those by other seeds. */
const AGREEMENT = 0.2;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export async function stream({ cli, core, rows, features, runs, folder }) {
  if (!existsSync(cli)) throw new Error('the command line is not built: npm run build');
  const data = join(folder, 'rows.csv');
  makeTable(data, rows, fillNormal);
  const scale = Math.sqrt(2 * COLUMNS);
  const ours = [];
  const peers = [];
  for (let run = 0; run < runs; run++) {
    await sleep(REST);
    ours.push(runOurs(cli, core, data, features, scale, folder));
    await sleep(REST);
    peers.push(runPeer(data, features, scale, folder));
  }
  const [mine, theirs] = [ours[0], peers[0]];
  if (!(Math.abs(mine.gcv / theirs.gcv - 1) < AGREEMENT))
    throw new Error(`lowest GCV ${mine.gcv} of the variance here, ${theirs.gcv} there`);
  const size = `${rows.toLocaleString('en-US')}×${COLUMNS}, ${Math.round(statSync(data).size / 1e6)} MB, M = ${features}`;
  const peerName = `numpy ${theirs.versions.numpy}, rows by pandas ${theirs.versions.pandas}, in blocks`;
  const peak = (of) => Math.round(Math.max(...of.map((one) => one.peakMegabytes)));
  const both = { runs, peerName, runtime: `node ${process.versions.node}` };
  const row = (what, seconds, note) => ({
    name: `rf-ridge of a file, ${what}, ${size}`,
    unit: 's',
    ours: median(ours.map(seconds)),
    peer: median(peers.map(seconds)),
    ratio: median(peers.map(seconds)) / median(ours.map(seconds)),
    spread: runs === 1 ? 'one run / one run' : `${spread(ours.map(seconds))} / ${spread(peers.map(seconds))}`,
    note,
    ...both,
  });
  const share = (error) => `${(100 * error).toFixed(2)} %`;
  return [
    {
      ...row(
        'in all',
        (one) => one.seconds,
        `lowest GCV ${share(mine.gcv)} / ${share(theirs.gcv)} of the variance; ours with leave-one-out errors, partial dependence and the curve over fewer features; ${words(mine.stages)}`,
      ),
      peakMegabytes: peak(ours),
      peerPeakMegabytes: peak(peers),
    },
    row('read', (one) => one.read),
    row(
      'adding up',
      (one) => one.accumulate,
      `${gigaflops(rows, features, median(ours.map((o) => o.accumulate)))} / ${gigaflops(rows, features, median(peers.map((o) => o.accumulate)))} GFLOP/s`,
    ),
    row('decomposing', (one) => one.decompose),
  ].map((measured) => byCore(measured, mine.library));
}

/** Z'Z alone, half of it for symmetry. */
const gigaflops = (n, m, seconds) => Math.round((n * m * (m + 1)) / seconds / 1e9);

const words = (stages) =>
  Object.entries(stages)
    .filter(([name, seconds]) => name !== 'total' && seconds >= 0.05)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
    .join(', ');

function runOurs(cli, core, data, features, scale, folder) {
  const result = join(folder, 'fit.json');
  const settings = { features, lengthScale: scale, compare: 'no' };
  const watched = watch(folder, ourEnvironment(core), [
    process.execPath,
    ...[
      cli,
      'fit',
      data,
      '--target',
      'y',
      '--method',
      'rf-ridge',
      '--holdout',
      '0',
      '--linear-algebra',
      core,
      '--quiet',
      '--json',
      result,
    ],
    ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
  ]);
  const fit = JSON.parse(readFileSync(result, 'utf8'));
  const { backEnd, name } = fit.linearAlgebra;
  if (backEnd !== core) throw new Error(`${name} computed`);
  const { read, gram, eigen } = fit.timings;
  return {
    ...{ ...watched, read, accumulate: gram, decompose: eigen, stages: fit.timings },
    gcv: fit.metrics.gcv / MADE_VARIANCE,
    library: backEnd === 'native' ? name : undefined,
  };
}

function runPeer(data, features, scale, folder) {
  const result = join(folder, 'stream.json');
  const watched = watch(folder, peerEnvironment(), [
    PYTHON,
    here('stream.py'),
    data,
    `${features}`,
    `${scale}`,
    result,
  ]);
  // In all: with starting up and importing, as ours.
  return { ...JSON.parse(readFileSync(result, 'utf8')), ...watched };
}

/** Wall seconds and peak memory of a command. */
function watch(folder, env, command) {
  const out = join(folder, 'watched.json');
  const { status, stderr } = spawnSync(PYTHON, [here('watched.py'), out, ...command], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command[0]}: ${stderr}`);
  const { code, ...measured } = JSON.parse(readFileSync(out, 'utf8'));
  if (code !== 0) throw new Error(`${command.slice(0, 2).join(' ')} ended with ${code}: ${stderr.slice(-2000)}`);
  return measured;
}

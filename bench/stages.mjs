// node bench/stages.mjs [--only WORD] [--quick] [--json]
// Where the processor's seconds of the default answer go: one fit by the command line for each size, with every function's own samples counted to the
// innermost stage that called it, over all threads. Threads that wait are left out; those of the core that share a product are a stage of their own.
// --only   sizes whose name has this word
// --quick  a small file: a look
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tableHead, tableLine } from './harness/table.mjs';
import { makeRows } from './limits/makeRows.mjs';

const SIZES = [
  [800, 8],
  [2000, 15],
  [2200, 80],
  [5000, 12],
  [20_000, 9],
  [50, 10_000],
];
/** Names of functions in the source by stage, in the order of the table. An inner stage comes before the one that calls it, whatever the order. */
const STAGES = {
  'likelihoods: one scale or one per column': ['tune', 'tuneGrouped', 'computeFirstTuning'],
  'likelihoods: sum over columns': ['tuneColumnSum', 'columnSum', 'specOfSum'],
  'far targets drawn in, ridges': ['drawnIn', 'bestFactor', 'leftOut'],
  'folds predicted': ['predictOthers', 'asFitted', 'computeOnFolds'],
  "Huber's fit": ['judgeHuber', 'computeHuberOnFolds'],
  baselines: ['judgeBaselines', 'heldOutBaselines'],
  'rest of the race': ['race'],
  'decomposition of the fit': ['symmetricEigen', 'decomposeKernel'],
  'partial dependence': ['partialDependence'],
  importance: ['measureImportance'],
  'rest of the fit': ['fitSpectral', 'fitFeatures', 'fitWinner', 'fit'],
};

/** Writes the seconds over all threads as the last thing. */
const COUNTED = `data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads'; if (isMainThread) process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('processor ' + (user + system) / 1e6); });",
)}`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const root = fileURLToPath(new URL('..', import.meta.url));
/** Functions keep their names. */
const dist = join(folder, 'dist');
succeeds([join(root, 'esbuild.mjs'), '--dev', `--to=${dist}`]);

if (!options.json) console.log(tableHead('stages').join('\n'));
for (const [rows, columns] of options.quick ? [[120, 4]] : SIZES) {
  const name = `${rows.toLocaleString('en')} × ${columns.toLocaleString('en')}`;
  if (!name.includes(options.only)) continue;
  const file = makeRows(join(folder, `${rows}x${columns}.csv`), rows, columns);
  const profiles = join(folder, `${rows}x${columns}`);
  mkdirSync(profiles);
  const processor = succeeds([
    '--import',
    COUNTED,
    '--cpu-prof',
    `--cpu-prof-dir=${profiles}`,
    join(dist, 'cli.js'),
    'fit',
    file,
    '--target',
    'y',
    // With everything that a panel shows: without a report no partial dependences are computed.
    '--report',
    join(folder, 'report.html'),
  ]);
  const row = { name, stages: stagesOf(profiles, processor), runtime: `node ${process.versions.node}` };
  console.log(options.json ? JSON.stringify(row) : tableLine('stages', row));
}

/** The processor's seconds where they are counted. */
function succeeds(args) {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(stderr.split('\n').slice(0, 8).join(' '));
  return Number(/processor (\S+)$/.exec(stderr)?.[1]);
}

/**
 * The processor's seconds by stage, over all threads: a profile gives fractions, since its clock also runs while a
 * thread waits for a processor.
 */
function stagesOf(profiles, processor) {
  const named = new Map(Object.entries(STAGES).flatMap(([stage, names]) => names.map((name) => [name, stage])));
  const seconds = new Map(
    [...Object.keys(STAGES), 'shared by threads of the core', 'start, reading, writing'].map((stage) => [stage, 0]),
  );
  for (const file of readdirSync(profiles)) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(profiles, file), 'utf8'));
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const parent = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
    const known = new Map();
    const stageOf = (id) => {
      const chain = [];
      for (let at = id; at !== undefined; at = parent.get(at)) chain.push(byId.get(at).callFrame);
      if (/^(\(idle\)|sleep|awaitAnswer)/.test(chain[0].functionName)) return undefined;
      const stage = chain.map(({ functionName }) => named.get(functionName)).find((one) => one !== undefined);
      const ofCore = chain.some(({ url }) => url.includes('[worker eval]'));
      return stage ?? (ofCore ? 'shared by threads of the core' : 'start, reading, writing');
    };
    samples.forEach((id, i) => {
      if (!known.has(id)) known.set(id, stageOf(id));
      const stage = known.get(id);
      if (stage !== undefined) seconds.set(stage, (seconds.get(stage) ?? 0) + timeDeltas[i] / 1e6);
    });
  }
  const all = [...seconds.values()].reduce((sum, of) => sum + of, 0);
  return Object.fromEntries(
    [...seconds].filter(([, of]) => of > 0).map(([stage, of]) => [stage, (of / all) * processor]),
  );
}

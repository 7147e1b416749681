// The same steps by the adapters, on machines that stay for all cells.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CLUSTER_PYTHON, root } from '../../scripts/prerequisites.mjs';
import { daskMachines, sparkHome, sparkMachines } from '../../test/cluster/machines.mjs';
import { hashOf } from './bare.mjs';

const TRANSFERRED =
  'import sys, distributed\n' +
  'with distributed.Client(sys.argv[1]) as client:\n' +
  '    print(sum(client.run(lambda dask_worker: dask_worker.transfer_outgoing_bytes_total).values()))';

/** The bytes that Spark's tasks wrote for each other and sent to the driver, by the log of the last application. */
function sparkMoved(folder) {
  const logs = readdirSync(folder).filter((name) => !name.startsWith('.'));
  let bytes = 0;
  for (const log of logs) {
    for (const line of readFileSync(join(folder, log), 'utf8').split('\n')) {
      if (!line.includes('"SparkListenerTaskEnd"')) continue;
      const metrics = JSON.parse(line)['Task Metrics'];
      bytes += metrics['Shuffle Write Metrics']['Shuffle Bytes Written'] + metrics['Result Size'];
    }
    rmSync(join(folder, log));
  }
  return bytes;
}

function daskMoved(address) {
  const { stdout } = spawnSync(CLUSTER_PYTHON, ['-c', TRANSFERRED, address], { encoding: 'utf8' });
  return Number(stdout);
}

/** @type {Record<string, { title: string, at: string, begin: (folder: string) => Promise<any> }>} */
const ENGINES = {
  spark: {
    title: 'Spark, 2 workers',
    at: '--master',
    async begin(folder) {
      const log = join(folder, 'events');
      mkdirSync(log, { recursive: true });
      const conf = {
        'spark.eventLog.enabled': 'true',
        'spark.eventLog.dir': `file://${log}`,
        'spark.eventLog.compress': 'false',
        'spark.eventLog.rolling.enabled': 'false',
      };
      const machines = await sparkMachines(folder, { quick: false, memory: '4g', pinned: true, conf });
      return { machines, moved: () => sparkMoved(log) };
    },
  },
  dask: {
    title: 'Dask, 2 workers',
    at: '--scheduler',
    async begin(folder) {
      const machines = await daskMachines(folder, { pinned: true });
      let before = 0;
      const moved = () => {
        const all = daskMoved(machines.address);
        const since = all - before;
        before = all;
        return since;
      };
      return { machines, moved };
    },
  },
};

export const titleOf = (engine) => ENGINES[engine].title;

/** The machines of an engine. */
export async function beginEngine(engine, folder) {
  const { at, begin } = ENGINES[engine];
  const { machines, moved } = await begin(folder);
  return {
    ...machines,
    /** The steps after the plan. `start`: until the first visit begins; `rest`: solving, and the end. */
    async fit({ node, cli, peak }, { folder: to, plan }) {
      moved();
      peak();
      const script = join(root, `distributed/kernelscope_${engine}.py`);
      const program = ['--node', node, '--engine', cli, '--installed'];
      const words = [script, plan, at, machines.address, '--steps', to, '--save', join(to, 'model'), ...program];
      const times = await stagesOf([CLUSTER_PYTHON, ...words], machines.environment);
      const between = (from, until) => times[until] - times[from];
      const visits = [between('sums', 'solve'), between('errors', 'finish')];
      const rest = between('solve', 'errors') + between('finish', 'end');
      return {
        start: between('begin', 'sums'),
        visits,
        rest,
        peak: peak(),
        moved: moved(),
        solution: hashOf(join(to, 'solution')),
      };
    },
    /** Linear regression of pyspark.ml on as many random features of `files`; seconds of start, and of all else. */
    async peer(files, features) {
      const script = join(root, 'bench/cluster/peer.py');
      const program = join(sparkHome(), 'bin/spark-submit');
      const words = ['--master', machines.address, script, String(features), ...files];
      const times = await stagesOf([program, ...words], machines.environment);
      moved();
      return { start: times.read - times.begin, seconds: times.end - times.read };
    },
  };
}

/**
 * The seconds at which the stages began that a program reports by lines of JSON; "begin" and "end" are added here.
 * @returns {Promise<Record<string, number>>}
 */
async function stagesOf([program, ...words], environment) {
  const now = () => performance.now() / 1000;
  /** @type {Record<string, number>} */
  const times = { begin: now() };
  let said = '';
  const child = spawn(program, words, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  const hear = (line) => {
    const told = line.startsWith('{') ? JSON.parse(line) : {};
    if (told.stage !== undefined) times[told.stage] ??= now();
    else said = `${said}\n${line}`.slice(-5000);
  };
  // spark-submit writes both to standard output.
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', hear);
  const status = await new Promise((done) => child.on('close', done));
  if (status !== 0) throw new Error(`${words[0]} ended with code ${status}:${said}`);
  return { ...times, end: now() };
}

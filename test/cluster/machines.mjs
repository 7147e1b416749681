// A Spark master with two workers, and a Dask scheduler with two, on loopback and on free ports. What they start is theirs to end: `close` ends all.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { CLUSTER_PYTHON, sitePackages } from '../../scripts/prerequisites.mjs';
import { endGroup, LEADER } from '../../scripts/processes.mjs';
import { childrenOf, descendants, wordsOf } from './processTree.mjs';

const WORKERS = 2;

/**
 * @typedef {object} Machines
 * @property {string} address
 * @property {Record<string, string>} environment what a driver needs
 * @property {(i: number) => number | undefined} computing the process that computes for a worker; undefined where none does
 * @property {(i: number) => number | undefined} kill ends that process by SIGKILL
 * @property {() => Promise<void>} close
 */

/** Folder of pyspark's own Spark. */
export const sparkHome = () => join(sitePackages(CLUSTER_PYTHON), 'pyspark');

/**
 * @param {string} folder
 * @param {{ quick?: boolean, memory?: string, pinned?: boolean, conf?: Record<string, string> }} [options] `quick`: Java for programs that end soon; `memory` of a worker and of its executor;
 *   `pinned`: each worker is held to a core; `conf` for spark-defaults.conf
 * @returns {Promise<Machines>}
 */
export async function sparkMachines(folder, { quick = true, memory = '1g', pinned = false, conf = {} } = {}) {
  mkdirSync(folder, { recursive: true });
  const settings = {
    'spark.ui.enabled': 'false',
    'spark.executor.memory': memory,
    'spark.driver.memory': memory,
    ...conf,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(join(folder, 'spark-defaults.conf'), lines.join(''));
  const environment = {
    SPARK_LOCAL_IP: '127.0.0.1',
    PYSPARK_PYTHON: CLUSTER_PYTHON,
    SPARK_CONF_DIR: folder,
    SPARK_LOCAL_DIRS: join(folder, 'spark'),
    SPARK_LOG_DIR: folder,
    ...(quick && { JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' }),
  };
  const classOf = (/** @type {string} */ kind) => [
    ...[join(sparkHome(), 'bin/spark-class'), `org.apache.spark.deploy.${kind.toLowerCase()}.${kind}`],
    ...['--host', '127.0.0.1', '--webui-port', '0'],
  ];
  const master = await started([...classOf('Master'), '--port', '0'], /Starting Spark master at (\S+)/, environment);
  const address = master.found;
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, i) =>
      started(
        [
          ...(pinned ? heldTo(i) : []),
          ...[...classOf('Worker'), '--cores', '1', '--memory', memory],
          ...['--work-dir', join(folder, `worker${i}`), address],
        ],
        /Successfully registered with master/,
        environment,
      ),
    ),
  );
  return machines(address, environment, [...workers, master], (words) =>
    words.includes('CoarseGrainedExecutorBackend'),
  );
}

/**
 * @param {string} folder
 * @param {{ security?: string[], workers?: number, pinned?: boolean }} [options] what scheduler and workers are told of TLS; `pinned`: each worker is held to a core
 * @returns {Promise<Machines>}
 */
export async function daskMachines(folder, { security = [], workers: count = WORKERS, pinned = false } = {}) {
  const dask = (/** @type {'scheduler' | 'worker'} */ kind, /** @type {string[]} */ ...words) => {
    // Without a dashboard there is a server of states nevertheless.
    const quiet = ['--no-dashboard', '--dashboard-address', '127.0.0.1:0'];
    return [CLUSTER_PYTHON, '-m', `distributed.cli.dask_${kind}`, ...words, ...quiet, ...security];
  };
  const protocol = security.length > 0 ? ['--protocol', 'tls'] : [];
  const where = ['--host', '127.0.0.1', '--port', '0', ...protocol];
  const scheduler = await started(dask('scheduler', ...where), /Scheduler at:\s+(\S+)/, {});
  const address = scheduler.found;
  const workers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      started(
        [
          ...(pinned ? heldTo(i) : []),
          ...dask('worker', address, '--nthreads', '1', '--local-directory', join(folder, `worker${i}`), ...protocol),
        ],
        /Registered to:/,
        {},
      ),
    ),
  );
  return machines(address, {}, [...workers, scheduler], (words) => words.includes('spawn_main'));
}

/** Before a command line: one core for it and for all that it starts. */
const heldTo = (/** @type {number} */ i) => ['taskset', '-c', String(i % availableParallelism())];

/**
 * @param {string} address
 * @param {Record<string, string>} environment
 * @param {Started[]} all
 * @param {(words: string) => boolean} computes whether a child of a worker does the work
 * @returns {Machines}
 */
function machines(address, environment, all, computes) {
  const computing = (/** @type {number} */ i) => childrenOf(all[i].child.pid).find((pid) => computes(wordsOf(pid)));
  return {
    address,
    environment,
    computing,
    kill(i) {
      const found = computing(i);
      if (found !== undefined) process.kill(found, 'SIGKILL');
      return found;
    },
    async close() {
      await Promise.all(all.map(({ child }) => ended(child)));
    },
  };
}

/** @param {import('node:child_process').ChildProcess} child */
function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const closed = new Promise((done) => child.once('exit', done));
  for (const pid of descendants(child.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  endGroup(child, 'SIGKILL');
  return closed;
}

/** @typedef {{ child: import('node:child_process').ChildProcess, found: string }} Started */

/**
 * Starts a program and waits until it has said something; `found`: the first group of that.
 * @param {string[]} line
 * @param {RegExp} pattern
 * @param {Record<string, string>} environment
 * @returns {Promise<Started>}
 */
function started([program, ...args], pattern, environment) {
  const child = spawn(program, args, {
    ...LEADER,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  return new Promise((done, fail) => {
    const hear = (/** @type {string} */ data) => {
      said = (said + data).slice(-20_000);
      const match = pattern.exec(said);
      if (match) done({ child, found: match[1] ?? '' });
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`${program} ended with code ${code}:\n${said}`)));
  });
}

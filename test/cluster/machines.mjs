// A Spark master with two workers, and a Dask scheduler with two, on loopback. What they start is theirs to end: `close` ends all.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER_PYTHON } from '../../scripts/prerequisites.mjs';
import { endGroup, LEADER } from '../../scripts/processes.mjs';

const WORKERS = 2;

/**
 * @typedef {object} Machines
 * @property {string} address
 * @property {Record<string, string>} environment what a driver needs
 * @property {(i: number) => number | undefined} kill ends by SIGKILL what computes for a worker; undefined where nothing does
 * @property {() => Promise<void>} close
 */

/** Folder of pyspark's own Spark. */
export function sparkHome() {
  const lib = join(CLUSTER_PYTHON, '../../lib');
  const python = existsSync(lib) && readdirSync(lib).find((name) => name.startsWith('python3'));
  return join(lib, python || 'python3', 'site-packages/pyspark');
}

/**
 * @param {string} folder
 * @returns {Promise<Machines>}
 */
export async function sparkMachines(folder) {
  mkdirSync(folder, { recursive: true });
  const environment = {
    SPARK_LOCAL_IP: '127.0.0.1',
    PYSPARK_PYTHON: CLUSTER_PYTHON,
    SPARK_LOCAL_DIRS: join(folder, 'spark'),
    SPARK_LOG_DIR: folder,
  };
  const begin = (/** @type {string} */ kind, /** @type {RegExp} */ pattern, /** @type {string[]} */ ...words) => {
    const program = join(sparkHome(), 'bin/spark-class');
    const name = `org.apache.spark.deploy.${kind.toLowerCase()}.${kind}`;
    return started([program, name, '--host', '127.0.0.1', '--webui-port', '0', ...words], pattern, environment);
  };
  const master = await begin('Master', /Starting Spark master at (\S+)/, '--port', '0');
  const address = master.found;
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, i) =>
      begin(
        'Worker',
        /Successfully registered with master/,
        ...['--cores', '1', '--memory', '1g', '--work-dir', join(folder, `worker${i}`), address],
      ),
    ),
  );
  return machines(address, environment, [...workers, master], (words) =>
    words.includes('CoarseGrainedExecutorBackend'),
  );
}

/**
 * @param {string} folder
 * @returns {Promise<Machines>}
 */
export async function daskMachines(folder) {
  const dask = (/** @type {RegExp} */ pattern, /** @type {string[]} */ ...words) =>
    started([CLUSTER_PYTHON, '-m', `distributed.cli.${words[0]}`, ...words.slice(1)], pattern, {});
  const scheduler = await dask(
    /Scheduler at:\s+(\S+)/,
    'dask_scheduler',
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--no-dashboard',
  );
  const address = scheduler.found;
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, i) =>
      dask(
        /Registered to:/,
        ...[
          'dask_worker',
          address,
          '--nthreads',
          '1',
          '--no-dashboard',
          '--local-directory',
          join(folder, `worker${i}`),
        ],
      ),
    ),
  );
  return machines(address, {}, [...workers, scheduler], (words) => words.includes('spawn_main'));
}

/**
 * @param {string} address
 * @param {Record<string, string>} environment
 * @param {Started[]} all
 * @param {(words: string) => boolean} computes whether a child of a worker does the work
 * @returns {Machines}
 */
function machines(address, environment, all, computes) {
  return {
    address,
    environment,
    kill(i) {
      const found = childrenOf(all[i].child.pid).find((pid) => computes(wordsOf(pid)));
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
  for (const pid of descendants(child.pid)) process.kill(pid, 'SIGKILL');
  endGroup(child, 'SIGKILL');
  return closed;
}

/** @param {number | undefined} pid @returns {number[]} */
const descendants = (pid) => childrenOf(pid).flatMap((child) => [...descendants(child), child]);

/** @param {number | undefined} pid @returns {number[]} */
function childrenOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    // It has ended.
    return [];
  }
}

/** @param {number | string} pid */
function wordsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Command lines of all processes that name a folder. */
export const processesOf = (/** @type {string} */ folder) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(wordsOf)
    .filter((words) => words.includes(folder));

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

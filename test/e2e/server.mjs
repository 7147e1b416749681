import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endGroup, LEADER } from '../../scripts/processes.mjs';
import { hostNode, vsCodeServer } from '../host/install.mjs';
import { root } from './profile.mjs';

const START_MS = 60_000;
const GRACE_MS = 3_000;

/** @typedef {ReturnType<typeof import('./profile.mjs').createProfile>} Profile */

/**
 * Starts a VS Code, by the program and the words in `args`, and waits until it listens on the loopback.
 * @param {Profile} profile removed when the server is gone
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 */
export async function startServer(profile, env, args) {
  const server = spawn(hostNode, args, { env, cwd: root, ...LEADER, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = endWithThisProcess(server, () => profile.remove());
  let log = '';
  const url = await listening(server, (text) => {
    log += text;
    if (process.env.VERBOSE) process.stderr.write(text);
  }).catch((error) => {
    end.now();
    throw new Error(`${error.message}\n${log}`);
  });
  return {
    url,
    log: () => log,
    /** Resolves when the server is gone, whoever ended it. */
    ended: end.exited,
    stop: end.gently,
  };
}

/**
 * The command line of VS Code's own server on the loopback, without code-server around it.
 * @param {Profile} profile
 * @param {number} port
 */
export const ownServer = (profile, port) => [
  vsCodeServer,
  ...['--host', '127.0.0.1', '--port', String(port)],
  ...['--user-data-dir', profile.data, '--extensions-dir', profile.extensions],
  ...['--server-data-dir', join(profile.data, 'server')],
  ...['--accept-server-license-terms', '--telemetry-level', 'off'],
];

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {(text: string) => void} onText
 * @returns {Promise<string>}
 */
function listening(server, onText) {
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`VS Code did not start in ${START_MS / 1000} s`)), START_MS);
    let said = '';
    const hear = (/** @type {unknown} */ data) => {
      onText(String(data));
      said += data;
      // code-server tells its address, VS Code's own server its port.
      const bound = /listening on (?:http:\/\/127\.0\.0\.1:)?(\d+)/.exec(said);
      if (!bound) return;
      clearTimeout(late);
      done(`http://127.0.0.1:${bound[1]}`);
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.once('error', fail);
    server.once('exit', (code) => {
      clearTimeout(late);
      fail(new Error(`VS Code ended with exit code ${code}`));
    });
  });
}

/** The server leads a process group with all it starts; whatever ends this process ends that group, and tidies up. */
function endWithThisProcess(server, tidy) {
  const exited = new Promise((done) => server.once('exit', done));
  const now = () => endGroup(server, 'SIGKILL');
  const atExit = () => {
    now();
    tidy();
  };
  process.on('exit', atExit);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    if (process.listenerCount(name) === 0) process.once(name, () => process.exit(130));
  }
  return {
    now,
    exited,
    async gently() {
      endGroup(server, 'SIGTERM');
      const patience = setTimeout(now, GRACE_MS);
      await exited;
      clearTimeout(patience);
      now();
      process.off('exit', atExit);
      tidy();
    },
  };
}

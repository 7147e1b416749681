import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProfile, linkExtension, root, serverEnvironment } from '../test/e2e/profile.mjs';
import { endWithThisProcess } from '../test/e2e/vscode.mjs';
import { hostNode, installHost, vsCodeServer } from '../test/host/install.mjs';

const START_MS = 60_000;

/**
 * A VS Code for a person, on this machine's loopback alone. Whoever has no token gets nothing: no page, no file, no terminal; so neither
 * other users of this machine nor pages of other sites, whatever host name they come by, can reach it. The token is new each time
 * and stands in the address, and in a file that only its owner can read. Workspace trust is on.
 * @param {{ workspace: string, port?: number, profileAt?: string }} options
 */
export async function serveVsCode({ workspace, port = 0, profileAt }) {
  installHost();
  const profile = createProfile({ at: profileAt, settings: { 'security.workspace.trust.startupPrompt': 'never' } });
  linkExtension(profile);
  const token = randomBytes(32).toString('hex');
  const tokenFile = join(profile.scratch, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const folders = ['--user-data-dir', profile.data, '--extensions-dir', profile.extensions];
  const address = ['--host', '127.0.0.1', '--port', String(port), '--connection-token-file', tokenFile];
  const server = spawn(
    hostNode,
    [
      vsCodeServer,
      ...address,
      ...folders,
      '--server-data-dir',
      join(profile.data, 'server'),
      '--accept-server-license-terms',
      '--telemetry-level',
      'off',
    ],
    { env: serverEnvironment(profile), cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
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
    token,
    tokenFile,
    log: () => log,
    ended: end.exited,
    /** What a person opens, once: the page then keeps the token as a cookie of this address. */
    address: () => `${url}/?${new URLSearchParams({ folder: workspace, tkn: token })}`,
    stop: end.gently,
  };
}

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
      const bound = /listening on (\d+)/.exec(said);
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

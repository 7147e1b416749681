import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { codeServerEntry, hostNode, installHost } from '../host/install.mjs';
import { createProfile, linkExtension, root, serverEnvironment } from './profile.mjs';

const START_MS = 60_000;
const GRACE_MS = 3_000;

/**
 * A real VS Code, served on 127.0.0.1 and opened on `workspace`.
 *
 * `extension` is 'link' (this repository as an installed extension: a window as users have it), 'dev' (this repository
 * under development, which is the only way to run a test suite inside the extension host; hides notifications), or the
 * path of a .vsix, which is installed first. `workspace` is a folder or a .code-workspace file; when `restricted`, VS Code
 * asks for trust, and a window that nobody has trusted is in Restricted Mode.
 * @param {{ workspace: string, extension?: string, settings?: object, port?: number, profileAt?: string, env?: object, restricted?: boolean }} options
 */
export async function startVsCode(options) {
  const { workspace, extension = 'link', settings, port = 0, profileAt, env: extra, restricted = false } = options;
  installHost();
  const profile = createProfile({ at: profileAt, settings });
  const env = serverEnvironment(profile, extra);
  const folders = ['--config', profile.config, '--user-data-dir', profile.data, '--extensions-dir', profile.extensions];
  if (extension === 'link') linkExtension(profile);
  else if (extension !== 'dev') installVsix(resolve(extension), folders, env);

  const trust = restricted ? [] : ['--disable-workspace-trust'];
  const quiet = ['--disable-telemetry', '--disable-update-check', ...trust, '--disable-proxy'];
  const plain = ['--disable-getting-started-override', '--ignore-last-opened', '--auth', 'none'];
  // A built VS Code takes a development path from the page's address only in the mode made for its smoke tests.
  const development = extension === 'dev' ? ['--vscode-option', 'enable-smoke-test-driver'] : [];
  const server = spawn(
    hostNode,
    [codeServerEntry, ...folders, '--bind-addr', `127.0.0.1:${port}`, ...plain, ...quiet, ...development],
    { env, cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
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
  const remote = (path) => `vscode-remote://${new URL(url).host}${path}`;

  return {
    url,
    profile,
    workspace,
    log: () => log,
    /** Resolves when the server is gone, whoever ended it. */
    ended: end.exited,
    remote,
    /** The address of the workbench; `payload` are VS Code's own start parameters. */
    address(payload = []) {
      const all = [...payload];
      if (extension === 'dev') all.push(['extensionDevelopmentPath', remote(root)]);
      const opened = workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
      const query = new URLSearchParams({ [opened]: workspace });
      if (all.length > 0) query.set('payload', JSON.stringify(all));
      return `${url}/?${query}`;
    },
    stop: end.gently,
  };
}

function installVsix(file, folders, env) {
  const { status, stdout, stderr } = spawnSync(
    hostNode,
    [codeServerEntry, ...folders, '--install-extension', file, '--force'],
    { env, encoding: 'utf8' },
  );
  if (status !== 0 || !/successfully installed/.test(stdout)) {
    throw new Error(`${file} could not be installed:\n${stdout}${stderr}`);
  }
}

function listening(server, onText) {
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`code-server did not start in ${START_MS / 1000} s`)), START_MS);
    let said = '';
    const hear = (data) => {
      onText(String(data));
      said += data;
      const address = /listening on (http:\/\/[\d.]+:\d+)/.exec(said);
      if (!address) return;
      clearTimeout(late);
      done(address[1]);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.once('error', fail);
    server.once('exit', (code) => {
      clearTimeout(late);
      fail(new Error(`code-server ended with exit code ${code}`));
    });
  });
}

/** The server leads a process group with all it starts; whatever ends this process ends that group, and tidies up. */
export function endWithThisProcess(server, tidy) {
  const exited = new Promise((done) => server.once('exit', done));
  const signal = (name) => {
    try {
      process.kill(-server.pid, name);
    } catch {
      // Nobody is left in the group.
    }
  };
  const now = () => signal('SIGKILL');
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
      signal('SIGTERM');
      const patience = setTimeout(now, GRACE_MS);
      await exited;
      clearTimeout(patience);
      now();
      process.off('exit', atExit);
      tidy();
    },
  };
}

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { codeServerEntry, hostNode, installHost } from '../host/install.mjs';
import { createProfile, linkExtension, root, serverEnvironment } from './profile.mjs';
import { ownServer, startServer } from './server.mjs';

/**
 * A real VS Code, served on 127.0.0.1 and opened on `workspace`.
 *
 * `extension` is 'link' (this repository as an installed extension: a window as users have it), 'dev' (this repository
 * under development, which is the only way to run a test suite inside the extension host; hides notifications), or the
 * path of a .vsix, which is installed first, or 'none'. `workspace` is a folder or a .code-workspace file; when `restricted`, VS Code
 * asks for trust, and a window that nobody has trusted is in Restricted Mode. `locale` needs a language pack in the profile.
 * @param {{ workspace: string, extension?: string, settings?: object, locale?: string, port?: number, profileAt?: string, env?: object, restricted?: boolean }} options
 */
export async function startVsCode(options) {
  const {
    workspace,
    extension = 'link',
    settings,
    locale,
    port = 0,
    profileAt,
    env: extra,
    restricted = false,
  } = options;
  installHost();
  const developing = extension === 'dev';
  const trusting = restricted ? {} : { 'security.workspace.trust.enabled': false };
  const profile = createProfile({ at: profileAt, settings: { ...trusting, ...settings } });
  const env = serverEnvironment(profile, extra);
  const folders = ['--config', profile.config, '--user-data-dir', profile.data, '--extensions-dir', profile.extensions];
  if (extension === 'link') linkExtension(profile);
  else if (!developing && extension !== 'none') installVsix(resolve(extension), folders, env);

  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-proxy'];
  const plain = [
    '--disable-getting-started-override',
    '--ignore-last-opened',
    '--auth',
    'none',
    ...(locale ? ['--locale', locale] : []),
  ];
  // A built VS Code takes a development path from the page's address only in the mode made for its smoke tests, which code-server cannot ask for.
  const smoke = ['--without-connection-token', '--enable-smoke-test-driver'];
  const server = await startServer(
    profile,
    env,
    developing
      ? [...ownServer(profile, port), ...smoke]
      : [codeServerEntry, ...folders, '--bind-addr', `127.0.0.1:${port}`, ...plain, ...quiet],
  );
  const { url } = server;
  const remote = (path) => `vscode-remote://${new URL(url).host}${path}`;

  return {
    ...server,
    profile,
    workspace,
    remote,
    /** The address of the workbench; `payload` are VS Code's own start parameters. */
    address(payload = []) {
      const all = [...payload];
      if (developing) all.push(['extensionDevelopmentPath', remote(root)]);
      const opened = workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
      const query = new URLSearchParams({ [opened]: workspace });
      if (all.length > 0) query.set('payload', JSON.stringify(all));
      return `${url}/?${query}`;
    },
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

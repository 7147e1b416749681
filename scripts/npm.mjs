import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';

// Under `npm run`, npm describes the running script to its children; another npm would take that for its own settings.
// What a person set (npm_config_registry, a cache, a proxy) stays.
const OF_THE_RUNNING_SCRIPT =
  /^npm_(package_|lifecycle_|command$|execpath$|node_execpath$|config_(local_prefix|user_agent|ignore_scripts|omit|include)$)/i;

/** The environment without what `npm run` added to it. */
export function plainEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THE_RUNNING_SCRIPT.test(name)));
}

/**
 * Runs npm in `cwd` and throws when it fails. With `nodeFolder`, npm itself is run by the node in that folder.
 * @param {string} cwd
 * @param {string[]} args
 * @param {{ nodeFolder?: string }} [options]
 */
export function npm(cwd, args, { nodeFolder } = {}) {
  const env = plainEnvironment();
  if (nodeFolder) env.PATH = nodeFolder + delimiter + env.PATH;
  const windows = process.platform === 'win32';
  const { status, error } = spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    cwd,
    env,
    stdio: 'inherit',
    shell: windows,
  });
  if (error) throw new Error(`npm could not be started: ${error.message}. Is it installed and on the PATH?`);
  if (status !== 0) throw new Error(`\`npm ${args.join(' ')}\` failed in ${cwd} (exit code ${status}).`);
}

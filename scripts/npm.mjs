import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runScript } from './processes.mjs';

// Under `npm run`, npm describes the running script to its children; another npm would take that for its own settings.
// Settings of a person (npm_config_registry, a cache, a proxy) stay.
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
 * @param {{ nodeFolder?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function npm(cwd, args, { nodeFolder, env = plainEnvironment() } = {}) {
  if (nodeFolder) env.PATH = nodeFolder + delimiter + env.PATH;
  const { status, error } = runScript('npm', args, { cwd, env, stdio: 'inherit' });
  if (error) throw new Error(`npm could not be started: ${error.message}. Is it installed and on the PATH?`);
  if (status !== 0) throw new Error(`\`npm ${args.join(' ')}\` failed in ${cwd} (exit code ${status}).`);
}

/** No install scripts: they would compile native modules that nothing here needs. */
export const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs a folder by its package-lock.json unless that was done. `finish` does the rest; the `files` that the folder
 * is made of count too.
 * @param {string} folder
 * @param {{ what: string, nodeFolder?: string, files?: string[], finish?: () => void }} options
 */
export function installFolder(folder, { what, nodeFolder, files = [], finish }) {
  const sum = createHash('sha256');
  for (const file of [join(folder, 'package-lock.json'), ...files]) sum.update(readFileSync(file));
  const stamp = sum.digest('hex');
  // npm empties node_modules before it installs, so a stamp in there is a stamp of a finished installation.
  const stampFile = join(folder, 'node_modules/.installed');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log(`Installing ${what}, once…`);
  npm(folder, ['ci', ...QUIET], { nodeFolder });
  finish?.();
  writeFileSync(stampFile, stamp);
}

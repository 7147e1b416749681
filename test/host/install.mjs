// node test/host/install.mjs [script.js …]
// Installs a VS Code for tests and for people without one: code-server, the node it needs, and vsce, all from npm.
// With arguments, runs them by that node afterwards.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from '../../scripts/npm.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const NODE_MAJOR = 24;
const nodeProject = join(here, '../node24');
const runsIt = Number(process.versions.node.split('.')[0]) === NODE_MAJOR;

export const hostNode = runsIt ? process.execPath : join(nodeProject, 'node_modules/.bin/node');
const codeServer = join(here, 'node_modules/code-server');
export const codeServerEntry = join(codeServer, 'out/node/entry.js');
/** VS Code's own server, as code-server brings it: unlike that one it asks every request for a token. */
export const vsCodeServer = join(codeServer, 'lib/vscode/out/server-main.js');
export const vsce = join(here, 'node_modules/@vscode/vsce/vsce');

const standIns = ['spdlog', 'native-watchdog'];
// npm empties node_modules before it installs, so a stamp in there is a stamp of a finished installation.
const stampFile = join(here, 'node_modules/.installed');

function stamp() {
  const sum = createHash('sha256');
  const parts = ['package-lock.json', '../node24/package-lock.json', 'install.mjs', ...standIns.map(standInFile)];
  for (const part of parts) sum.update(readFileSync(join(here, part)));
  return sum.digest('hex');
}

function standInFile(name) {
  return `standins/${name}.cjs`;
}

export function hostInstalled() {
  return existsSync(hostNode) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp();
}

/** Installs what is missing; returns at once when everything is there. Throws with a sentence where it cannot. */
export function installHost() {
  if (hostInstalled()) return;
  // No install scripts: they would compile native modules that neither the tests nor a CSV need.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!runsIt) {
    if (process.platform !== 'linux') {
      throw new Error(`A VS Code in the browser needs node ${NODE_MAJOR} here: this is node ${process.versions.node}.`);
    }
    npm(nodeProject, ['ci', ...quiet]);
  }
  const nodeFolder = dirname(hostNode);
  npm(here, ['ci', ...quiet], { nodeFolder });
  // What code-server's install script would do next. Its lockfile satisfies `npm install` but not the stricter `npm ci`.
  npm(join(codeServer, 'lib/vscode'), ['install', '--omit=dev', ...quiet], { nodeFolder });
  for (const name of standIns) {
    copyFileSync(join(here, standInFile(name)), join(codeServer, `lib/vscode/node_modules/@vscode/${name}/index.js`));
  }
  writeFileSync(stampFile, stamp());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const began = performance.now();
  const had = hostInstalled();
  installHost();
  if (!had) console.log(`VS Code host installed in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const rest = process.argv.slice(2);
  if (rest.length > 0) process.exitCode = spawnSync(hostNode, rest, { stdio: 'inherit' }).status ?? 1;
}

// A VS Code for tests and for people without one: code-server and the node it needs, from npm alone.
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNode, nodeOf } from '../../scripts/node.mjs';
import { installFolder, npm, QUIET } from '../../scripts/npm.mjs';

const here = dirname(fileURLToPath(import.meta.url));

const VS_CODE = 'code-server/lib/vscode';
const inVsCode = (/** @type {string} */ file) => `${VS_CODE}/node_modules/${file}`;
const standIn = (/** @type {string} */ name) => `../standins/${name}.cjs`;

/**
 * The versions of VS Code that tests run in: the major version of node that each is made for, and the files of its node_modules that others replace,
 * because install scripts would compile or download them. The oldest is the first that npm has from `engines.vscode` of package.json on;
 * `npm run test:electron` downloads that one itself.
 * @type {Record<string, { folder: string, node: number, replaced: Record<string, string> }>}
 */
const HOSTS = {
  newest: {
    folder: join(here, 'newest'),
    node: 24,
    replaced: {
      [inVsCode('@vscode/spdlog/index.js')]: standIn('spdlog'),
      [inVsCode('@vscode/native-watchdog/index.js')]: standIn('native-watchdog'),
    },
  },
  oldest: {
    folder: join(here, 'oldest'),
    node: 22,
    replaced: {
      [inVsCode('@vscode/spdlog/index.js')]: standIn('spdlog'),
      [inVsCode('native-watchdog/index.js')]: standIn('native-watchdog'),
      [inVsCode('@vscode/ripgrep/bin/rg')]: `node_modules/@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`,
      'argon2/argon2.js': standIn('argon2'),
    },
  },
};

const asked = process.env.KERNELSCOPE_HOST ?? 'newest';
if (!(asked in HOSTS)) throw new Error(`KERNELSCOPE_HOST is ${asked}; it takes ${Object.keys(HOSTS).join(' or ')}.`);
const host = HOSTS[asked];

export const hostNode = nodeOf(host.node);
const modules = join(host.folder, 'node_modules');
export const codeServerEntry = join(modules, 'code-server/out/node/entry.js');
/** VS Code's own server, as code-server brings it: unlike that one it asks every request for a token. */
export const vsCodeServer = join(modules, VS_CODE, 'out/server-main.js');

/** Installs what is missing; returns at once when everything is there. Throws with a sentence where it cannot. */
export function installHost() {
  const what = `the ${asked} VS Code for the browser`;
  installNode(host.node, what);
  const nodeFolder = dirname(hostNode);
  const sources = Object.values(host.replaced).map((source) => join(host.folder, source));
  installFolder(host.folder, {
    what,
    nodeFolder,
    files: [fileURLToPath(import.meta.url), ...sources.filter((source) => source.startsWith(join(here, 'standins')))],
    finish() {
      // The next step of code-server's install script. Its lockfile satisfies `npm install` but not the stricter `npm
      // ci`.
      npm(join(modules, VS_CODE), ['install', '--omit=dev', ...QUIET], { nodeFolder });
      for (const [i, place] of Object.keys(host.replaced).entries()) {
        mkdirSync(dirname(join(modules, place)), { recursive: true });
        copyFileSync(sources[i], join(modules, place));
      }
    },
  });
}

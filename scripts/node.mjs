// Programs from npm that need a newer node than the one that runs: npm has those too, for Linux.
import { join } from 'node:path';
import { installFolder } from './npm.mjs';
import { root } from './prerequisites.mjs';

const running = Number(process.versions.node.split('.')[0]);
const projectOf = (/** @type {number} */ major) => join(root, `test/node${major}`);

/**
 * The path of the node of a major version, once `installNode` has been called.
 * @param {number} major
 */
export const nodeOf = (major) =>
  running === major ? process.execPath : join(projectOf(major), 'node_modules/.bin/node');

/**
 * Throws where there is no node of that major version and npm has none.
 * @param {number} major
 * @param {string} what needs it
 */
export function installNode(major, what) {
  if (running === major) return;
  if (process.platform !== 'linux')
    throw new Error(`${what} needs node ${major} here: this is node ${process.versions.node}.`);
  installFolder(projectOf(major), { what: `node ${major}` });
}

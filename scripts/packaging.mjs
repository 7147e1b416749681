import { join } from 'node:path';
import { installNode, nodeOf } from './node.mjs';
import { installFolder } from './npm.mjs';
import { root } from './prerequisites.mjs';

const folder = join(root, 'packaging');
const LEAST_NODE = 22;
const MAJOR = 24;

/** Installs what packs and publishes, and returns where it is, with the node that runs it. */
export function packaging() {
  const runs = Number(process.versions.node.split('.')[0]) >= LEAST_NODE;
  if (!runs) installNode(MAJOR, 'vsce');
  installFolder(folder, { what: 'vsce and ovsx' });
  const modules = join(folder, 'node_modules');
  return {
    node: runs ? process.execPath : nodeOf(MAJOR),
    vsce: join(modules, '@vscode/vsce/vsce'),
    ovsx: join(modules, 'ovsx/bin/ovsx'),
  };
}

// npm run types [-- FILE …]
// Checks types: everything in TypeScript at once, then each room with no more of the world than it may know, and the scripts. Side by side. With
// files everything and the rooms that they are in.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './prerequisites.mjs';

/** Folders with a tsconfig.json. */
const PROGRAMS = ['.', 'src', 'src/figures', 'src/webview', 'src/extension', 'src/web', 'scripts'];

/**
 * @param {string} folder
 * @returns {Promise<boolean>} whether it has no error
 */
function check(folder) {
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '--project', folder];
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
    child.once('error', fail);
    child.once('close', (code) => {
      if (code !== 0) console.log(`${folder}/tsconfig.json\n${said}`);
      done(code === 0);
    });
  });
}

const files = process.argv.slice(2);
const asked = PROGRAMS.filter(
  (folder) => files.length === 0 || folder === '.' || files.some((file) => file.startsWith(`${folder}/`)),
);
const good = await Promise.all(asked.map(check));
process.exitCode = good.every(Boolean) ? 0 : 1;

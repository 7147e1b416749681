// Starting and ending programs, alike on every system.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const windows = process.platform === 'win32';

/**
 * True when a module is the script that was started, also by way of a link.
 * @param {string} url its import.meta.url
 */
export const isMain = (url) => process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);

/**
 * Runs a program that is a script of the shell on Windows, such as npm, with these words as they are.
 * @param {string} program
 * @param {string[]} args without quotation marks
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
export const runScript = (program, args, options) =>
  windows
    ? spawnSync([program, ...args.map((word) => `"${word}"`)].join(' '), { ...options, shell: true })
    : spawnSync(program, args, options);

/** For spawn: a process that `endGroup` ends with all that it starts. Windows knows by itself who started what. */
export const LEADER = windows ? { windowsHide: true } : { detached: true };

/**
 * @param {import('node:child_process').ChildProcess} leader
 * @param {NodeJS.Signals} signal Windows has none and ends them at once
 */
export function endGroup({ pid }, signal) {
  if (pid === undefined) return;
  if (windows) {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

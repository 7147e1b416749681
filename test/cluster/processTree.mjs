// Processes of Linux: who started whom, and what they were started with.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** All processes that a process has started, the last first. @param {number | undefined} pid @returns {number[]} */
export const descendants = (pid) => childrenOf(pid).flatMap((child) => [...descendants(child), child]);

/** @param {number | undefined} pid @returns {number[]} */
export function childrenOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    // It has ended.
    return [];
  }
}

/** @param {number | string} pid */
export function wordsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Command lines of all processes that work in a folder or name it. */
export const commandLinesIn = (/** @type {string} */ folder) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => workingFolder(pid).startsWith(folder) || wordsOf(pid).includes(folder))
    .map(wordsOf);

/** @param {string} pid */
function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

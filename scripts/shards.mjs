// Which files of tests share a process, and which process begins first, by the processor seconds that test/seconds.json says of each file.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A process takes about this long to start and to compile what it runs. */
const START_SECONDS = 0.7;
/** Seconds of a file that was not measured. */
const UNKNOWN_SECONDS = 0.5;
/** Shards for each core at least, so that their ends meet; and the longest that one is to take. Tests of a folder share what they fit: more shards cost more. */
const SHARDS_PER_CORE = 3;
const LONGEST_SECONDS = 120;
/**
 * Signs of tests that would get in the way of other files' tests: hooks around each test, and a bundle that threads
 * start from.
 */
const ALONE = /^(before|after)Each\(|\bimport\.meta\.url\b/m;

/** @returns {Record<string, number>} processor seconds by file, of those that take long */
export const measuredSeconds = (root) => JSON.parse(readFileSync(join(root, 'test/seconds.json'), 'utf8'));

/**
 * Files of one folder share a process until it is full; the longest process begins first.
 * @param {string[]} files paths from the root
 * @param {string} root
 * @param {number} cores
 * @returns {{ name: string, files: string[], seconds: number }[]}
 */
export function shardsOf(files, root, cores) {
  const measured = measuredSeconds(root);
  const secondsOf = (file) => measured[file] ?? UNKNOWN_SECONDS;
  const all = files.reduce((sum, file) => sum + secondsOf(file), 0);
  // With less to do, a process would mostly start.
  const most = Math.min(LONGEST_SECONDS, Math.max(4 * START_SECONDS, all / (SHARDS_PER_CORE * cores)));
  /** @type {Map<string, { files: string[], seconds: number }[]>} by folder, the one that is filled last */
  const byFolder = new Map();
  // Within a folder those that take long come first: small ones fill the gaps that they leave.
  for (const file of [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1))) {
    const alone = ALONE.test(readFileSync(join(root, file), 'utf8'));
    const folder = alone ? file : dirname(file);
    const shards = byFolder.get(folder) ?? [];
    byFolder.set(folder, shards);
    const open = shards.find(({ seconds }) => seconds + secondsOf(file) <= most);
    if (open) {
      open.files.push(file);
      open.seconds += secondsOf(file);
    } else shards.push({ files: [file], seconds: START_SECONDS + secondsOf(file) });
  }
  return [...byFolder]
    .flatMap(([folder, shards]) =>
      shards.map((shard, i) => ({
        name: `${folder
          .replace(/^test\//, '')
          .replace('.test.ts', '')
          .replaceAll('/', '-')}${i > 0 ? `-${i + 1}` : ''}`,
        ...shard,
        files: shard.files.sort(),
      })),
    )
    .sort((a, b) => b.seconds - a.seconds);
}

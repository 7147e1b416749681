import { readFileSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import type { Memory } from './interface';

/**
 * The memory at this moment, according to the machine and to the control groups (Linux, versions 1 and 2) of this
 * process.
 */
export function memoryNow(read = readText, system: NodeJS.Platform = process.platform): Memory {
  return limits(read).reduce(
    (least, { total, free }) => ({ total: Math.min(least.total, total), free: Math.min(least.free, free) }),
    // macOS counts as free only memory that no cache holds, little on any machine, and makes room when asked.
    { total: totalmem(), free: system === 'darwin' ? totalmem() : freemem() },
  );
}

/**
 * The names that the two versions give to the limit, to the memory used, and to the part of the file cache that goes
 * first.
 */
const VERSIONS = [
  { mount: '/sys/fs/cgroup', limit: 'memory.max', used: 'memory.current', cache: 'inactive_file' },
  {
    mount: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    used: 'memory.usage_in_bytes',
    cache: 'total_inactive_file',
  },
] as const;

type Read = (path: string) => string | undefined;

/** The limits of each group up to the root. Inside a container the mount shows the container's group as the root. */
function limits(read: Read): Memory[] {
  const memories: Memory[] = [];
  const groups = read('/proc/self/cgroup')?.split('\n') ?? [];
  for (const [version, { mount, limit, used, cache }] of VERSIONS.entries()) {
    const group = groups.map((line) => line.split(':')).find((p) => (version === 0 ? p[0] === '0' : p[1] === 'memory'));
    const parts = group?.slice(2).join(':').split('/').filter(Boolean) ?? [];
    for (let depth = parts.length; depth >= 0; depth--) {
      const folder = [mount, ...parts.slice(0, depth)].join('/');
      const most = Number(read(`${folder}/${limit}`) ?? Number.NaN);
      // Without a limit, version 2 says "max", and version 1 a number beyond any machine.
      if (!(most > 0 && most < 2 ** 60)) continue;
      const taken = Number(read(`${folder}/${used}`) ?? 0);
      const stat = read(`${folder}/memory.stat`) ?? '';
      const givenBack = Number(new RegExp(`^${cache} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0);
      memories.push({ total: most, free: Math.max(0, most - taken + givenBack) });
    }
  }
  return memories;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

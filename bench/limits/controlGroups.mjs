// Processes whose memory the kernel limits: control groups of Linux, version 1 or 2.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSIONS = [
  {
    parent: '/sys/fs/cgroup/memory',
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    peak: 'memory.max_usage_in_bytes',
  },
  { parent: '/sys/fs/cgroup', limits: ['memory.max', 'memory.swap.max'], peak: 'memory.peak' },
];

/** Undefined where none can be made. */
export function controlGroups() {
  for (const version of VERSIONS) {
    const group = join(version.parent, `kernelscope-limits-${process.pid}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    const works = existsSync(join(group, version.limits[0]));
    rmdirSync(group);
    if (works) return { run: (limit, command, env) => runWithin(version, group, limit, command, env) };
  }
  return undefined;
}

/** Waits for the command; `peak` is the most bytes that its group held, of the file cache what it brought in included. */
function runWithin({ limits, peak }, group, limit, command, env) {
  mkdirSync(group);
  try {
    writeFileSync(join(group, limits[0]), String(limit));
    // No way around it into swap space, where there is any.
    if (existsSync(join(group, limits[1])))
      writeFileSync(join(group, limits[1]), limits[1] === 'memory.swap.max' ? '0' : String(limit));
    const joined = ['-c', `echo $$ > "$0/cgroup.procs" && exec "$@"`, group, ...command];
    const { status, signal, stderr } = spawnSync('sh', joined, {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return { status, signal, stderr, peak: Number(readFileSync(join(group, peak), 'utf8')) };
  } finally {
    rmdirSync(group);
  }
}

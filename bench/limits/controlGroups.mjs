// Processes whose memory the kernel limits: control groups of Linux, version 1 or 2.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
    if (works) return { run: (limit, trial) => runWithin(version, group, limit, trial) };
  }
  return undefined;
}

/**
 * Runs the command to its end, or for this many seconds until it is interrupted; `peak` is the most bytes that its
 * group held, including the part of the file cache that it brought in.
 */
async function runWithin({ limits, peak }, group, limit, { command, env, seconds }) {
  mkdirSync(group);
  let child;
  let impatient;
  const abandon = () => {
    child?.kill('SIGKILL');
    leave(group);
  };
  process.on('exit', abandon);
  try {
    writeFileSync(join(group, limits[0]), String(limit));
    // No way around it into swap space, where there is any.
    if (existsSync(join(group, limits[1])))
      writeFileSync(join(group, limits[1]), limits[1] === 'memory.swap.max' ? '0' : String(limit));
    const joined = ['-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, ...command];
    child = spawn('sh', joined, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    impatient = setTimeout(() => child.kill('SIGINT'), 1000 * seconds);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    const [status, signal] = await once(child, 'close');
    return { status, signal, stderr, peak: Number(readFileSync(join(group, peak), 'utf8')) };
  } finally {
    clearTimeout(impatient);
    process.off('exit', abandon);
    leave(group);
  }
}

/** A process that was just ended stays in its group for a moment. */
function leave(group) {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      return rmdirSync(group);
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

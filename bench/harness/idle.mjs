import { cpus } from 'node:os';

/** Fraction of the machine's processor time that others may use before a benchmark waits. */
const BUSY = 0.1;

/**
 * Waits until others leave the processors alone, looking for `seconds` at a time and for `patience` seconds in all. Returns
 * whether they do, and says so on stderr when they do not.
 */
export async function untilIdle({ seconds = 2, patience = 120 } = {}) {
  const until = Date.now() + patience * 1000;
  for (;;) {
    const before = times();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const after = times();
    const load = 1 - (after.idle - before.idle) / (after.total - before.total);
    if (load <= BUSY) return true;
    if (Date.now() > until) {
      console.error(`the machine is busy (${Math.round(100 * load)} %): read these figures with care`);
      return false;
    }
  }
}

function times() {
  const all = cpus().map(({ times }) => times);
  const sum = (of) => all.reduce((s, t) => s + of(t), 0);
  return { idle: sum((t) => t.idle), total: sum((t) => t.user + t.nice + t.sys + t.idle + t.irq) };
}

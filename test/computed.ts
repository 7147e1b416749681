/** Milliseconds this process has computed, on all its threads: others may be computing beside the tests. */
export function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

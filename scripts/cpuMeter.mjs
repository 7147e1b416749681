// Loaded before the tests of a process: says after each test how much processor time it took, over all threads. Unlike seconds by the clock
// that does not depend on what else the machine does.
import { afterEach } from 'node:test';

/** Begins the diagnostic that the reporter adds up by file. */
export const SPENT = 'processor milliseconds: ';

// The runner itself loads this too, and has no tests.
if (process.env.NODE_TEST_CONTEXT) {
  let last = process.cpuUsage();
  afterEach((test) => {
    const now = process.cpuUsage();
    // Only groups have none, and they end without a hook.
    if ('diagnostic' in test)
      test.diagnostic(`${SPENT}${((now.user + now.system - last.user - last.system) / 1000).toFixed(0)}`);
    last = now;
  });
}

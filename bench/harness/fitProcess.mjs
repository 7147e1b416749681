// Functions that a process of a benchmark of fits needs.

/**
 * The request that the menu makes of the engine. `asked` as `benchFits` of fits.mjs hands it over.
 * @returns {import('../../src/engine/contract/run').FitRequest}
 */
export const fitRequest = ({ path, target, task, method, parameters = {} }, seed) => ({
  source: { kind: 'path', path },
  read: {},
  method,
  parameters,
  design: {
    target,
    task,
    missing: 'impute',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.2 },
    seed,
  },
});

/** Starts a clock: seconds by the wall and of the processor over all threads. */
export function clock() {
  const before = process.cpuUsage();
  const started = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { wall: (performance.now() - started) / 1000, processor: (user + system) / 1e6 };
  };
}

/**
 * `independent` steps do not stand on the ones before them.
 * @typedef {{ name: string, run: () => Promise<unknown>, independent?: boolean }} Step
 */

/**
 * Runs steps in order, one line each. After a failure only the independent ones go on; the others count as left out.
 * What a step returns is printed behind its name.
 * @param {string} title
 * @param {Step[]} steps
 * @param {(step: Step) => Promise<void>} [onFailure] saves what helps to understand
 */
export async function runSteps(title, steps, onFailure) {
  console.log(`\n${title}`);
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    if (tally.failed > 0 && !step.independent) {
      tally.skipped++;
      console.log(`  --    ${step.name}`);
      continue;
    }
    const began = performance.now();
    try {
      const said = await step.run();
      tally.passed++;
      const took = `${Math.round(performance.now() - began)} ms`;
      console.log(`  ok    ${step.name} (${took})${said === undefined ? '' : `: ${said}`}`);
    } catch (error) {
      tally.failed++;
      console.log(`  FAIL  ${step.name}\n${String(error?.stack ?? error).replace(/^/gm, '        ')}`);
      await onFailure?.(step).catch((second) => console.log(`        (and nothing could be saved: ${second})`));
    }
  }
  return tally;
}

/** "12 passed, 0 failed", and how many were left out if any: the last line of everything that tests. */
export function tallyLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export function addTallies(...tallies) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) for (const key of Object.keys(sum)) sum[key] += tally[key];
  return sum;
}

/** Prints the tally and leaves with the exit code that goes with it. */
export function finish(tally) {
  console.log(`\n${tallyLine(tally)}`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

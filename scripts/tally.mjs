/**
 * The numbers of tests that passed, failed and were left out.
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/**
 * "12 passed, 0 failed", and how many were left out if any: the last line of everything that tests.
 * @param {Tally} tally
 */
export function tallyLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** @param {Tally[]} tallies */
export function addTallies(...tallies) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/**
 * The last tally in a program's output; undefined when there is none. With `name`, the tally of that part: "name: 3
 * passed, 0 failed".
 * @param {string} said
 * @param {string} [name]
 * @returns {Tally | undefined}
 */
export function tallySaid(said, name) {
  const before = name === undefined ? '' : `${name}: `;
  const found = [...said.matchAll(/^(.*?)(\d+) passed, (\d+) failed(?:, (\d+) skipped)?(?:, [\d.]+ s)?$/gm)]
    .filter(([, start]) => start === before)
    .at(-1);
  if (!found) return undefined;
  const [passed, failed, skipped] = found.slice(2).map((digits) => Number(digits ?? 0));
  return { passed, failed, skipped };
}

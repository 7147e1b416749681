import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf, type Simulation, tallies } from './simulation';

/** The fraction of wrong claims that is allowed, and Monte-Carlo standard errors beyond it: 2 wrong of 3 are too many, 3 of 4, 5 or 6, 4 of 12, 5 of 20, 6 of 30. */
const MOST = 0.05;
const ERRORS = 2;

/** Tests the first draws of each: no claim is wrong more often than chance explains at 5 %. */
export function testRates(simulations: readonly Simulation[]): void {
  for (const simulation of simulations)
    test(`claims about ${simulation.name} are right`, async () => {
      for (const [id, tally] of await tallies(simulation, simulation.draws.suite)) {
        const found = rateOf(tally);
        if (found)
          assert.ok(found.rate <= MOST + ERRORS * found.standardError, `${id}: ${tally.wrong} of ${tally.said} wrong`);
      }
    });
}

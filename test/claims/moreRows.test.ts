import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulations } from './moreRows';
import { rateOf, tallies } from './simulation';

for (const simulation of simulations)
  test(`claims hold: ${simulation.name}`, async () => {
    for (const [id, tally] of await tallies(simulation, simulation.draws.suite)) {
      const found = rateOf(tally);
      assert.ok(tally.said > 0, `${id} is never said`);
      assert.ok(
        found && found.rate - 2 * found.standardError <= 0.05,
        `${id}: ${tally.wrong} of ${tally.said} are false`,
      );
    }
  });

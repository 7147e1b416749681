import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulations } from './regimes';
import { rateOf, tallies } from './simulation';

for (const simulation of simulations)
  test(`claims are false in at most 5 % of draws: ${simulation.name}`, async () => {
    for (const [id, tally] of await tallies(simulation, simulation.draws.suite)) {
      const found = rateOf(tally);
      if (found) assert.ok(found.rate <= 0.05 + 2 * found.standardError, `${id}: ${tally.wrong} of ${tally.said}`);
    }
  });

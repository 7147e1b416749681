import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRace } from '../../src/extension/runs/wholeRace';
import { exampleRace, raceWithHuber } from '../figures/raceExample';

test("stored races are drawn with and without Huber's fit, and not where what is said of it is in pieces", () => {
  assert.ok(isRace(exampleRace()));
  const race = raceWithHuber();
  assert.ok(isRace(structuredClone(race)));
  const { huber } = race;
  for (const member of Object.keys(huber ?? {}))
    assert.ok(!isRace({ ...race, huber: { ...huber, [member]: 'x' } }), member);
  assert.ok(!isRace({ ...race, huber: 7 }));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RACE } from '../../../src/engine/contract/race.schema';
import { holds } from '../../../src/engine/contract/schema';
import { exampleRace, raceOfMany, raceWithHuber } from '../../figures/raceExample';

const isRace = (value: unknown) => holds(RACE, value);

test("stored races are drawn with and without Huber's fit, and not where what is said of it is in pieces", () => {
  assert.ok(isRace(exampleRace()));
  const race = raceWithHuber();
  assert.ok(isRace(structuredClone(race)));
  const { huber } = race;
  for (const member of Object.keys(huber ?? {}))
    assert.ok(!isRace({ ...race, huber: { ...huber, [member]: {} } }), member);
  assert.ok(!isRace({ ...race, huber: 7 }));
});

test('stored races hold how much landmarks and random features learnt from, whole or not at all', () => {
  const race = raceOfMany();
  assert.ok(isRace(structuredClone(race)));
  for (const approximates of [
    7,
    { count: 500 },
    { count: 500, rows: -1, fitted: true },
    { count: 1, rows: 2, fitted: 'x' },
    { count: 1, rows: 2, fitted: true, toOther: { value: 1 } },
  ])
    assert.ok(!isRace({ ...race, lanes: race.lanes.map((lane) => ({ ...lane, approximates })) }));
});

test('a race that names a candidate which it does not have is not drawn', () => {
  const race = exampleRace();
  for (const member of ['chosen', 'lowest'] as const) {
    assert.ok(!isRace({ ...race, [member]: 'nobody' }), member);
    const { [member]: _, ...without } = race;
    assert.ok(isRace(without), `${member} is not known yet`);
  }
});

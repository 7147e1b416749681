import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CLAIM_IDS } from '../../src/engine/contract/claim';
import { SIMULATIONS } from './all';
import { rateOf } from './simulation';

const measured: readonly {
  readonly claim: string;
  readonly simulation: string;
  readonly draws: number;
  readonly said: number;
  readonly wrong: number;
  readonly untold: number;
}[] = JSON.parse(readFileSync('docs/data/claims.json', 'utf8'));

test('every claim is simulated, and every simulation is of claims that there are', () => {
  const simulated = new Set(SIMULATIONS.flatMap(({ claims }) => claims));
  assert.deepEqual([...simulated].sort(), [...CLAIM_IDS].sort());
  assert.equal(new Set(SIMULATIONS.map(({ name }) => name)).size, SIMULATIONS.length);
});

test('the register holds every simulation of every claim, and none is wrong in more than 5 %', () => {
  const wanted = SIMULATIONS.flatMap(({ name, claims }) => claims.map((claim) => `${claim}: ${name}`));
  assert.deepEqual(measured.map(({ claim, simulation }) => `${claim}: ${simulation}`).sort(), wanted.sort());
  for (const id of CLAIM_IDS) {
    const of = measured.filter(({ claim }) => claim === id);
    const sum = (member: 'draws' | 'said' | 'wrong' | 'untold') =>
      of.reduce((total, tally) => total + tally[member], 0);
    const found = rateOf({ draws: sum('draws'), said: sum('said'), wrong: sum('wrong'), untold: sum('untold') });
    // A claim that no draw has brought a person to read has not been wrong either; the page says so.
    if (found === undefined) continue;
    assert.ok(found.rate <= 0.05 + 2 * found.standardError, `${id}: ${sum('wrong')} of ${sum('said')} wrong`);
  }
});

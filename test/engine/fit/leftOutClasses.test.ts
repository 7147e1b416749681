import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESIGN_DEFAULTS } from '../../../src/choices/design';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import { fittedRun } from '../fittedRun';
import { machine } from '../testCore';

const engine = new Engine(machine(4e9));
const ROWS = 24;
const FRESH = 1000;

/** Four classes around the corners of a square, and a column that says nothing. */
function rowsOf(random: Random, count: number): (readonly [string, string])[] {
  return Array.from({ length: count }, (_, i) => {
    const level = i % 4;
    const cells = [level % 2, level >> 1].map((corner) => 1.2 * corner + 0.8 * random.normal());
    return [[...cells, random.normal()].join(), 'ABCD'[level]];
  });
}

const fileOf = (name: string, rows: readonly (readonly [string, string])[]) =>
  ({
    kind: 'bytes',
    name,
    bytes: new TextEncoder().encode(['a,b,c,y', ...rows.map((cells) => cells.join())].join('\n')),
  }) as const;

test('few rows left out in turn say less of the accuracy on new rows than as many new rows', async () => {
  const [draws, design] = [
    20,
    { ...DESIGN_DEFAULTS, target: 'y', holdout: { kind: 'fraction', fraction: 0 } },
  ] as const;
  let [squares, missed] = [0, 0];
  for (let seed = 0; seed < draws; seed++) {
    const random = new Random(1000 + seed);
    const [file, fresh] = [rowsOf(random, ROWS), rowsOf(random, FRESH)];
    const parameters = { kernel: 'gaussian' };
    const request = { method: 'krr', source: fileOf('few.csv', file), read: {}, design, parameters } as const;
    const { model, classes } = fittedRun(await engine.handlers.fit(request, quietContext));
    const found = await engine.handlers.predict({ model, source: fileOf('new.csv', fresh) }, quietContext);
    assert.ok(classes && found.classes);
    const { levels, predicted } = found.classes;
    const right = fresh.filter(([, level], i) => levels[predicted[i]] === level).length / FRESH;
    const [low, high] = classes.accuracyInterval;
    missed += Number(!(low <= right && right <= high));
    squares += (classes.accuracy - right) ** 2 / ((right * (1 - right)) / ROWS) / draws;
  }
  assert.ok(missed <= 3, `${missed} of ${draws} intervals miss the accuracy on new rows`);
  // Of as many new rows it would be 1, give or take a third.
  assert.ok(squares > 1.6, `${squares} times the variance of as many new rows`);
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { designed } from './designed';
import { column, readText } from './reading';
import { fileOf, predicted, REMEDIES } from './remedyCases';

const ROOMS = ['data', 'model', 'compare', 'search'];
const FAILURES = 'src/engine/contract/failure.ts';

/** Refusals that nothing in a file, and no setting of how it is read, brings or takes away. */
const WITHOUT_REMEDY: Readonly<Record<string, string>> = {
  'file/no-permission': 'tests may run as a user who may read everything',
  'engine/failed': 'a defect of our own',
  'memory/too-large': 'the machine decides',
  'numerics/failed': 'a candidate of a comparison fails, and the others go on',
  'run/cancelled': 'a person decides',
};

const quotedIn = (text: string) => new Set([...text.matchAll(/'([a-z]+\/[a-z-]+)'/g)].map(([, code]) => code));

/** The codes of failures that stand in the source of these rooms. */
function codesThrown(): ReadonlySet<string> {
  const [, union] = /type FailureCode =([^;]*);/.exec(readFileSync(FAILURES, 'utf8')) ?? [];
  const failures = quotedIn(union ?? '');
  const found = new Set<string>();
  for (const room of ROOMS) {
    const names = readdirSync(`src/engine/${room}`, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => one.endsWith('.ts')))
      for (const code of quotedIn(readFileSync(join('src/engine', room, name), 'utf8')))
        if (failures.has(code)) found.add(code);
  }
  return found;
}

test('every refusal of reading and predicting is tried below, or known to have no remedy in a file', () => {
  const thrown = [...codesThrown()].sort();
  assert.ok(thrown.length > 20);
  assert.deepEqual(thrown, [...Object.keys(REMEDIES), ...Object.keys(WITHOUT_REMEDY)].sort());
});

for (const [code, cases] of Object.entries(REMEDIES))
  for (const { what, refused, says, remedy } of cases)
    test(`${code}, ${what}: what the sentence says works`, async () => {
      await assert.rejects(refused, (error) => {
        assert.ok(error instanceof KernelscopeError, String(error));
        assert.equal(error.failure.code, code, error.message);
        assert.match(error.message, says);
        return true;
      });
      await remedy();
    });

/** A column of each kind, as row i has it. */
const COLUMNS = {
  number: (i: number) => i / 4,
  boolean: (i: number) => (i % 3 ? 'True' : 'False'),
  date: (i: number) => `2024-03-${String(1 + (i % 28)).padStart(2, '0')}`,
  category: (i: number) => ['red', 'green', 'blue'][i % 3],
  text: (i: number) => `word ${'abcdefghij'[i % 10]}${'abcdefghij'[Math.floor(i / 10)]}`,
} as const;

test('a column of another kind than in training is read once its kind is set, or was all along', async () => {
  const other = (i: number) => i % 5;
  let refusals = 0;
  for (const kind of ['number', 'boolean', 'date', 'category'] as const)
    for (const found of ['number', 'boolean', 'date', 'category', 'text'] as const) {
      const [train, file] = [kind, found].map((one) => fileOf(60, { x: COLUMNS[one], z: other, y: (i) => i }));
      const refusal = await predicted(train, file).then(() => undefined, String);
      if (refusal === undefined) continue;
      refusals++;
      assert.match(
        refusal,
        /"x" of .* was read as \w+, but the model was fitted with \w+.* with its kind set to \w+, such cells count as missing\.$/,
      );
      const { x } = await predicted(train, file, { kinds: { x: kind } });
      assert.ok(x.values.every(Number.isFinite), `${found} as ${kind}`);
    }
  assert.ok(refusals > 4, `${refusals}`);
});

test('any spelling of yes and no is read by a model of True and False, with and without the kind', async () => {
  const train = fileOf(40, { flag: COLUMNS.boolean, y: (i) => i });
  const file = `flag,y\n${['true', '1', 'FALSE', '0', 'yes', 'no', 'T', 'f', 'on', 'off'].join(',1\n')},1\n`;
  for (const read of [{}, { kinds: { flag: 'boolean' } }] as const) {
    const { x } = await predicted(train, file, read);
    assert.deepEqual(
      Array.from(x.values.subarray(0, 10), (v) => v > 0),
      [true, true, false, false, true, false, true, false, true, false],
    );
  }
});

test('numbers with a unit, a percent sign or parentheses are no identifiers but targets', async () => {
  for (const write of [
    (v: string) => `${v}%`,
    (v: string) => `$${v}`,
    (v: string) => `(${v})`,
    (v: string) => `${v} kg`,
  ]) {
    const table = await readText(fileOf(60, { x: (i) => i % 7, y: (i) => write((1 + i / 8).toFixed(3)) }));
    assert.equal(column(table, 'y').kind, 'number');
    assert.equal(designed(table).classes, undefined);
  }
});

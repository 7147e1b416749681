// With the German bundle, what is said at run time is German, and what comes from a file stays as it is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { l10n } from 'vscode';
import german from '../../l10n/bundle.l10n.de.json';
import { amount, enumerated } from '../../src/extension/amount';
import { differencesBetween } from '../../src/extension/runs/fileOf';
import { timeAgo } from '../../src/extension/runs/timeAgo';

const fake = l10n as { bundle: Readonly<Record<string, string>> | undefined };
before(() => {
  fake.bundle = german;
});
after(() => {
  fake.bundle = undefined;
});

test('amounts, times and lists are German', () => {
  assert.deepEqual(
    [1, 2000].map((n) => amount(n, 'rows')),
    ['1 Zeile', '2,000 Zeilen'],
  );
  assert.equal(timeAgo(0, 3 * 60_000), 'vor 3 min');
  assert.equal(timeAgo(0, 30 * 3_600_000), 'gestern');
  assert.equal(enumerated(['a', 'b', 'c']), 'a, b und c');
});

test('names of columns are neither translated nor places for values', () => {
  const column = (name: string) => ({ name, kind: 'number', count: 3 });
  const read = (names: readonly string[]) =>
    ({ rows: 3, columns: names.map(column) }) as unknown as Parameters<typeof differencesBetween>[0];
  assert.deepEqual(differencesBetween(read(['Yes', 'a']), read(['a', '{1} $& {0}'])), [
    'keine Spalte “Yes”',
    'neue Spalte “{1} $& {0}”',
  ]);
});

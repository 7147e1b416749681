// With the German bundle, what is said at run time is German, and what comes from a file stays as it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { l10n } from 'vscode';
import GERMAN from '../../l10n/bundle.l10n.de.json';
import { DESIGN_SCHEMA } from '../../src/choices/design';
import { methods } from '../../src/engine/methods/registry';
import { amount, enumerated } from '../../src/extension/amount';
import { fieldsOf } from '../../src/extension/forms/field';
import { differencesBetween } from '../../src/extension/runs/fileOf';
import { timeAgo } from '../../src/extension/runs/label';

const fake = l10n as { bundle: Readonly<Record<string, string>> | undefined };
/** A test in German; others run beside it in the same process, in English. */
const german = (name: string, job: () => void) =>
  test(name, () => {
    fake.bundle = GERMAN;
    try {
      job();
    } finally {
      fake.bundle = undefined;
    }
  });

german('amounts, times and lists are German', () => {
  assert.deepEqual(
    [1, 2000].map((n) => amount(n, 'rows')),
    ['1 Zeile', '2,000 Zeilen'],
  );
  assert.equal(timeAgo(0, 3 * 60_000), 'vor 3 min');
  assert.equal(timeAgo(0, 30 * 3_600_000), 'gestern');
  assert.equal(enumerated(['a', 'b', 'c']), 'a, b und c');
});

german('names of columns are neither translated nor places for values', () => {
  const column = (name: string) => ({ name, kind: 'number', count: 3 });
  const read = (names: readonly string[]) =>
    ({ rows: 3, columns: names.map(column) }) as unknown as Parameters<typeof differencesBetween>[0];
  assert.deepEqual(differencesBetween(read(['Yes', 'a']), read(['a', '{1} $& {0}'])), [
    'keine Spalte “Yes”',
    'neue Spalte “{1} $& {0}”',
  ]);
});

german('a form has the same choices in both languages, each with its words, and all else in German', () => {
  const schemas = [...DESIGN_SCHEMA, ...methods.flatMap(({ parameters }) => parameters)].filter(
    ({ name }, i, all) => name !== 'seed' || i === all.findIndex((schema) => schema.name === name),
  );
  const forms = [undefined, GERMAN].map((bundle) => {
    fake.bundle = bundle;
    return fieldsOf(schemas);
  });
  const told = (fields: (typeof forms)[number]) =>
    fields.map(({ input }) =>
      input.kind === 'text'
        ? []
        : input.choices.map(({ value, words }) => [value, words !== undefined && words !== '']),
    );
  assert.deepEqual(told(forms[1]), told(forms[0]));
  const alike = new Set(['Kernel', 'Form', 'Momentum']);
  for (const [i, { title, description }] of forms[0].entries()) {
    // The column of titles has room for no longer word.
    assert.ok(
      forms[1][i].title.split(/[ -]/).every((word) => word.length <= 17),
      forms[1][i].title,
    );
    assert.ok(alike.has(title) || forms[1][i].title !== title, title);
    assert.ok(description === '' || forms[1][i].description !== description, description);
  }
});

german('suggestions that are names of columns stay as they are', () => {
  const [field] = fieldsOf([
    { ...DESIGN_SCHEMA[0], type: 'text', suggestions: ['Yes', 'Linear'] } as (typeof DESIGN_SCHEMA)[number],
  ]);
  assert.deepEqual(field.input.kind === 'text' && field.input.suggestions?.map(({ label }) => label), [
    'Yes',
    'Linear',
  ]);
});

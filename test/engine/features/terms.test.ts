import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transform } from '../../../src/engine/contract/data';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { blockNames } from '../../../src/engine/features/blocks';
import { parseTerms } from '../../../src/engine/features/terms';

const inputs: Transform['inputs'] = [
  { kind: 'number', column: 'age', impute: 0 },
  { kind: 'category', column: 'colour', levels: ['blue', 'red'], missingLevel: true },
  { kind: 'boolean', column: 'fixed acidity', impute: 0 },
  { kind: 'number', column: 'a*b, "c"', impute: 0 },
  { kind: 'number', column: "driver's age", impute: 0 },
  { kind: 'number', column: 'x*y', impute: 0 },
  { kind: 'number', column: '"q", r', impute: 0 },
];
const names = [
  'age',
  'colour=blue',
  'colour=red',
  'colour missing',
  'fixed acidity',
  'a*b, "c"',
  "driver's age",
  'x*y',
  '"q", r',
];
const transform: Transform = {
  inputs,
  names,
  centre: names.map(() => 0),
  scale: names.map(() => 1),
  missing: 'impute',
};
const read = (text: string) => blockNames(parseTerms(text, transform), names);

function refused(text: string, code: string, sentence: RegExp): void {
  assert.throws(
    () => parseTerms(text, transform),
    (error) => {
      assert.ok(error instanceof KernelscopeError, String(error));
      assert.equal(error.failure.code, code);
      assert.match(error.message, /^unpenalised: /);
      assert.match(error.message, sentence);
      return true;
    },
    text,
  );
}

test('columns, powers, products and categories', () => {
  assert.deepEqual(parseTerms('age^3', transform), [
    { kind: 'monomial', powers: [{ column: 0, power: 3 }], name: 'age^3' },
  ]);
  assert.deepEqual(read('age, fixed acidity^2 , age*fixed acidity'), ['age', 'fixed acidity^2', 'age*fixed acidity']);
  assert.deepEqual(read('fixed acidity*age^2'), ['age^2*fixed acidity']);
  assert.deepEqual(read('age*age'), ['age^2']);
  assert.deepEqual(read('colour'), ['colour=blue', 'colour=red', 'colour missing']);
  assert.deepEqual(read('age*colour'), ['age*colour=blue', 'age*colour=red', 'age*colour missing']);
  assert.deepEqual(read('colour=red*age, colour missing'), ['age*colour=red', 'colour missing']);
  assert.deepEqual(read(''), []);
  assert.deepEqual(read('  '), []);
});

test('a date is its days; a part of it goes by its encoded name, and a time of day by its hour alone', () => {
  const dated = {
    ...transform,
    inputs: [
      { kind: 'date', column: 'at', impute: 0, parts: ['trend', 'season'] },
      { kind: 'date', column: 'clock', impute: 0, parts: ['hour'] },
    ],
    names: ['at', 'at season cos', 'at season sin', 'clock hour cos', 'clock hour sin'],
  } as const;
  const terms = (text: string) => blockNames(parseTerms(text, dated), dated.names);
  assert.deepEqual(terms('at, at^2, at season sin'), ['at', 'at^2', 'at season sin']);
  assert.deepEqual(terms('clock'), ['clock hour cos', 'clock hour sin']);
  assert.throws(() => terms('clock^2'), /takes a power of a category/);
});

test('odd names in quotes, or bare where they are the whole term', () => {
  assert.deepEqual(read(`"a*b, ""c"""^2, 'a*b, "c"' * age`), ['a*b, "c"^2', 'age*a*b, "c"']);
  assert.deepEqual(read("driver's age, 'driver''s age'^2"), ["driver's age", "driver's age^2"]);
  assert.deepEqual(read('x*y, "x*y"^2'), ['x*y', 'x*y^2']);
  assert.deepEqual(read('"""q"", r"^3*age'), ['age*"q", r^3']);
});

test('positions count the features', () => {
  assert.deepEqual(read('2'), ['colour=blue', 'colour=red', 'colour missing']);
  assert.deepEqual(read('1^2*3'), ['age^2*fixed acidity']);
  refused('10', 'data/unknown-column', /no feature "10"/);
  refused('0', 'data/unknown-column', /no feature "0"/);
  refused('"2"', 'data/unknown-column', /no feature "2"/);
});

test('unknown columns with the closest name, and where columns of the file must be', () => {
  refused('agee', 'data/unknown-column', /no feature "agee"\. Did you mean "age"\?/);
  refused('colour=rad', 'data/unknown-column', /Did you mean "colour=red"\?/);
  refused('something else entirely', 'data/unknown-column', /The features: "age", "colour", /);
  refused('height', 'data/unknown-column', /must be among the features/);
  // A name of one letter is nobody's near miss.
  refused('k', 'data/unknown-column', /no feature "k"\. The features: /);
});

test('a column that is left out is said to be, with the reason', () => {
  const left = [{ what: 'column', name: 'height', count: 9, why: 'every value is the same' }] as const;
  for (const term of ['height', 'age*height', 'height^2'])
    assert.throws(() => parseTerms(`age, ${term}`, transform, left), {
      message: `unpenalised: the column "height" is left out: every value is the same. Take "${term}" out of the terms.`,
    });
});

test('what is no term is told', () => {
  refused('age,,colour', 'parameter/invalid', /empty term/);
  refused('age,', 'parameter/invalid', /empty term/);
  refused('age^4', 'parameter/invalid', /"age\^4" has the power "4"\. Powers are 1, 2 and 3/);
  refused('age^1.5', 'parameter/invalid', /power "1\.5"/);
  refused('age^', 'parameter/invalid', /power ""/);
  refused('age^2^2', 'parameter/invalid', /power "2\^2"/);
  refused('age*', 'parameter/invalid', /lacks the name of a column/);
  refused('^2', 'parameter/invalid', /lacks the name/);
  refused('"age', 'parameter/invalid', /quote that does not end/);
  refused('"age"x', 'parameter/invalid', /outside its quotes/);
  refused('colour^2', 'parameter/invalid', /power of a category/);
  refused('colour=red^2', 'parameter/invalid', /power of a category/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergedSchema } from '../../src/choices/parameterJson';
import type { ParameterSchema } from '../../src/engine/contract/method';

const schema = (given: Partial<ParameterSchema>): ParameterSchema => ({
  name: 'x',
  title: 'X',
  description: '',
  type: 'number',
  ...given,
});

test('choices are those of all, and a default stands where all have it', () => {
  const made = mergedSchema([
    schema({ type: 'choice', choices: ['loo', 'cv'], default: 'loo' }),
    schema({ type: 'choice', choices: ['cv', 'oneStandardError'], default: 'cv' }),
  ]);
  assert.deepEqual(made.choices, ['loo', 'cv', 'oneStandardError']);
  assert.equal(made.default, undefined);
  const one = schema({ default: 10, minimum: 0 });
  assert.deepEqual(mergedSchema([one, one]), one);
  assert.deepEqual(mergedSchema([one]), one);
});

test('bounds are the loosest of all', () => {
  const bounds = (...all: Partial<ParameterSchema>[]) => {
    const { minimum, exclusiveMinimum, maximum } = mergedSchema(all.map(schema));
    return { minimum, exclusiveMinimum, maximum };
  };
  const none = { minimum: undefined, exclusiveMinimum: undefined, maximum: undefined };
  assert.deepEqual(bounds({ exclusiveMinimum: 0 }, { minimum: 0 }), { ...none, minimum: 0 });
  assert.deepEqual(bounds({ exclusiveMinimum: 0 }, { minimum: 1 }), { ...none, exclusiveMinimum: 0 });
  assert.deepEqual(bounds({ minimum: 0, maximum: 1 }, { maximum: 5 }), { ...none, maximum: 5 });
  assert.deepEqual(bounds({ minimum: 0, maximum: 1 }, {}), none);
});

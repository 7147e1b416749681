import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESIGN_SCHEMA } from '../../src/choices/design';
import { fitRequest } from '../../src/cli/request';
import type { ParameterSchema } from '../../src/engine/contract/method';
import { targetMethods } from '../../src/engine/methods/registry';
import { checkParameters } from '../../src/engine/parameters/checkParameters';
import { checkValue } from '../../src/extension/forms/field';

const WRITTEN = [
  '',
  ' ',
  '1',
  '5',
  '10',
  '+7',
  '-3',
  '0.25',
  '1e3',
  '1e999',
  '0x10',
  '0b1',
  'NaN',
  '1e',
  '1.2.3',
  'one',
];

const doesNotThrow = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

const inForm = (schema: ParameterSchema, text: string): boolean => 'value' in checkValue(schema, text);

test('the form takes the numbers that the engine takes, of every parameter of every method', () => {
  for (const method of targetMethods)
    for (const schema of method.parameters.filter(({ type }) => type === 'number' || type === 'integer'))
      for (const text of WRITTEN)
        assert.equal(
          inForm(schema, text),
          doesNotThrow(() => checkParameters(method, { [schema.name]: text })),
          `${method.id} ${schema.name} "${text}"`,
        );
});

test('the command line takes the numbers of a design that the form takes', () => {
  for (const name of ['maxRows', 'maxLevels']) {
    const schema = DESIGN_SCHEMA.find((choice) => choice.name === name);
    assert.ok(schema);
    for (const text of ['1', '2', '5', '9', '10', '0x10', '1.5', 'ten', '']) {
      const taken = doesNotThrow(() => fitRequest('made.csv', { target: ['y'], set: [`${name}=${text}`] }));
      assert.equal(taken, inForm(schema, text), `${name} "${text}"`);
    }
  }
});

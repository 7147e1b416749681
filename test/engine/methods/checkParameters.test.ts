import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { krr } from '../../../src/engine/methods/krr';
import { methodById, methods } from '../../../src/engine/methods/registry';
import { checkParameters } from '../../../src/engine/parameters/checkParameters';

function refused(given: Record<string, string | number | boolean>, code: string, words: RegExp) {
  assert.throws(
    () => checkParameters(krr, given),
    (error) => {
      assert.ok(error instanceof KernelscopeError);
      assert.equal(error.failure.code, code);
      assert.match(error.message, words);
      return true;
    },
  );
}

test('text of a command line becomes numbers, switches and choices', () => {
  const given = { lambda: '4e-6', lengthScale: ' .6 ', folds: '5', intercept: 'No', selection: 'GCV', seed: 3 };
  const expected = { lambda: 4e-6, lengthScale: 0.6, folds: 5, intercept: false, selection: 'gcv', seed: 3 };
  assert.deepEqual(checkParameters(krr, given), expected);
  assert.deepEqual(checkParameters(krr, {}), {});
  assert.deepEqual(checkParameters(krr, { lengthScale: ' 0.7, 1.2;3 ', kernel: ' linear + gaussian ' }), {
    lengthScale: '0.7 1.2 3',
    kernel: 'linear + gaussian',
  });
  assert.deepEqual(checkParameters(krr, { lengthScale: 0.7 }), { lengthScale: 0.7 });
});

test('an unknown name is answered with the closest, or with all', () => {
  refused({ lamda: 1 }, 'parameter/unknown', /no parameter "lamda"\. Did you mean lambda\?/);
  refused({ lengthscale: 1 }, 'parameter/unknown', /Did you mean lengthScale\?/);
  refused({ epochs: 1 }, 'parameter/unknown', /It takes kernel, lengthScale/);
});

test('a bad value is answered with the range or the choices', () => {
  refused({ lambda: 0 }, 'parameter/invalid', /lambda must be a number above 0; it is "0"/);
  for (const bad of ['', '1,5', '0x10', 'NaN', '1e', '1.2.3', 'Infinity', '1e999', true]) {
    refused({ lambda: bad }, 'parameter/invalid', /lambda must be a number/);
  }
  refused(
    { lengthScale: '1 2 -3' },
    'parameter/invalid',
    /lengthScale must be a number above 0, or several .* it is "1 2 -3"/,
  );
  refused({ folds: 2.5 }, 'parameter/invalid', /folds must be a whole number of at least 0/);
  refused({ seed: -1 }, 'parameter/invalid', /from 0 to 4294967295/);
  refused({ intercept: 'maybe' }, 'parameter/invalid', /true or false/);
  refused({ selection: 'lo' }, 'parameter/invalid', /one of loo, gcv, cp, cv, oneStandardError.*Did you mean loo\?/);
});

test('methods are found by id; an unknown one is answered with the closest, or with the known', () => {
  assert.equal(methodById('krr'), krr);
  assert.equal(new Set(methods.map((method) => method.id)).size, methods.length);
  assert.throws(() => methodById('svm'), /There is no method "svm"\. Did you mean svr\?/);
  assert.throws(() => methodById('forest'), /There is no method "forest"\. Known: krr/);
});

test('every parameter says in one schema how it gets its value', () => {
  for (const method of methods) {
    for (const { name, description, type, choices, default: standard, rule } of method.parameters) {
      assert.ok(/^[A-Z]|^[a-z]+:/.test(description) && description.endsWith('.'), name);
      assert.ok(standard !== undefined || rule !== undefined, name);
      if (type === 'choice') assert.ok(standard === undefined || choices?.includes(String(standard)), name);
    }
  }
});

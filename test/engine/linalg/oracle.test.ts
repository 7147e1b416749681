import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { type Elementary, quietWith } from '../../../src/engine/linalg/linalg';
import { tallSvd } from '../../../src/engine/linalg/tallSvd';
import oracle from '../../oracles/linalg.json';
import { coresUnderTest } from './cores';
import { ORACLE_SYMMETRIC, ORACLE_TALL } from './oracleMatrices';
import { erf } from './reference/erf';

const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

const worstApart = (found: ArrayLike<number>, expected: readonly number[]) =>
  expected.reduce((worst, v, i) => Math.max(worst, Math.abs(found[i] - v)), 0);

test('every matrix of the oracle is tried, and none besides', () => {
  assert.deepEqual(Object.keys(ORACLE_SYMMETRIC), Object.keys(oracle.eigenvalues));
  assert.deepEqual(Object.keys(ORACLE_TALL), Object.keys(oracle.singularValues));
});

test("the reference's erf is scipy's to two units in the last place", () => {
  oracle.erf.x.forEach((x, i) => {
    const expected = oracle.erf.values[i];
    const apart = Math.abs(erf(x) - expected);
    assert.ok(apart <= 2 * Number.EPSILON * Math.abs(expected), `erf(${x}): ${erf(x)}, not ${expected}`);
  });
  assert.ok(Object.is(erf(-0), -0) && Number.isNaN(erf(Number.NaN)) && erf(Number.NEGATIVE_INFINITY) === -1);
});

for (const { name: coreName, linalg } of cores) {
  for (const [name, { n, values }] of Object.entries(oracle.eigenvalues)) {
    test(`${coreName}: eigenvalues as scipy's, ${name}`, () => {
      const a = ORACLE_SYMMETRIC[name](n);
      const size = Math.max(Math.abs(values[0]), Math.abs(values[n - 1]));
      const withVectors = linalg.symmetricEigen(a.slice(), n, quietContext).values;
      const alone = linalg.symmetricEigenvalues(a, n, quietContext);
      for (const found of [withVectors, alone])
        assert.ok(worstApart(found, values) <= 1e-13 * size, `${worstApart(found, values) / size} of the largest`);
    });
  }

  for (const [name, { rows, columns, values }] of Object.entries(oracle.singularValues)) {
    test(`${coreName}: singular values as scipy's, ${name}`, () => {
      const found = linalg.scope(
        () => tallSvd(ORACLE_TALL[name](rows, columns), rows, columns, quietWith(linalg)).values,
      );
      const apart = worstApart(found, values) / values[0];
      assert.ok(apart <= 20 * columns * Number.EPSILON, `${apart} of the largest`);
    });
  }

  test(`${coreName}: map, scaled and shifted, and NaN`, () => {
    const functions: Record<Elementary, (x: number) => number> = {
      exp: Math.exp,
      sin: Math.sin,
      cos: Math.cos,
      tanh: Math.tanh,
      sqrt: Math.sqrt,
      erf,
    };
    for (const [f, exact] of Object.entries(functions) as [Elementary, (x: number) => number][]) {
      for (const length of [0, 1, 2, 3, 5, 1000]) {
        const x = Float64Array.from({ length }, (_, i) => (f === 'sqrt' ? i / 4 : (i - length / 2) / 64));
        const found = x.slice();
        linalg.map(f, found, 2, 0.25, quietContext);
        for (const [i, v] of found.entries()) {
          const expected = exact(2 * x[i] + 0.25);
          const apart = Math.abs(v - expected);
          assert.ok(apart <= 4 * Number.EPSILON * Math.max(Math.abs(expected), 0.5), `${f} of ${x[i]}: ${v}`);
        }
      }
      const odd = Float64Array.of(1, Number.NaN, 1);
      linalg.map(f, odd, 1, 0, quietContext);
      assert.ok(Number.isNaN(odd[1]) && !Number.isNaN(odd[0]) && !Number.isNaN(odd[2]), f);
    }
  });
}

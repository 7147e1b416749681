import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { formOf, type ScaledShape } from '../../../src/engine/kernels/formOf';
import { exactDiagonal } from '../../../src/engine/linalg/core/kernelParameters';
import { drawn, FORMS, inner, mapped, type Rows, said } from './mappedKernels';
import { compileMaps } from './mapsModule';
import { reference } from './reference/reference';

const builds = await compileMaps();
const N = 24;

/** Polynomials below this degree make up the space on which the form says nothing; 0 for a positive definite kernel. */
function order(form: ScaledShape): number {
  if (form.kind === 'negativeDistance' || form.kind === 'multiquadric') return 1;
  if (form.kind === 'thinPlate') return 2;
  if (form.kind === 'polyharmonic')
    return form.exponent % 2 === 1 ? Math.ceil(form.exponent / 2) : form.exponent / 2 + 1;
  return 0;
}

/** Values at the rows (two columns) of all monomials below a degree, made orthonormal. */
function polynomials(rows: Rows, below: number): number[][] {
  const basis: number[][] = [];
  for (let degree = 0; degree < below; degree++) {
    for (let k = 0; k <= degree; k++) {
      const column = rows.map(([u, v]) => u ** k * v ** (degree - k));
      // Twice, so that the columns are orthogonal to rounding.
      for (const q of [...basis, ...basis]) subtract(column, q);
      const size = Math.hypot(...column);
      basis.push(column.map((c) => c / size));
    }
  }
  return basis;
}

function subtract(column: number[], q: readonly number[]): void {
  const along = column.reduce((sum, c, i) => sum + c * q[i], 0);
  for (let i = 0; i < column.length; i++) column[i] -= along * q[i];
}

for (const maps of builds) {
  for (const [form] of FORMS) {
    test(`${said(form)} is ${order(form) > 0 ? 'conditionally ' : ''}positive definite, ${maps.build}`, () => {
      const rows = drawn(new Random(13), N, 2);
      const k = mapped(maps, form, rows, rows).map((column) => [...column]);
      // The lower triangle is what a symmetric matrix is made of.
      for (let j = 0; j < N; j++) {
        k[j][j] = exactDiagonal(formOf(form), inner(rows[j], rows[j]), 2);
        for (let i = 0; i < j; i++) k[j][i] = k[i][j];
      }
      const basis = polynomials(rows, order(form));
      for (const q of basis) for (const column of k) subtract(column, q);
      const turned = k.map((_, i) => k.map((column) => column[i]));
      for (const q of basis) for (const column of turned) subtract(column, q);
      const eigenvalues = reference.symmetricEigenvalues(Float64Array.from(turned.flat()), N, quietContext);
      const largest = eigenvalues[N - 1];
      assert.ok(largest > 0);
      // The mixture and the series of tanh are definite themselves; what is left is rounding.
      const allowed = 1e-13 * largest;
      assert.ok(eigenvalues[0] > -allowed, `${said(form)}: ${eigenvalues[0]} beside ${largest}`);
    });
  }
}

test('the checks can fail: with the other sign the conditional forms are not definite', () => {
  for (const maps of builds) {
    const rows = drawn(new Random(13), N, 2);
    const k = mapped(maps, { kind: 'multiquadric', offset: 0.6 }, rows, rows).map((column) => [...column]);
    const basis = polynomials(rows, 1);
    for (const q of basis) for (const column of k) subtract(column, q);
    const eigenvalues = reference.symmetricEigenvalues(Float64Array.from(k.flat().map((v) => -v)), N, quietContext);
    assert.ok(eigenvalues[0] < -0.01);
  }
});

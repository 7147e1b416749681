import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { jacobianScale } from '../../../src/engine/kernels/jacobianScale';

const rows = (n: number, p: number) => ({
  rows: n,
  columns: p,
  values: Float64Array.from({ length: n * p }, (_, at) => {
    const [i, j] = [at % n, Math.floor(at / n)];
    return Math.sin(1 + 3 * i + 7 * j + i * j);
  }),
});

/** Values of the printed formula by another program, with the total ridges 0, 0.001, 1, 0.3·n and n. */
const PRINTED = [
  [20, 1, [0.04983320387982953, 0.049835257948745076, 0.0519332937959816, 0.06503031356913885, 0.08631364102380323]],
  [30, 2, [0.27780179669668253, 0.27780943043042355, 0.2855463293617161, 0.36252009790138395, 0.481166826312574]],
  [50, 4, [0.9774782742275024, 0.9774943902525834, 0.9937315155259269, 1.2755695747221265, 1.693042034256778]],
  [10, 3, [1.0002818083209921, 1.000364271015066, 1.086785993977253, 1.3053272635145263, 1.7325389138988312]],
] as const;

test('the length scale by the Jacobian is that of the printed formula', () => {
  for (const [n, p, printed] of PRINTED)
    [0, 0.001, 1, 0.3 * n, n].forEach((ridge, i) => {
      const scale = jacobianScale(rows(n, p), ridge, quietContext);
      assert.ok(Math.abs(scale / printed[i] - 1) < 1e-12, `${n}, ${p}, ${ridge}: ${scale}`);
    });
});

test('there the approximate bound is lowest beside its neighbours', () => {
  for (const [n, p] of PRINTED)
    for (const ridge of [0.001, 1, 0.3 * n, 0.44 * n]) {
      const scale = jacobianScale(rows(n, p), ridge, quietContext);
      const d = Math.SQRT2 * jacobianScale(rows(n, p), 0, quietContext);
      const bound = (s: number) => 1 / (s * (n * Math.exp(-((s / d) ** 2)) + ridge));
      for (const near of [0.99, 1.01]) assert.ok(bound(scale) < bound(near * scale), `${n}, ${p}, ${ridge}`);
    }
});

test('rows that do not differ, and fewer than three, have none', () => {
  const failed = (e: unknown) => e instanceof KernelscopeError && e.failure.code === 'data/no-features';
  assert.throws(() => jacobianScale(rows(2, 1), 0, quietContext), failed);
  assert.throws(() => jacobianScale({ rows: 3, columns: 1, values: new Float64Array(3) }, 0, quietContext), failed);
});

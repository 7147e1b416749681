import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { coefficients } from '../../../src/engine/model/coefficients';
import { decomposeKernel } from '../../../src/engine/spectrum/decomposeKernel';
import { spectrumOf } from '../../../src/engine/spectrum/spectrum';
import { madeRows } from '../madeRows';
import { core } from '../testCore';

test('of a target that a linear kernel holds whole, new rows are missed by no more than λ asks', () => {
  const n = 120;
  const x = madeRows(n, 3, 4);
  const target = (i: number) => 10 + 5 * x.values[i] - 2 * x.values[n + i];
  const y = Float64Array.from({ length: n }, (_, i) => target(i));
  const residual = decomposeKernel(
    { kind: 'linear', lengthScale: [1] },
    { x },
    [{ kind: 'constant' }],
    quietWith(core),
  );
  const spectrum = spectrumOf(residual.basis, y);
  const lambda = 1e-9;
  const filter = { kind: 'zones', lambda, k: 0, r: Number.POSITIVE_INFINITY } as const;
  const { alpha } = coefficients(residual, y, spectrum.coordinates, filter);
  // The slope of column 0 is X'α; ridge shrinks it by a fraction of about λ.
  const slope = alpha.reduce((sum, value, i) => sum + value * x.values[i], 0);
  assert.ok(Math.abs(slope - 5) < 50 * lambda, `${slope}`);
});

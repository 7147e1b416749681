// A browser that lets no page share memory computes on plain memory: the same code, and the same numbers to the bit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { createEmbedded } from '../../../src/engine/linalg/core/embedded';
import { relaxedWorks } from '../../../src/engine/linalg/core/machine';
import { full } from '../../../src/engine/linalg/linalg';

const draws = (count: number) =>
  Float64Array.from({ length: count }, (_, i) => (Math.sin(12.9898 * (i + 1)) * 43758.5453) % 1);

for (const build of relaxedWorks() ? (['relaxed', 'plain'] as const) : (['plain'] as const))
  test(`products and decompositions on plain memory have the bits of shared memory, ${build} build`, () => {
    const n = 230;
    const results = (['shared', 'plain'] as const).map((memory) => {
      const linalg = createEmbedded({ threads: 1, build, memory });
      const x = draws(n * n);
      const product = linalg.scope(() => {
        const [a, c] = [linalg.allocate(n * n), linalg.allocate(n * n)];
        a.set(x);
        linalg.gemm(true, false, n, n, n, 1, full(a, n), full(a, n), 0, full(c, n), quietContext);
        return c.slice();
      });
      // Arrays handed out stay where they are when more is asked for.
      const kept = linalg.allocate(1000);
      kept.fill(7);
      linalg.allocate(5e6);
      assert.equal(kept[999], 7);
      linalg.dispose();
      return product;
    });
    assert.deepEqual(results[0], results[1]);
    assert.ok(results[0].some((value) => value !== 0));
  });

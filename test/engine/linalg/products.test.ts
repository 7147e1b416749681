import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { type Block, full } from '../../../src/engine/linalg/linalg';
import { coresUnderTest } from './cores';
import { uniforms } from './matrices';
import { gemm, gemv, syrk } from './reference/products';
import { forRandomCases } from './seeds';

const FACTORS = [0, 1, -1, 0.5];
const BOTH = [false, true];
const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

/** A rows×columns block of uniforms inside a larger array whose other entries are NaN. */
function framed(rows: number, columns: number, lead: number, offset: number, random: Random): Block {
  const values = new Float64Array(offset + lead * columns + 3).fill(Number.NaN);
  for (let j = 0; j < columns; j++) values.set(uniforms(rows, random), offset + j * lead);
  return { values, offset, lead };
}

const copyOf = (block: Block): Block => ({ ...block, values: block.values.slice() });

/**
 * Entry by entry within k + 4 roundings of the size of what was summed, all operands being at most 1 in size; what is NaN in
 * `expected` was not to be touched.
 */
function assertClose(found: Float64Array, expected: Float64Array, k: number, what: string): void {
  const bound = (k + 4) * Math.max(1, k) * Number.EPSILON;
  for (let i = 0; i < expected.length; i++) {
    const same = Number.isNaN(expected[i]) ? Number.isNaN(found[i]) : Math.abs(found[i] - expected[i]) <= bound;
    assert.ok(same, `${what}: entry ${i} is ${found[i]}, not ${expected[i]}`);
  }
}

for (const { name, linalg } of cores) {
  const checkGemm = (
    ta: boolean,
    tb: boolean,
    alpha: number,
    beta: number,
    a: Block,
    b: Block,
    c: Block,
    m: number,
    n: number,
    k: number,
  ) => {
    const expected = copyOf(c);
    const before = [a.values.slice(), b.values.slice()];
    gemm(ta, tb, m, n, k, alpha, a, b, beta, expected, quietContext);
    linalg.gemm(ta, tb, m, n, k, alpha, a, b, beta, c, quietContext);
    assertClose(c.values, expected.values, k, `gemm ${m}×${n}×${k}`);
    assert.deepEqual([a.values, b.values], before, 'operands unchanged');
  };

  test(`${name}: gemm, every transpose, alpha and beta`, () => {
    const random = new Random(1);
    for (const [m, n, k] of [
      [1, 1, 1],
      [5, 3, 7],
      [97, 3, 300],
      [13, 515, 5],
      [64, 64, 64],
      [4, 4, 1],
    ]) {
      for (const ta of BOTH)
        for (const tb of BOTH)
          for (const alpha of FACTORS)
            for (const beta of FACTORS) {
              const a = framed(ta ? k : m, ta ? m : k, ta ? k : m, 0, random);
              const b = framed(tb ? n : k, tb ? k : n, tb ? n : k, 0, random);
              checkGemm(ta, tb, alpha, beta, a, b, framed(m, n, m, 0, random), m, n, k);
            }
    }
  });

  test(`${name}: gemm on blocks inside larger arrays, random shapes`, () => {
    forRandomCases(150, (random, describe) => {
      const [m, n, k] = [0, 0, 0].map(() => random.below(random.below(4) === 0 ? 140 : 20));
      const [ta, tb] = [random.below(2) === 1, random.below(2) === 1];
      const [alpha, beta] = [FACTORS[random.below(4)], FACTORS[random.below(4)]];
      const slack = () => (random.below(2) === 0 ? 0 : random.below(9));
      const shape = { m, n, k, ta, tb, alpha, beta };
      const a = framed(ta ? k : m, ta ? m : k, (ta ? k : m) + slack(), slack(), random);
      const b = framed(tb ? n : k, tb ? k : n, (tb ? n : k) + slack(), slack(), random);
      const c = framed(m, n, m + slack(), slack(), random);
      describe('gemm', shape, { leads: [a.lead, b.lead, c.lead], offsets: [a.offset, b.offset, c.offset] });
      checkGemm(ta, tb, alpha, beta, a, b, c, m, n, k);
    });
  });

  test(`${name}: gemm with nothing to sum scales C`, () => {
    const c = full(Float64Array.of(1, 2, 3, 4), 2);
    const empty = full(new Float64Array(0), 2);
    linalg.gemm(false, true, 2, 2, 0, 1, empty, empty, 0.5, c, quietContext);
    assert.deepEqual([...c.values], [0.5, 1, 1.5, 2]);
    linalg.gemm(false, true, 2, 2, 0, 1, empty, empty, 0, c, quietContext);
    assert.deepEqual([...c.values], [0, 0, 0, 0]);
  });

  test(`${name}: beta = 0 ignores NaN in C, and NaN in A or B reaches its row or column of C alone`, () => {
    const n = 9;
    const onlyNan = (values: Float64Array, where: (at: number) => boolean) => {
      for (const [at, v] of values.entries()) assert.ok(where(at) ? Number.isNaN(v) : v === n, `entry ${at}: ${v}`);
    };
    const ones = () => new Float64Array(n * n).fill(1);
    const a = ones();
    a[4 + 2 * n] = Number.NaN;
    const c = new Float64Array(n * n).fill(Number.NaN);
    linalg.gemm(false, false, n, n, n, 1, full(a, n), full(ones(), n), 0, full(c, n), quietContext);
    onlyNan(c, (at) => at % n === 4);
    const b = ones();
    b[4 + 2 * n] = Number.NaN;
    linalg.gemm(false, false, n, n, n, 1, full(ones(), n), full(b, n), 0, full(c, n), quietContext);
    onlyNan(c, (at) => Math.floor(at / n) === 2);
    const triangle = new Float64Array(n * n).fill(Number.NaN);
    linalg.syrk(false, n, n, 1, full(ones(), n), 0, full(triangle, n), quietContext);
    onlyNan(triangle, (at) => at % n < Math.floor(at / n));
    const y = new Float64Array(n).fill(Number.NaN);
    linalg.gemv(false, n, n, 1, full(ones(), n), new Float64Array(n).fill(1), 0, y, quietContext);
    assert.deepEqual([...y], new Array(n).fill(n));
  });

  test(`${name}: syrk, lower triangle alone, random shapes`, () => {
    forRandomCases(150, (random, describe) => {
      const [n, k] = [0, 0].map(() => random.below(random.below(4) === 0 ? 140 : 20));
      const transposed = random.below(2) === 1;
      const [alpha, beta] = [FACTORS[random.below(4)], FACTORS[random.below(4)]];
      const rows = transposed ? k : n;
      const a = framed(rows, transposed ? n : k, rows + random.below(4), random.below(5), random);
      const c = framed(n, n, n + random.below(4), random.below(5), random);
      for (let j = 0; j < n; j++) c.values.fill(Number.NaN, c.offset + j * c.lead, c.offset + j * c.lead + j);
      describe('syrk', { n, k, transposed, alpha, beta, leads: [a.lead, c.lead], offsets: [a.offset, c.offset] });
      const expected = copyOf(c);
      syrk(transposed, n, k, alpha, a, beta, expected, quietContext);
      linalg.syrk(transposed, n, k, alpha, a, beta, c, quietContext);
      assertClose(c.values, expected.values, k, 'syrk');
    });
  });

  test(`${name}: gemv, random shapes`, () => {
    forRandomCases(200, (random, describe) => {
      const [m, n] = [0, 0].map(() => random.below(random.below(4) === 0 ? 600 : 20));
      const transposed = random.below(2) === 1;
      const [alpha, beta] = [FACTORS[random.below(4)], FACTORS[random.below(4)]];
      const a = framed(m, n, m + random.below(4), random.below(5), random);
      const x = uniforms(transposed ? m : n, random);
      const y = uniforms(transposed ? n : m, random);
      describe('gemv', { m, n, transposed, alpha, beta, lead: a.lead, offset: a.offset });
      const expected = y.slice();
      gemv(transposed, m, n, alpha, a, x, beta, expected, quietContext);
      linalg.gemv(transposed, m, n, alpha, a, x, beta, y, quietContext);
      assertClose(y, expected, x.length, 'gemv');
    });
  });

  test(`${name}: operands in the core's memory give what operands outside give`, () => {
    forRandomCases(20, (random, describe) => {
      const [m, n, k] = [0, 0, 0].map(() => 1 + random.below(60));
      describe('gemm in place', { m, n, k });
      const [a, b, c] = [uniforms(m * k, random), uniforms(k * n, random), uniforms(m * n, random)];
      const inside = linalg.scope(() => {
        const [ia, ib, ic] = [a, b, c].map((values) => {
          const own = linalg.allocate(values.length);
          own.set(values);
          return own;
        });
        linalg.gemm(false, false, m, n, k, 2, full(ia, m), full(ib, k), -1, full(ic, m), quietContext);
        return ic.slice();
      });
      linalg.gemm(false, false, m, n, k, 2, full(a, m), full(b, k), -1, full(c, m), quietContext);
      assert.deepEqual(inside, c);
    });
  });
}

test('an entry of a product is the same to the bit however many rows and columns are computed with it', () => {
  const [m, n, k] = [13, 23, 600];
  const random = new Random(5);
  const drawn = (length: number) => uniforms(length, random);
  const [a, b] = [drawn(m * k), drawn(k * n)];
  for (const { name, linalg } of cores) {
    const product = (rows: number, from: number, columns: number) => {
      const c = new Float64Array(rows * columns);
      const part = { values: b, offset: from * k, lead: k };
      linalg.gemm(false, false, rows, columns, k, 1 / Math.sqrt(k), full(a, m), part, 0, full(c, rows), quietContext);
      return c;
    };
    const all = product(m, 0, n);
    for (let j = 0; j < n; j++)
      for (const rows of [m, m - 1, 3]) {
        const alone = product(rows, j, 1);
        assert.deepEqual(alone, all.slice(j * m, j * m + rows), `${name}: column ${j + 1}, ${rows} rows`);
      }
  }
});

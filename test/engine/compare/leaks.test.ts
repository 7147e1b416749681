import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLeak as findLeakOf, leakCallouts } from '../../../src/engine/compare/leaks';
import { calloutText } from '../../../src/engine/contract/callout';
import { quietContext, type RunContext } from '../../../src/engine/contract/context';
import type { Design, Matrix } from '../../../src/engine/contract/data';
import type { FitOutcome } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { madeDesign, madeRows, madeSample, normals, plainTransform } from '../madeRows';

const N = 200;

/** Columns in their own units, encoded with the centre and scale given. */
function designOf(columns: readonly Float64Array[], y: Float64Array, scales = columns.map(() => 1)): Design {
  const n = y.length;
  const values = new Float64Array(n * columns.length);
  columns.forEach((column, c) => {
    values.set(
      column.map((v) => (v - 3) / scales[c]),
      c * n,
    );
  });
  const transform = { ...plainTransform(columns.length), centre: columns.map(() => 3), scale: scales };
  return madeDesign(madeSample({ rows: n, columns: columns.length, values }, y), undefined, transform);
}

const columnsOf = ({ rows, columns, values }: Matrix) =>
  Array.from({ length: columns }, (_, c) => values.slice(c * rows, (c + 1) * rows));
const made = (d: number, seed: number, n = N) => columnsOf(madeRows(n, d, seed));
const findLeak = (design: Design) => findLeakOf(design, quietContext);
const outcome = (r2: number, n = 10) => ({ metrics: { holdout: { r2, n } } }) as Pick<FitOutcome, 'metrics'>;

test('a target that is a sum of columns names them, whatever their units, order and correlation', () => {
  for (const seed of [1, 2, 3]) {
    const columns = made(7, seed);
    const noise = normals(seed);
    columns[6] = columns[2].map((v) => v + 0.01 * noise());
    const y = columns[4].map((v, i) => v - columns[2][i] + 11);
    const leak = findLeak(designOf(columns, y, [1, 2, 5, 1, 0.01, 3, 1]));
    assert.deepEqual(leak, { kind: 'combination', columns: ['x3', 'x5'], formula: '"x5" − "x3"' });
  }
});

test('other weights are a linear combination, and a factor is said', () => {
  const columns = made(4, 1);
  const weighted = columns[0].map((v, i) => 2.5 * v + 0.1 * columns[3][i]);
  const leak = findLeak(designOf(columns, weighted));
  assert.equal(leak?.kind === 'combination' && leak.formula, 'a linear combination of "x1" and "x4"');
  const factor = findLeak(
    designOf(
      columns,
      columns[1].map((v) => 1.8 * v + 32),
    ),
  );
  assert.equal(factor?.kind === 'combination' && factor.formula, '1.8 × "x2" and a constant');
});

test('a product and a power of columns above 0', () => {
  const columns = made(4, 2).map((column) => column.map((v) => v + 2));
  const product = findLeak(
    designOf(
      columns,
      columns[0].map((v, i) => v * columns[2][i]),
    ),
  );
  assert.equal(product?.kind === 'combination' && product.formula, '"x1" × "x3"');
  const ratio = findLeak(
    designOf(
      columns,
      columns[0].map((v, i) => v / columns[2][i]),
    ),
  );
  assert.equal(ratio?.kind === 'combination' && ratio.formula, 'a product of powers of "x1" and "x3"');
});

test('a copy of a target with a long tail in another unit, rounded, is named', () => {
  const columns = made(3, 3, 60);
  const noise = normals(4);
  const y = Float64Array.from({ length: 60 }, () => Math.exp(2 * noise()));
  const copy = y.map((v) => Math.round(110 * v) / 100);
  const constant = new Float64Array(60);
  constant[7] = 1;
  const leak = findLeak(designOf([columns[0], copy, constant], y));
  assert.deepEqual(leak?.kind === 'column' && leak.columns, ['x2']);
});

test('one column that explains nearly all on rows left out, in whatever shape', () => {
  const columns = made(3, 3);
  const noise = normals(4);
  const leak = findLeak(
    designOf(
      columns,
      columns[1].map((v) => Math.exp(v) + 0.02 * noise()),
    ),
  );
  assert.deepEqual(leak?.columns, ['x2']);
  assert.ok(leak?.kind === 'column' && leak.explained > 0.99 && leak.explained < 1);
});

test('one column that separates every class', () => {
  const columns = made(3, 5);
  const codes = columns[2].map((v) => (v < -0.5 ? 0 : v < 0.7 ? 1 : 2));
  const design = { ...designOf(columns, codes), classes: ['a', 'b', 'c'] };
  assert.deepEqual(findLeak(design), { kind: 'column', columns: ['x3'], explained: 1, classes: true });
  const nearly = codes.slice();
  nearly[0] = (nearly[0] + 1) % 3;
  assert.equal(findLeak({ ...designOf(columns, nearly), classes: ['a', 'b', 'c'] }), undefined);
});

test('classes that noise separates in one file of a hundred are no leak, and others are, whatever rows, columns and classes there are', () => {
  const random = new Random(8);
  const choose = (n: number, m: number): number => (m === 0 ? 1 : (choose(n - 1, m - 1) * n) / m);
  let [named, kept] = [0, 0];
  for (let draw = 0; draw < 120; draw++) {
    const n = 30 + Math.floor(50 * random.uniform());
    const rare = 1 + Math.floor(4 * random.uniform());
    const columns = made(2 + Math.floor(40 * random.uniform()), draw, n);
    const order = Array.from(columns[0].keys()).sort((a, b) => columns[0][a] - columns[0][b]);
    const codes = new Float64Array(n);
    for (const i of order.slice(0, rare)) codes[i] = 1;
    const leak = findLeak({ ...designOf(columns, codes), classes: ['a', 'b'] });
    const sure = (2 * columns.length) / choose(n, rare) < 0.01;
    assert.equal(leak !== undefined, sure, `${rare} of ${n} rows, ${columns.length} columns`);
    if (sure) named++;
    else kept++;
  }
  assert.ok(named > 20 && kept > 20);
});

test('the share of files of noise in which a column separates the classes stays below one in a hundred', () => {
  const random = new Random(9);
  let said = 0;
  const files = 3000;
  for (let file = 0; file < files; file++) {
    const [second, third] = [
      [2, 0],
      [3, 0],
      [2, 1],
    ][file % 3];
    const codes = Float64Array.from({ length: 30 }, (_, i) => (i < second ? 1 : i < second + third ? 2 : 0));
    const columns = Array.from({ length: 20 }, () => codes.map(() => random.uniform()));
    const classes = ['a', 'b', 'c'].slice(0, third > 0 ? 3 : 2);
    if (findLeak({ ...designOf(columns, codes), classes })) said++;
  }
  assert.ok(said / files < 0.01, `${said} of ${files}`);
});

test('honest data has no leak: noise, smooth functions of several columns, few rows, one feature', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const columns = made(6, seed);
    const noise = normals(seed + 100);
    const smooth = columns[0].map((v, i) => Math.sin(2 * v) + columns[1][i] ** 2 + 0.1 * noise());
    assert.equal(findLeak(designOf(columns, smooth)), undefined);
    assert.equal(
      findLeak(
        designOf(
          columns,
          columns[0].map(() => noise()),
        ),
      ),
      undefined,
    );
    const linear = columns[0].map((v, i) => v + columns[1][i] + 1e-4 * noise());
    assert.equal(findLeak(designOf(columns, linear)), undefined);
  }
  const [only] = made(1, 1);
  assert.equal(findLeak(designOf([only], only.map(Math.sin))), undefined);
  const wide = made(150, 1);
  assert.equal(findLeak(designOf(wide, made(1, 9)[0])), undefined);
});

test('one warning at most: the columns first, else a share that is rare', () => {
  const columns = made(4, 1);
  const sum = designOf(
    columns,
    columns[0].map((v, i) => v + columns[1][i]),
  );
  const [callout, ...more] = leakCallouts(sum, findLeak(sum), outcome(1));
  assert.equal(more.length, 0);
  assert.equal(calloutText(callout), '"y" is "x1" + "x2", to rounding. Are they known when you predict?');
  assert.deepEqual(callout.act?.change, { kind: 'without', columns: ['x1', 'x2'] });
  const honest = designOf(
    columns,
    columns[0].map((v, i) => Math.sin(v) * columns[1][i]),
  );
  assert.deepEqual(leakCallouts(honest, findLeak(honest), outcome(0.99)), []);
  assert.match(calloutText(leakCallouts(honest, findLeak(honest), outcome(0.9997))[0]), /^99.9\u202f% of the variance/);
  // A few rows, and what a single column says.
  for (const r2 of [0.9997, Number.NaN]) assert.deepEqual(leakCallouts(honest, undefined, outcome(r2, 9)), []);
  assert.deepEqual(leakCallouts(designOf([columns[0]], columns[0].map(Math.sin)), undefined, outcome(0.9997)), []);
});

test('a search for leaks is cancelled between columns, of a combination and of one column alone', () => {
  const columns = made(6, 1);
  const noise = normals(7);
  const numbers = designOf(
    columns,
    columns[0].map(() => noise()),
  );
  const codes = designOf(
    columns,
    Float64Array.from(columns[0], (v) => Number(v > 0)),
  );
  for (const design of [numbers, { ...codes, classes: ['a', 'b'] }]) {
    let looks = 0;
    const counting: Pick<RunContext, 'check'> = { check: () => void looks++ };
    findLeakOf(design, counting);
    assert.ok(looks >= columns.length, `${looks} looks`);
    let left = 3;
    const cancelled: Pick<RunContext, 'check'> = {
      check: () => {
        if (--left === 0) throw new Error('cancelled');
      },
    };
    assert.throws(() => findLeakOf(design, cancelled), /cancelled/);
  }
});

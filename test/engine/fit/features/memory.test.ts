import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import { mayGrowByFactors } from '../../../../src/engine/data/logarithm';
import { createEmbedded } from '../../../../src/engine/linalg/core/embedded';
import { nystromRidge } from '../../../../src/engine/methods/nystromRidge';
import { rfRidge } from '../../../../src/engine/methods/rfRidge';
import { madeDesign, madeProblem } from '../../madeRows';

const COUNT = 250;
/** The rows that are held at once: their features, and what these are projected to. */
const BLOCK = 8 * 2 ** 20;

for (const [method, count] of [
  [rfRidge, 'features'],
  [nystromRidge, 'landmarks'],
] as const)
  test(`${method.id}: the core holds a few blocks and matrices of features for any number of rows, and no more than was estimated`, () => {
    const [rows, columns] = [13_000, 3];
    const given = { kernel: 'gaussian', lengthScale: 1, compare: false, [count]: COUNT };
    const { train } = madeProblem(rows, columns, 0.2, 5);
    const factors = madeDesign({ ...train, y: train.y.map((v) => Math.exp(2 * v)) });
    // The logarithm of such a target is looked at, too.
    assert.ok(mayGrowByFactors(factors));
    const peaks = [madeDesign(train), factors].map((design) => {
      const linalg = createEmbedded({ threads: 1 });
      method.run(design, given, { ...quietContext, linalg });
      const { peakBytes } = linalg;
      linalg.dispose();
      return peakBytes;
    });
    const peakBytes = Math.max(...peaks);
    assert.ok(rows > (3 * BLOCK) / (8 * COUNT), 'the rows fill three blocks');
    assert.ok(peakBytes < 3 * BLOCK + 4 * 8 * COUNT ** 2, `${peakBytes / BLOCK} blocks`);
    assert.ok(peakBytes <= method.cost(given, rows, columns, 1).coreBytes, `${peakBytes} bytes`);
  });

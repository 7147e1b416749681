import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateFit, fitCost } from '../../../src/engine/fit/estimate';
import { nystromRidge } from '../../../src/engine/methods/nystromRidge';
import { rfRidge } from '../../../src/engine/methods/rfRidge';
import { svr } from '../../../src/engine/methods/svr';
import { duration, memorySize } from '../../../src/engine/words/quantities';
import { madeProblem } from '../madeRows';
import { failsWith, fitted } from './fitting';

const GB = 2 ** 30;
const costOf = (d: number) => (rows: number) => fitCost(rows, d, 2);

test('small fits go ahead, long ones ask, too large ones are refused, with a sample that would go ahead', () => {
  const small = estimateFit(1202, 5, 8 * GB, costOf(5));
  assert.equal(small.verdict, 'go');
  assert.equal(small.proposedRows, 1202);
  assert.match(small.message, /^Fitting 1,202 rows takes (?:\d+ to|about) \d+ s and \d+ MB of memory\.$/);
  const long = estimateFit(9000, 5, 8 * GB, costOf(5));
  assert.equal(long.verdict, 'ask');
  assert.match(long.message, /a random sample of [\d,]+ rows takes \d+ s to \d+ minutes/);
  const large = estimateFit(20_640, 8, 16 * GB, costOf(8));
  assert.equal(large.verdict, 'refuse');
  assert.match(large.message, /of which .* for the linear algebra, which can address 4\.3 GB/);
  const tight = estimateFit(5000, 5, 0.5 * GB, costOf(5));
  assert.equal(tight.verdict, 'refuse');
  assert.match(tight.message, /more than the .* available/);
  for (const { proposedRows, columns, rows } of [long, large, tight]) {
    assert.ok(proposedRows < rows);
    assert.equal(estimateFit(proposedRows, columns, rows === 5000 ? 0.5 * GB : 8 * GB, costOf(columns)).verdict, 'go');
  }
});

test('cost grows with the rows and the columns', () => {
  for (let n = 10; n < 30_000; n *= 2) {
    assert.ok(fitCost(2 * n, 5, 2).seconds > fitCost(n, 5, 2).seconds);
    assert.ok(fitCost(2 * n, 5, 2).bytes > fitCost(n, 5, 2).bytes);
    assert.ok(fitCost(n, 500, 2).seconds > fitCost(n, 5, 2).seconds);
  }
  assert.ok(fitCost(10_000, 5, 2).bytes >= 3.5 * 8 * 10_000 ** 2, 'three and a half matrices at the peak');
});

test('where fewer rows would not help, fewer features are named and no sample is proposed', () => {
  const many = (features: number) => estimateFit(96, 3, 8 * GB, (n) => rfRidge.cost({ features }, n, 3, 2));
  const { verdict, proposedRows, message } = many(20_000);
  assert.equal(verdict, 'refuse');
  assert.equal(proposedRows, 96);
  assert.match(message, /available; with 96 features it takes about \d+ s; fewer rows would hardly be faster\.$/);
  assert.equal(many(96).verdict, 'go');
});

test('times and sizes beyond all sense are said without a number', () => {
  const absurd = estimateFit(10, 2, 8 * GB, () => ({ bytes: 2.4e25, coreBytes: 1, seconds: 2.3e17 }));
  assert.match(
    absurd.message,
    /^Fitting 10 rows takes about 1,000 years or more and 1,000 TB or more of memory, more than the 8\.6 GB available;/,
  );
  assert.deepEqual([45, 5e3, 1e4, 3e5, 1e7, 1e8, 1e30].map(duration), [
    '45 s',
    '83 minutes',
    '3 hours',
    '3 days',
    '116 days',
    '3 years',
    '1,000 years or more',
  ]);
  assert.deepEqual([5e5, 3.4e9, 2.1e12, Number.POSITIVE_INFINITY].map(memorySize), [
    '1 MB',
    '3.4 GB',
    '2.1 TB',
    '1,000 TB or more',
  ]);
});

test('more landmarks than rows are not estimated but refused, by their name', () => {
  const design = madeProblem(10, 2, 0.1, 1);
  const given = { landmarks: 1e9 };
  assert.ok(nystromRidge.cost(given, 10, 2, 1).seconds < 60);
  failsWith('parameter/invalid', /landmarks must be .* 10; it is/, () => fitted(nystromRidge, design, given));
});

test('what was measured lies below the estimate, and not far', () => {
  // Peaks of entire processes, with 840 and 240 training rows.
  const promised = [svr.cost({}, 840, 6, 2).bytes, fitCost(240, 6, 2).bytes];
  const measured = [146e6, 116e6];
  promised.forEach((bytes, i) => {
    assert.ok(bytes >= measured[i] && bytes < 1.35 * measured[i], `${bytes} for ${measured[i]}`);
  });
  // The columns of a long file count once: reading holds no second copy.
  assert.ok(rfRidge.cost({ features: 100 }, 2_400_000, 6, 2).bytes < 0.65e9);
});

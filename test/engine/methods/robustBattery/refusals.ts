import assert from 'node:assert/strict';
import type { Design } from '../../../../src/engine/contract/data';
import { KernelscopeError } from '../../../../src/engine/contract/failure';
import { madeClasses, madeProblem } from '../../madeRows';
import { failsWith, fitted, type Given } from '../fitting';
import { type Check, design, FIXED, N, setFor, strengthOf, WEIGHTED } from './check';

export const refusals: Check = {
  name: 'data that cannot be fitted are refused in words',
  run(method) {
    const { train } = design;
    const target = (y: Float64Array): Design => ({ ...design, train: { ...train, y } });
    const values = train.x.values.map((v, o) => (o === N + 6 ? Number.NaN : v));
    const refused = (code: Parameters<typeof failsWith>[0], words: RegExp, on: Design, given: Given = {}) =>
      failsWith(code, words, () => fitted(method, on, { ...FIXED, ...given }));
    refused('data/too-few-rows', /Only 4 training rows/, madeProblem(4, 2, 0.1, 1));
    refused('data/target-constant', /same y, 3/, target(train.y.map(() => 3)));
    refused('data/not-finite', /Row 7 of x2/, { ...design, train: { ...train, x: { ...train.x, values } } });
    refused('data/not-finite', /Row 3 of y/, target(train.y.map((v, i) => (i === 2 ? Number.NaN : v))));
    const worded = (classes: readonly string[]) => ({ ...madeClasses(60, classes.length, 4), classes });
    // Words of yes and no, and numbers, can be predicted as numbers.
    for (const classes of [
      ['no', 'yes'],
      ['1', '2', '3'],
    ])
      refused('parameter/invalid', /y is a column of classes.*numeric target, set task to regress/, worded(classes));
    refused('parameter/invalid', /y is a column of classes.*numeric target, or classify/, worded(['a', 'b', 'c']));
    for (const kernel of ['thinPlate', 'multiquadric'])
      refused('parameter/invalid', /positive definite kernel.*gaussian/, design, { kernel });
    refused('parameter/invalid', /at most the number of training rows, 80/, design, { folds: 81 });
    refused('parameter/invalid', /2 and more; it is 1/, design, { folds: 1 });
    refused('parameter/invalid', /landmarks must be at most the number of training rows, 80/, design, {
      landmarks: 81,
    });
    refused('parameter/invalid', /3 numbers for 2 encoded columns/, design, { lengthScale: '1 2 3' });
    refused('parameter/invalid', /Did you mean gaussian/, design, { kernel: 'gausian' });
    const weights = train.y.map((_, i) => (i % 2 === 0 ? 0.5 : 1.5));
    const weighted = { ...design, train: { ...train, weights } };
    if (WEIGHTED.includes(method.id)) assert.ok(fitted(method, weighted, setFor(method)).robust);
    else refused('parameter/invalid', /does not take row weights.*Leave weights out/, weighted);
  },
};

/** Values out of a parameter's range, whichever method has it. */
const OUT_OF_RANGE: readonly (readonly [Given, RegExp])[] = [
  [{ tuning: 0 }, /tuning must be a number above 0/],
  [{ residualScale: 'sd' }, /residualScale must be one of mad, deviation/],
  [{ scoreLoss: 'huber' }, /scoreLoss must be one of absolute, squared/],
  [{ selection: 'loo' }, /selection must be one of cv, oneStandardError/],
  [{ validation: 0.01 }, /validation must be a number from 0\.02 to 0\.5/],
  [{ validation: 0.6 }, /validation/],
  [{ folds: -1 }, /folds must be a whole number of at least 0/],
  [{ folds: 2.5 }, /folds must be a whole number/],
  [{ landmarks: -1 }, /landmarks must be a whole number of at least 0/],
  [{ lengthScale: -1 }, /lengthScale must be a number above 0/],
  [{ lengthScale: 0 }, /lengthScale/],
  [{ seed: -1 }, /seed/],
  [{ stepSize: 0 }, /stepSize must be a number above 0/],
  [{ stepSize: 1000 }, /stepSize 1000 is beyond the stability limit.*must be at most/],
  [{ tau: 0 }, /tau must lie between 0 and 1/],
  [{ tau: 1 }, /tau must lie between 0 and 1/],
  [{ tau: '0.5 1.5' }, /tau must lie between 0 and 1.*1\.5/],
  [{ tau: 'median' }, /tau/],
  [{ tau: '' }, /tau/],
  [{ tau: '.1 .2 .3 .4 .5 .6 .7 .8 .9 .95' }, /tau has 10 quantiles; up to 9/],
];

export const ranges: Check = {
  name: 'parameters out of their range are refused in words',
  run(method) {
    const known = new Set(method.parameters.map(({ name }) => name));
    const { name } = strengthOf(method);
    for (const value of [0, -1]) {
      const words = new RegExp(`${name} must be a number above 0`);
      failsWith('parameter/invalid', words, () => fitted(method, design, { ...FIXED, [name]: value }));
    }
    failsWith('parameter/invalid', new RegExp(name), () => fitted(method, design, { ...FIXED, [name]: 'much' }));
    for (const [given, words] of OUT_OF_RANGE) {
      if (!Object.keys(given).every((each) => known.has(each))) continue;
      failsWith('parameter/invalid', words, () => fitted(method, design, { ...FIXED, ...given }));
    }
    if (known.has('epsilon') && name !== 'epsilon')
      failsWith('parameter/invalid', /epsilon must be a number of at least 0/, () =>
        fitted(method, design, { ...FIXED, epsilon: -0.1 }),
      );
  },
};

/** Runs, or fails with words a person can act on; anything else is thrown on. */
export function refusedInWords(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (!(error instanceof KernelscopeError)) throw error;
    return true;
  }
}

import assert from 'node:assert/strict';
import type { Design } from '../../../../src/engine/contract/data';
import { madeDesign, madeProblem } from '../../madeRows';
import { failsWith, fitted, type Given } from '../fitting';
import { type Check, design, fixed, hasFolds, held, N } from './check';

export const refusals: Check = {
  name: 'data that cannot be fitted are refused in words',
  run(method) {
    const { train } = design;
    const bad = (value: number): Design => ({
      ...design,
      train: { ...train, x: { ...train.x, values: train.x.values.map((v, o) => (o === N + 6 ? value : v)) } },
    });
    const target = (y: Float64Array): Design => ({ ...design, train: { ...train, y } });
    const refused = (code: Parameters<typeof failsWith>[0], words: RegExp, on: Design, given: Given = {}) =>
      failsWith(code, words, () => fitted(method, on, given));
    refused('data/too-few-rows', /Only 1 training row is left/, madeProblem(1, 2, 0.1, 1));
    refused('data/too-few-rows', /Only 4 training rows/, madeProblem(4, 2, 0.1, 1));
    refused('data/target-constant', /same y, 3/, target(train.y.map(() => 3)));
    refused('data/not-finite', /Row 7 of x2 is not a finite number/, bad(Number.NaN));
    refused('data/not-finite', /Row 7 of x2/, bad(Number.NEGATIVE_INFINITY));
    refused('data/not-finite', /too large/, bad(1e200));
    refused('data/not-finite', /Row 3 of y/, target(train.y.map((v, i) => (i === 2 ? Number.NaN : v))));
    const second = (more: Float64Array) => madeDesign({ ...train, more: [more] });
    refused('data/not-finite', /Row 3 of y2/, second(train.y.map((v, i) => (i === 2 ? Number.POSITIVE_INFINITY : v))));
    refused('data/target-constant', /same y2, 7/, second(train.y.map(() => 7)));
    if (hasFolds(method)) {
      refused('parameter/invalid', /at most the number of training rows, 90/, design, { folds: 91 });
      refused('parameter/invalid', /from 2/, design, { folds: 1 });
      refused('parameter/invalid', /needs folds/, design, { folds: 0, selection: 'cv' });
    }
    refused('parameter/invalid', /3 numbers for 2 encoded columns/, design, { lengthScale: '1 2 3' });
    refused('parameter/invalid', /there is no kernel "gausian".*Did you mean gaussian/, design, { kernel: 'gausian' });
  },
};

/** Values out of a parameter's range, in its schema or on these rows. */
const OUT_OF_RANGE: readonly (readonly [Given, RegExp])[] = [
  [{ lambda: 0 }, /lambda must be a number above 0/],
  [{ lambda: -1 }, /lambda/],
  [{ k: -1 }, /k must be a whole number of at least 0/],
  [{ k: 1.5 }, /k must be a whole number/],
  [{ k: 1000 }, /k must be at most \d+/],
  [{ r: 0 }, /r must be a whole number of at least 1/],
  [{ k: 9, r: 5 }, /k must be at most r, 5/],
  [{ t: 0 }, /t must be a number above 0/],
  [{ steps: 0 }, /steps must be a whole number from 1/],
  [{ stepSize: 0 }, /stepSize must be a number above 0/],
  [{ stepSize: 1 }, /stepSize 1 makes gradient descent grow without bound.*must be below/],
  [{ momentum: 1 }, /momentum must be a number from 0 to 0\.999/],
  [{ lengthScale: -1 }, /lengthScale must be a number above 0/],
];

export const ranges: Check = {
  name: 'parameters out of their range are refused in words, beyond what the kernel has too',
  run(method) {
    const known = new Set(method.parameters.map(({ name }) => name));
    for (const [given, words] of OUT_OF_RANGE) {
      if (!Object.keys(given).every((name) => known.has(name))) continue;
      failsWith('parameter/invalid', words, () => fitted(method, design, { ...fixed(method), ...given }));
    }
    if (!known.has('r')) return;
    const beyond = fitted(method, design, { ...fixed(method), r: 5000 });
    assert.ok(beyond.notes.some(({ code }) => code === 'filter/beyond-rank'));
    assert.ok(held(beyond).every(Number.isFinite));
  },
};

export const tooManyFeatures: Check = {
  name: 'more unpenalised features than rows are refused in words',
  run(method) {
    const on = madeProblem(20, 60, 0.1, 1);
    if (method.family === 'features') {
      failsWith('parameter/invalid', /61 unpenalised terms/, () => fitted(method, on, { unpenalised: 'linear' }));
      failsWith('parameter/invalid', /kernel/, () => fitted(method, design, { kernel: 'thinPlate' }));
      return;
    }
    failsWith('parameter/invalid', /unpenalised features/, () => fitted(method, on, { kernel: 'thinPlate' }));
    failsWith('parameter/invalid', /Set intercept to true/, () =>
      fitted(method, design, { kernel: 'multiquadric', intercept: false }),
    );
  },
};

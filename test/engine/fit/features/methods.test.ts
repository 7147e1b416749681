import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LivePredictor } from '../../../../src/engine/contract/run';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { krr } from '../../../../src/engine/methods/krr';
import { nystromRidge } from '../../../../src/engine/methods/nystromRidge';
import { rfRidge } from '../../../../src/engine/methods/rfRidge';
import { predictModel } from '../../../../src/engine/model/predict';
import { SpectrumCache } from '../../../../src/engine/spectrum/cache';
import { predictLive } from '../../../../src/engine/spectrum/livePrediction';
import { madeDesign, madeProblem, madeSample, relativeError } from '../../madeRows';
import { failsWith, fitted, modelOf, withoutTimings } from '../../methods/fitting';
import { core, fitContext } from '../../testCore';

const N = 150;
const design = madeProblem(N, 2, 0.2, 21, 60);
const fixed = { kernel: 'matern32', lengthScale: 1.1, lambda: 1e-3 };

test('with all rows as landmarks the Nyström fit is kernel ridge regression', () => {
  const all = fitted(nystromRidge, design, { ...fixed, landmarks: N });
  const exact = fitted(krr, design, { ...fixed, folds: 0 });
  assert.ok(relativeError(all.holdout?.predicted ?? [], exact.holdout?.predicted ?? []) < 1e-8);
  assert.ok(relativeError(all.spectrum.mu.slice(0, 100), exact.spectrum.mu.slice(0, 100)) < 1e-8);
  assert.ok(Math.abs(all.metrics.loo / exact.metrics.loo - 1) < 1e-8);
  assert.ok(Math.abs(all.metrics.gcv / exact.metrics.gcv - 1) < 1e-8);
  assert.ok(Math.abs(all.metrics.degreesOfFreedom - exact.metrics.degreesOfFreedom) < 1e-8 * N);
  assert.ok((all.approximation?.traceLeft ?? 1) < 1e-10);
  const both = Array.from(all.paths[0].values).flatMap((lambda, i) => {
    const at = exact.paths[0].values.indexOf(lambda);
    return at < 0 || lambda < 1e-6 ? [] : [[all.paths[0].loo[i], exact.paths[0].loo[at]]];
  });
  assert.ok(both.length > 30);
  for (const [own, other] of both) assert.ok(Math.abs(own / other - 1) < 1e-6);
});

test('where all rows are landmarks no more of them are advised', () => {
  let few = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const rows = madeProblem(60, 2, 0.1, seed);
    const advised = (landmarks: number) =>
      fitted(nystromRidge, rows, { kernel: 'matern32', lengthScale: 0.3, landmarks }).notes.some(
        ({ code }) => code === 'approximation/too-few',
      );
    assert.ok(!advised(60), `${seed}`);
    few += Number(advised(40));
  }
  assert.ok(few > 0);
});

test('row weights and linear terms without penalty agree with kernel ridge regression too', () => {
  const weights = Float64Array.from({ length: N }, (_, i) => 0.5 + i / (N - 1));
  const weighted = { ...design, train: { ...design.train, weights } };
  const all = fitted(nystromRidge, weighted, { ...fixed, landmarks: N });
  const exact = fitted(krr, weighted, { ...fixed, folds: 0 });
  assert.ok(relativeError(all.holdout?.predicted ?? [], exact.holdout?.predicted ?? []) < 1e-8);
  const terms = fitted(nystromRidge, design, { ...fixed, landmarks: N, unpenalised: 'linear' });
  assert.equal(terms.spectrum.unpenalised, 3);
  assert.equal(terms.model.outputs[0].beta.length, 3);
});

test('intervals hold 95 of 100 rows not seen, and no more than they must', () => {
  const many = madeProblem(500, 2, 0.3, 8, 4000);
  for (const method of [rfRidge, nystromRidge]) {
    const { coverage } = fitted(method, many, { lengthScale: 1, compare: false }).metrics.holdout ?? {};
    assert.ok(coverage !== undefined && coverage > 0.925 && coverage < 0.975, `${method.id}: ${coverage}`);
  }
});

test('more held-out rows than are predicted at once move with the sliders as they are predicted', () => {
  const many = madeProblem(80, 2, 0.3, 8, 9000);
  const outcome = fitted(rfRidge, many, { lengthScale: 1, features: 20, compare: false });
  const shown = predictLive(outcome.live.holdout as LivePredictor, outcome.spectrum, outcome.filter);
  assert.ok(relativeError(shown, outcome.holdout?.predicted ?? []) < 1e-5);
});

test('conjugate gradients give the fit of the spectrum at its lambda', () => {
  const given = { ...fixed, landmarks: 60 };
  const direct = fitted(nystromRidge, design, given);
  const iterated = fitted(nystromRidge, design, { ...given, solver: 'conjugateGradient' });
  assert.ok(relativeError(iterated.holdout?.predicted ?? [], direct.holdout?.predicted ?? []) < 1e-5);
  const { solver } = iterated.approximation ?? {};
  assert.ok(solver?.kind === 'conjugateGradient' && solver.residuals.length > 1);
  assert.ok(solver.residuals[solver.residuals.length - 1] < 1e-6);
  assert.ok(design.holdout);
  const [{ predicted }] = predictModel(modelOf(iterated), design.holdout.x, quietWith(core));
  assert.ok(relativeError(predicted, iterated.holdout?.predicted ?? []) < 1e-12);
  failsWith('parameter/invalid', /Set unpenalised to none/, () =>
    fitted(nystromRidge, design, { ...given, solver: 'conjugateGradient', unpenalised: 'linear' }),
  );
  for (const axis of ['k', 'r'])
    failsWith('parameter/invalid', /Leave k and r out/, () =>
      fitted(nystromRidge, design, { ...given, solver: 'conjugateGradient', [axis]: 3 }),
    );
});

test('random features approach kernel ridge regression as they grow', () => {
  const exact = fitted(krr, design, { ...fixed, folds: 0 }).holdout?.predicted ?? new Float64Array(0);
  const apart = [30, 480].map((features) =>
    [1, 2, 3, 4]
      .map((seed) =>
        relativeError(
          fitted(rfRidge, design, { ...fixed, features, seed, compare: false }).holdout?.predicted ?? [],
          exact,
        ),
      )
      .reduce((sum, v) => sum + v / 4, 0),
  );
  // 16 times as many: a quarter of the error, M^-1/2; here within a factor of two of it.
  assert.ok(apart[1] < apart[0] / 2, String(apart));
  assert.ok(apart[1] < 0.2);
});

test('more features after fewer equal a fresh fit, and so do fewer after more', () => {
  for (const [method, name] of [
    [rfRidge, 'features'],
    [nystromRidge, 'landmarks'],
  ] as const) {
    const context = { ...fitContext, cache: new SpectrumCache() };
    fitted(method, design, { ...fixed, [name]: 40 }, context);
    for (const count of [90, 20]) {
      const warm = fitted(method, design, { ...fixed, [name]: count }, context);
      const fresh = fitted(method, design, { ...fixed, [name]: count });
      assert.ok(
        relativeError(warm.holdout?.predicted ?? [], fresh.holdout?.predicted ?? []) < 1e-9,
        `${name} ${count}`,
      );
      assert.equal(withoutTimings(warm).approximation?.count, count);
    }
  }
});

test('the curve over the number of features ends in the fit, and each point is a fit of its own', () => {
  const { approximation, holdout, metrics } = fitted(rfRidge, design, {
    kernel: 'gaussian',
    lengthScale: 1,
    features: 100,
  });
  assert.ok(approximation && holdout);
  const { counts, holdout: errors, lambda } = approximation.curve;
  const last = counts.length - 1;
  assert.equal(counts[last], 100);
  const mse = (metrics.holdout?.rmse ?? 0) ** 2;
  assert.ok(Math.abs(errors[last] / mse - 1) < 1e-6, `${errors[last]} and ${mse}`);
  const at = 1;
  const alone = fitted(rfRidge, design, {
    kernel: 'gaussian',
    lengthScale: 1,
    features: counts[at],
    lambda: lambda[at],
  });
  assert.ok(Math.abs(errors[at] / (alone.metrics.holdout?.rmse ?? 0) ** 2 - 1) < 1e-6);
  assert.ok(approximation.peer && approximation.exact);
});

test('landmarks and features out of their range are refused in words', () => {
  const refused = (words: RegExp, run: () => unknown) => failsWith('parameter/invalid', words, run);
  refused(/landmarks must be at most the number of training rows, 150; it is 151/, () =>
    fitted(nystromRidge, design, { landmarks: 151 }),
  );
  refused(/landmarks/, () => fitted(nystromRidge, design, { landmarks: 0 }));
  refused(/features/, () => fitted(rfRidge, design, { features: 0 }));
  refused(/only used with landmarkRule chosen/, () => fitted(nystromRidge, design, { landmarkRows: '1 2' }));
  refused(/151/, () => fitted(nystromRidge, design, { landmarkRule: 'chosen', landmarkRows: '1 151' }));
  refused(/landmarks, which take every positive definite kernel/, () =>
    fitted(rfRidge, design, { kernel: 'gaussian + linear', lengthScale: 1 }),
  );
  refused(/0 or more.*x1.*standardise=false/s, () => fitted(rfRidge, design, { featureMap: 'chiSquared' }));
  refused(/k must be at most/, () => fitted(rfRidge, design, { features: 20, k: 21 }));
});

test('chosen landmarks are the rows that were named', () => {
  const { model } = fitted(nystromRidge, design, { ...fixed, landmarkRule: 'chosen', landmarkRows: '3 10-12' });
  assert.equal(model.x.rows, 4);
  assert.equal(model.x.values[0], design.train.x.values[2]);
  assert.equal(model.x.values[1], design.train.x.values[9]);
});

test('features of histograms need no kernel and take shares as they are', () => {
  const shares = (part: typeof design.train) => ({ ...part, x: { ...part.x, values: part.x.values.map(Math.abs) } });
  assert.ok(design.holdout);
  const counts = madeDesign(madeSample(shares(design.train).x, design.train.y), shares(design.holdout));
  for (const featureMap of ['chiSquared', 'intersection', 'histogram']) {
    const outcome = fitted(rfRidge, counts, { featureMap, features: 200 });
    assert.ok(outcome.parameters.every(({ name }) => name !== 'kernel'));
    assert.ok((outcome.approximation?.kernelError?.value ?? 1) < 0.5);
    assert.ok(outcome.metrics.degreesOfFreedom > 1);
  }
});

test('leverage scores draw features that are as good with fewer', () => {
  const { approximation, metrics } = fitted(rfRidge, design, { ...fixed, features: 60, sampling: 'leverage' });
  assert.equal(approximation?.sampling?.pilot, N);
  assert.match(approximation?.title ?? '', /leverage/);
  assert.match(approximation?.recommended.rule ?? '', /theorem 3/);
  assert.ok((metrics.holdout?.r2 ?? 0) > 0.5);
});

test('a large file takes little memory: blocks of rows, never all features of all rows', () => {
  const n = 40_000;
  const large = madeProblem(n, 3, 0.3, 5);
  let largest = 0;
  const linalg = new Proxy(core, {
    get(target, name) {
      if (name !== 'allocate') return Reflect.get(target, name);
      return (length: number) => {
        largest = Math.max(largest, length);
        return target.allocate(length);
      };
    },
  });
  const outcome = fitted(rfRidge, large, { lengthScale: 1, features: 64, compare: false }, { ...fitContext, linalg });
  assert.ok(outcome.metrics.degreesOfFreedom > 10);
  assert.ok(largest < (n * 64) / 2, `${largest} numbers at once`);
});

import assert from 'node:assert/strict';
import type { Design } from '../../../../src/engine/contract/data';
import type { FitOutcome } from '../../../../src/engine/contract/run';
import { permutation } from '../../../../src/engine/data/random';
import { axisValue } from '../../../../src/engine/filters/anyFilter';
import { madeDesign, relativeError, rowsOf } from '../../madeRows';
import { briefContext } from '../../testCore';
import { fitted, fittedOnce, fittedWhole, withoutTimings } from '../fitting';
import { brokenNumbers, type Check, design, fixed, hasFolds, held, N } from './check';

export const repeatable: Check = {
  name: 'the same seed gives the same outcome to the bit',
  run(method) {
    const given = { ...fixed(method), folds: 4, seed: 3 };
    assert.deepEqual(
      withoutTimings(fittedWhole(method, design, given)),
      withoutTimings(fittedOnce(method, design, given)),
    );
  },
};

export const orderOfRows: Check = {
  name: 'the order of the rows does not matter',
  run(method) {
    const shuffled = { ...design, train: rowsOf(design.train, permutation(N, 3)) };
    const [a, b] = [fittedOnce(method, design, fixed(method)), fitted(method, shuffled, fixed(method))];
    assert.ok(relativeError(b.spectrum.mu.slice(0, 30), a.spectrum.mu.slice(0, 30)) < 1e-12);
    assert.ok(relativeError(values(b), values(a)) < 1e-9, `${values(a)} and ${values(b)}`);
    assert.ok(relativeError(held(b), held(a)) < 1e-7);
    const finite = a.paths[0].loo.map((v, l) => (v < Number.POSITIVE_INFINITY ? l : -1)).filter((l) => l >= 0);
    const loo = ({ paths }: FitOutcome) => Float64Array.from(finite, (l) => Math.log(paths[0].loo[l]));
    assert.ok(relativeError(loo(b), loo(a)) < 1e-5);
  },
};

const values = (outcome: FitOutcome) => outcome.axes.map((axis) => axisValue(outcome.filter, axis));

export const finite: Check = {
  name: 'no number of the outcome is not finite, with folds and without',
  run(method) {
    for (const folds of hasFolds(method) ? [0, 5] : [0]) {
      const outcome = fittedOnce(method, design, { ...fixed(method), folds });
      assert.deepEqual(brokenNumbers(outcome, folds > 0), []);
      const { surface } = outcome;
      assert.equal(surface === undefined, outcome.axes.length === 1 || method.family === 'features');
      if (surface) assert.ok(surface.loo.some(Number.isFinite));
    }
  },
};

export const metricsOnPaths: Check = {
  name: 'metrics are the paths at the chosen filter, and every path holds it',
  run(method) {
    const { paths, filter, metrics, axes } = fittedOnce(method, design, { ...fixed(method), folds: 5 });
    assert.deepEqual(
      paths.map(({ axis }) => axis),
      axes,
    );
    for (const { axis, values: grid, loo, cv, gcv, degreesOfFreedom } of paths) {
      const at = grid.indexOf(axisValue(filter, axis));
      assert.ok(at >= 0, `${axis} ${axisValue(filter, axis)}`);
      assert.ok(grid.every((v, i) => i === 0 || v > grid[i - 1]));
      assert.ok(Math.abs(loo[at] / metrics.loo - 1) < 1e-9, `${axis}: ${loo[at]} and ${metrics.loo}`);
      assert.ok(Math.abs(gcv[at] / metrics.gcv - 1) < 1e-9);
      if (hasFolds(method)) assert.ok(Math.abs(cv[at] / metrics.cv - 1) < 1e-9);
      else assert.equal(cv.length, 0);
      assert.ok(Math.abs(degreesOfFreedom[at] / metrics.degreesOfFreedom - 1) < 1e-9);
    }
  },
};

export const scales: Check = {
  name: 'the outcome scales with the target, over 140 orders of magnitude',
  run(method) {
    // A rough kernel keeps every direction, and filters that forget nothing of any of them leave next to nothing to divide by.
    const rough = {
      ...fixed(method),
      kernel: method.family === 'features' ? 'laplace' : 'thinPlate',
      selection: 'gcv',
    };
    const one = fittedOnce(method, design, fixed(method));
    const byGcv = fitted(method, design, rough, briefContext);
    for (const factor of [1e-80, 1e60]) {
      const sample = (part: Design['train']) => ({ ...part, y: part.y.map((v) => v * factor) });
      const scaled = madeDesign(sample(design.train), design.holdout && sample(design.holdout));
      const other = fitted(method, scaled, fixed(method));
      assert.deepEqual(fitted(method, scaled, rough, briefContext).filter, byGcv.filter);
      assert.deepEqual(other.filter, one.filter);
      assert.deepEqual(
        other.paths.map(({ least }) => least),
        one.paths.map(({ least }) => least),
      );
      const square = factor ** 2;
      assert.ok(Math.abs(other.metrics.loo / square / one.metrics.loo - 1) < 1e-9);
      assert.ok(Math.abs(other.noise.sigma2 / square / one.noise.sigma2 - 1) < 1e-9);
      assert.ok(
        relativeError(
          held(other).map((v) => v / factor),
          held(one),
        ) < 1e-10,
      );
      const width = ({ holdout }: FitOutcome, by: number) => holdout?.upper.map((v, j) => (v - holdout.lower[j]) / by);
      assert.ok(relativeError(width(other, factor) ?? [], width(one, 1) ?? []) < 1e-9);
      assert.deepEqual(brokenNumbers(other, false), []);
    }
  },
};

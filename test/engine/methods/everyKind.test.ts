// Everything that fits must also be read, described, saved, loaded, predicted with and stored: every kind there is,
// taken from the tables, so that one that is added is checked here without a change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { LeafKernel } from '../../../src/engine/contract/kernel';
import type { Model } from '../../../src/engine/contract/model';
import { pack, unpack } from '../../../src/engine/contract/pack';
import type { FitOutcome } from '../../../src/engine/contract/run';
import { drawFeatures } from '../../../src/engine/features/drawFeatures';
import { evaluateFeatures } from '../../../src/engine/features/featureMaps';
import { mapFor } from '../../../src/engine/features/mapList';
import type { Method } from '../../../src/engine/fit/method';
import { fillKernel, parseKernel } from '../../../src/engine/kernels/expression';
import type { FormulaShape } from '../../../src/engine/kernels/kernel';
import { kernelCross, kernelDiagonal, kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { kernelText, kernelTitle } from '../../../src/engine/kernels/kernelWords';
import { LEAF_NAMES, type LeafName } from '../../../src/engine/kernels/leafNames';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { krr } from '../../../src/engine/methods/krr';
import { rfRidge } from '../../../src/engine/methods/rfRidge';
import { packModel } from '../../../src/engine/model/packModel';
import { predictModel } from '../../../src/engine/model/predict';
import { unpackModel } from '../../../src/engine/model/save';
import { madeProblem, madeRows, relativeError } from '../madeRows';
import { core } from '../testCore';
import { byRefits } from './byRefits';
import { failsWith, fitted, fittedOnce, type Given, modelOf } from './fitting';

const design = madeProblem(24, 2, 0.3, 1, 8);
const x = madeRows(20, 2, 5);

/** A fit that is stored completely. */
interface Case {
  readonly name: string;
  readonly method: Method;
  readonly given: Given;
}

interface Check<T> {
  readonly name: string;
  readonly run: (checked: T) => void;
}

/** Every kernel by every method listed here. */
const CASES: readonly Case[] = [{ method: krr, given: { lambda: 1e-3 } }].flatMap(({ method, given }) =>
  LEAF_NAMES.map(({ name }) => ({
    name: `${method.id} with ${name}`,
    method,
    given: { lengthScale: 0.9, folds: 0, ...given, kernel: name },
  })),
);

const outcomeOf = ({ method, given }: Case, changed: Given = {}): FitOutcome =>
  fittedOnce(method, design, { ...given, ...changed });

function predictedBy(model: Model): Float64Array {
  assert.ok(design.holdout);
  return predictModel(model, design.holdout.x, quietWith(core))[0].predicted;
}

const FITS: readonly Check<Case>[] = [
  {
    name: 'its model, saved and read, predicts what the fit predicted',
    run(checked) {
      const outcome = outcomeOf(checked);
      const model = unpackModel(packModel(modelOf(outcome)));
      assert.deepEqual(model, modelOf(outcome));
      assert.ok(outcome.holdout);
      assert.ok(relativeError(predictedBy(model), outcome.holdout.predicted) < 1e-9);
    },
  },
  {
    name: 'the run, stored and read, is the same and predicts the same',
    run(checked) {
      const outcome = outcomeOf(checked);
      const stored = unpack(pack(outcome)) as FitOutcome;
      assert.deepEqual(stored, outcome);
      assert.deepEqual(predictedBy(modelOf(stored)), predictedBy(modelOf(outcome)));
    },
  },
  {
    name: 'the error of its folds is that of refits',
    run(checked) {
      const { metrics } = outcomeOf(checked, { folds: 4 });
      const [cv, standardError] = byRefits(checked.method, design.train, checked.given, 4);
      assert.ok(Math.abs(metrics.cv / cv - 1) < 1e-7, `${metrics.cv} and ${cv}`);
      assert.ok(Math.abs(metrics.cvStandardError / standardError - 1) < 1e-6);
    },
  },
];

for (const checked of CASES) for (const { name, run } of FITS) test(`${checked.name}: ${name}`, () => run(checked));

const shapeOf = ({ shape, defaults }: LeafName): FormulaShape => shape(defaults);
const leafOf = (leaf: LeafName, lengthScale: readonly number[] = [0.9]): LeafKernel => ({
  ...shapeOf(leaf),
  lengthScale,
});

/** k at the distances r in one column, from a row at 0. */
function along(kernel: LeafKernel, r: readonly number[]): Float64Array {
  const at = (values: readonly number[]) => ({ rows: values.length, columns: 1, values: Float64Array.from(values) });
  return kernelCross(kernel, at(r), at([0]), quietWith(core));
}

const KERNELS: readonly Check<LeafName>[] = [
  {
    name: 'is read from its name, reads as words and is read back, whatever its numbers',
    run(leaf) {
      assert.deepEqual(parseKernel(leaf.name), shapeOf(leaf));
      assert.equal(leaf.kernel.names.filter(({ name }) => name === leaf.name).length, 1);
      const changed = leaf.shape(Object.fromEntries(Object.entries(leaf.defaults).map(([name, v]) => [name, v + 1])));
      for (const kernel of [leafOf(leaf), leafOf(leaf, [0.4, 3]), { ...changed, lengthScale: [2] }]) {
        const text = kernelText(kernel);
        assert.deepEqual(fillKernel(parseKernel(text), [7]), kernel, text);
      }
      assert.match(kernelTitle(shapeOf(leaf)), /^\p{Lu}.* kernel$/u);
      assert.match(leaf.kernel.summary, /^\p{Lu}.*\.$/u);
    },
  },
  {
    name: 'a number that makes no kernel is refused where it is read, and in a saved model',
    run(leaf) {
      const model = modelOf(fittedOnce(krr, design, { lambda: 1e-3, lengthScale: 0.9, folds: 0, kernel: leaf.name }));
      const refused = (kernel: object) =>
        failsWith('model/unreadable', /its kernel is damaged/, () =>
          unpackModel(packModel({ ...model, kernel } as Model)),
        );
      refused({ ...model.kernel, kind: 'unheardOf' });
      refused({ ...model.kernel, kind: 'toString' });
      for (const { name } of leaf.kernel.parameters) {
        for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY, 'one', undefined])
          refused({ ...model.kernel, [name]: value });
        failsWith('parameter/invalid', /cannot be computed/, () => parseKernel(`${leaf.name}(${name}=-1)`));
      }
    },
  },
  {
    // A fit whose kernel is of a higher order than it says fails on negative eigenvalues; the fits above have an intercept.
    name: 'is positive definite, or says what it needs beside it',
    run(leaf) {
      const alone = () =>
        fitted(krr, design, { lambda: 1e-3, lengthScale: 0.9, folds: 0, kernel: leaf.name, intercept: false });
      if (leaf.kernel.order(shapeOf(leaf)) > 0) failsWith('parameter/invalid', /positive definite only with/, alone);
      else assert.ok(alone().holdout?.predicted.every(Number.isFinite));
    },
  },
  {
    name: 'has the diagonal of its matrix',
    run(leaf) {
      for (const scale of [[0.9], [0.5, 1.4]]) {
        const kernel = leafOf(leaf, scale);
        const diagonal = kernelDiagonal(kernel, x, quietWith(core));
        const [gram, cross] = [kernelGram(kernel, x, quietWith(core)), kernelCross(kernel, x, x, quietWith(core))];
        const size = cross.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
        diagonal.forEach((v, i) => {
          assert.ok(Math.abs(v - gram[i * (x.rows + 1)]) <= 1e-14 * size);
          // Distances and angles of a row with itself are known to the square root of rounding.
          assert.ok(Math.abs(v - cross[i * (x.rows + 1)]) < 1e-6 * size, `${v} and ${cross[i * (x.rows + 1)]}`);
        });
      }
    },
  },
  {
    name: 'its slope is that of differences, and what is said of its distance is the kernel',
    run(leaf) {
      const { kernel } = leaf;
      const shape = shapeOf(leaf);
      const r = [0.2, 0.7, 1.5, 4];
      const value = (by: number) =>
        along(
          leafOf(leaf, [1]),
          r.map((v) => v + by),
        );
      if (kernel.spectral) {
        const at = kernel.spectral.at;
        assert.ok(
          relativeError(
            r.map((v) => at(v, shape)),
            value(0),
          ) < 1e-14,
        );
      }
      const slope = kernel.slope?.(shape);
      if (slope === undefined) return;
      const step = 1e-5;
      const [above, below] = [value(step), value(-step)];
      const wanted = r.map((v, i) => -(above[i] - below[i]) / (2 * step * v));
      const found = along({ ...slope.shape, lengthScale: [slope.stretch] }, r).map(slope.from ?? ((v) => v));
      assert.ok(relativeError(found, wanted) < 1e-8, `${found} and ${wanted}`);
    },
  },
  {
    name: 'has random features exactly where it says so',
    run(leaf) {
      const kernel = leafOf(leaf);
      const map = mapFor(kernel);
      const given = { kernel: leaf.name, lengthScale: 0.9, lambda: 1e-2, features: 30, folds: 0 };
      if (leaf.kernel.spectral) assert.equal(map, 'orthogonal');
      if (map === undefined) {
        failsWith('parameter/invalid', /there are no random features of/, () => fitted(rfRidge, design, given));
        return;
      }
      const drawn = drawFeatures({ map, kernel, count: 8, inputs: x.columns, seed: 3 }, quietContext);
      assert.ok(evaluateFeatures(drawn, x, quietWith(core)).every(Number.isFinite));
      assert.ok(fitted(rfRidge, design, given).holdout?.predicted.every(Number.isFinite));
    },
  },
];

for (const leaf of LEAF_NAMES) for (const { name, run } of KERNELS) test(`${leaf.name}: ${name}`, () => run(leaf));

// Every kernel by every method: it fits, and then its model is saved, loaded and predicts the same, and its run is stored; or it is
// refused in a sentence, where the mathematics leaves no other way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack, unpack } from '../../../src/engine/contract/pack';
import { mapFor } from '../../../src/engine/features/mapList';
import type { AnyMethod } from '../../../src/engine/fit/method';
import { fillKernel, parseKernel } from '../../../src/engine/kernels/expression';
import { LEAF_NAMES } from '../../../src/engine/kernels/leafNames';
import { polynomialOrder } from '../../../src/engine/kernels/polynomialOrder';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { componentsMethods, targetMethods } from '../../../src/engine/methods/registry';
import { packModel } from '../../../src/engine/model/packModel';
import { predictModel } from '../../../src/engine/model/predict';
import { projectComponents } from '../../../src/engine/model/projectComponents';
import { unpackModel } from '../../../src/engine/model/save';
import { components, modelOf as componentsModelOf, madeRowsDesign } from '../fit/components/making';
import { madeProblem, relativeError } from '../madeRows';
import { briefContext, core } from '../testCore';
import { failsWith, fitted, type Given, modelOf } from './fitting';

const design = madeProblem(16, 2, 0.3, 1, 6);
const rows = madeRowsDesign(16, 2, 5, 6);
const SMALL: Readonly<Record<string, Given>> = {
  'rf-ridge': { features: 12, compare: false },
  'nystrom-ridge': { landmarks: 8, compare: false },
  'rf-kpca': { features: 12 },
  'ny-kpca': { landmarks: 8 },
};

/** Conditional kernels need polynomials without a penalty beside them, and random features an integral that the kernel is. */
function isRefused({ id, family }: AnyMethod, name: string): boolean {
  const kernel = fillKernel(parseKernel(name), [0.9]);
  const random = id.startsWith('rf-') && mapFor(kernel) === undefined;
  return random || (family !== 'spectral' && polynomialOrder(kernel) > 0);
}

const given = (id: string, kernel: string): Given => ({ lengthScale: 0.9, seed: 3, kernel, ...SMALL[id] });

for (const method of targetMethods)
  for (const { name } of LEAF_NAMES) {
    const run = () => fitted(method, design, { folds: 2, ...given(method.id, name) }, briefContext);
    if (isRefused(method, name)) {
      test(`${method.id} refuses ${name}`, () => failsWith('parameter/invalid', /kernel.*Choose/, run));
      continue;
    }
    test(`${method.id} with ${name}: fits, saves, loads, predicts, is stored`, () => {
      const outcome = run();
      const model = modelOf(outcome);
      const loaded = unpackModel(packModel(model));
      assert.deepEqual(loaded, model);
      assert.ok(design.holdout && outcome.holdout);
      const [{ predicted }] = predictModel(loaded, design.holdout.x, quietWith(core));
      assert.ok(relativeError(predicted, outcome.holdout.predicted) < 1e-6);
      assert.deepEqual(unpack(pack(outcome)), outcome);
    });
  }

for (const method of componentsMethods)
  for (const { name } of LEAF_NAMES) {
    const run = () => components(method, rows, { components: 2, tradeOff: false, ...given(method.id, name) });
    if (isRefused(method, name)) {
      test(`${method.id} refuses ${name}`, () => failsWith('parameter/invalid', /kernel.*Choose/, run));
      continue;
    }
    test(`${method.id} with ${name}: fits, saves, loads, projects, is stored`, () => {
      const outcome = run();
      const model = componentsModelOf(outcome);
      const loaded = unpackModel(packModel(model));
      assert.deepEqual(loaded, model);
      assert.ok(rows.holdout && loaded.components);
      const project = (from: typeof model) => projectComponents(from, rows.train.x, quietWith(core));
      assert.deepEqual(project({ ...loaded, components: loaded.components }), project(model));
      assert.deepEqual(unpack(pack(outcome)), outcome);
    });
  }

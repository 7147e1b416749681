import assert from 'node:assert/strict';
import type { ComponentsModel } from '../../../../src/engine/contract/components';
import type { Design, Matrix } from '../../../../src/engine/contract/data';
import type { KernelSpec } from '../../../../src/engine/contract/kernel';
import type { Model } from '../../../../src/engine/contract/model';
import {
  type AnyRun,
  type ComponentsOutcome,
  type ComponentsRun,
  isComponents,
} from '../../../../src/engine/contract/run';
import type { ComponentsMethod, FitContext } from '../../../../src/engine/fit/method';
import { checkParameters } from '../../../../src/engine/parameters/checkParameters';
import { madeDesign, madeRows, madeSample, relativeError } from '../../madeRows';
import type { Given } from '../../methods/fitting';
import { fitContext } from '../../testCore';

/** A fit as the engine runs it: the given parameters are checked against the method's schema first. */
export function components(
  method: ComponentsMethod,
  design: Design,
  given: Given = {},
  context: FitContext = fitContext,
): ComponentsOutcome {
  return method.run(design, checkParameters(method, given), context);
}

/** A design without a target, of n training and m held-out rows. */
export function rowsDesign(train: Matrix, holdout?: Matrix): Design {
  const bare = (x: Matrix) => madeSample(x, new Float64Array());
  return { ...madeDesign(bare(train), holdout && bare(holdout)), target: '' };
}

export const madeRowsDesign = (n: number, d: number, seed: number, m = 0): Design =>
  rowsDesign(madeRows(n, d, seed), m > 0 ? madeRows(m, d, seed + 1) : undefined);

/** The model as it would be stored. */
export const modelOf = (
  outcome: Pick<ComponentsOutcome, 'model'>,
): Model & { readonly components: ComponentsModel } => {
  const { components: found } = outcome.model;
  if (!found) throw new Error('a model without components');
  return { ...outcome.model, components: found, version: '0', read: {} };
};

/** The rows of the oracle's formula: n×d. */
export function formulaRows(n: number, d: number): Matrix {
  const values = Float64Array.from({ length: n * d }, (_, o) => {
    const [i, j] = [o % n, Math.floor(o / n)];
    return Math.sin(1.7 * i + 2.3 * j) + 0.3 * Math.cos(0.9 * i * (j + 1));
  });
  return { rows: n, columns: d, values };
}

export const gaussian = (lengthScale: number): KernelSpec => ({ kind: 'gaussian', lengthScale: [lengthScale] });

/** Largest distance of scores (row-major, l columns) after each column's sign is turned to fit, beside the largest of them. */
export function signlessError(found: ArrayLike<number>, expected: ArrayLike<number>, l: number): number {
  let worst = 0;
  let size = 0;
  for (let c = 0; c < l; c++) {
    let product = 0;
    for (let o = c; o < expected.length; o += l) product += found[o] * expected[o];
    const sign = product < 0 ? -1 : 1;
    for (let o = c; o < expected.length; o += l) {
      worst = Math.max(worst, Math.abs(sign * found[o] - expected[o]));
      size = Math.max(size, Math.abs(expected[o]));
      if (Number.isNaN(found[o])) return Number.NaN;
    }
  }
  return found.length === expected.length ? worst / size : Number.POSITIVE_INFINITY;
}

/** A run without a target. */
export function ofRows(run: AnyRun): ComponentsRun {
  if (!isComponents(run)) throw new Error('a run of components has no target');
  return run;
}

/** Asserts that two fits of the same rows are the same, apart from scores in float32. */
export function sameComponents(found: ComponentsOutcome, expected: ComponentsOutcome, within = 1e-10): void {
  const close = (a: ArrayLike<number> = [], b: ArrayLike<number> = [], what: string, limit = within) =>
    assert.ok(relativeError(a, b) < limit, `${what}: ${relativeError(a, b)}`);
  const [a, b] = [found.components, expected.components];
  assert.deepEqual([a.kind, a.n, a.count, a.title, a.tested], [b.kind, b.n, b.count, b.title, b.tested]);
  close(a.eigenvalues, b.eigenvalues, 'eigenvalues');
  close([a.total], [b.total], 'trace');
  close(a.loadings.values, b.loadings.values, 'loadings');
  assert.deepEqual(a.loadings.names, b.loadings.names);
  close(a.reconstruction[0].l2, b.reconstruction[0].l2, 'error in L2');
  close(a.reconstruction[0].h ?? [1], b.reconstruction[0].h ?? [1], 'error in H');
  for (const part of ['train', 'holdout'] as const) {
    assert.deepEqual(a[part]?.rows, b[part]?.rows, part);
    close(a[part]?.scores, b[part]?.scores, `scores, ${part}`, 1e-6);
    close(a[part]?.error, b[part]?.error, `errors, ${part}`);
  }
  assert.deepEqual(a.colours, b.colours);
  assert.deepEqual(found.kernel, expected.kernel);
}

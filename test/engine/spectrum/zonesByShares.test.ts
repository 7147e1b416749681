// Ridge between two ends has shortcuts, which give the same as the formulas of any filter, which know its shares alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Axis, FilterSpec } from '../../../src/engine/contract/filter';
import { FILTERS } from '../../../src/engine/filters/table';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { deviationAt } from '../../../src/engine/spectrum/deviation';
import { leaveOneOutPath, looSurface } from '../../../src/engine/spectrum/leaveOneOut';
import { riskPath, riskSurface } from '../../../src/engine/spectrum/risk';
import { spectrumOf } from '../../../src/engine/spectrum/spectrum';
import { core } from '../testCore';
import { madeFit } from './smallFits';

const n = 60;
const { basis, y } = madeFit(n, 'constant');
const spectrum = spectrumOf(basis, y);
const filter: FilterSpec = { kind: 'zones', lambda: 1e-3, k: 3, r: 20 };

const GRIDS: readonly { readonly axis: Axis; readonly values: Float64Array }[] = [
  { axis: 'lambda', values: Float64Array.from({ length: 40 }, (_, i) => 10 ** (-6 + i / 8)) },
  { axis: 'k', values: Float64Array.of(0, 2, 7, 25) },
  { axis: 'r', values: Float64Array.of(1, 7, 20, n) },
];

/** Computes as if the filter had no ends. */
function byShares<T>(compute: () => T): T {
  const open = FILTERS.zones as { zones?: unknown };
  const { zones } = open;
  delete open.zones;
  try {
    return compute();
  } finally {
    open.zones = zones;
  }
}

function agree(what: string, compute: () => Float64Array): void {
  const [found, wanted] = [compute(), byShares(compute)];
  assert.equal(found.length, wanted.length);
  found.forEach((v, i) => {
    const alike = Number.isNaN(wanted[i]) ? Number.isNaN(v) : Math.abs(v - wanted[i]) <= 1e-9 * Math.abs(wanted[i]);
    assert.ok(alike, `${what} ${i}: ${v} and ${wanted[i]}`);
  });
}

for (const { axis, values } of GRIDS)
  test(`errors and risks along ${axis}`, () => {
    agree('loo', () => leaveOneOutPath(basis, y, filter, axis, values, quietWith(core)));
    for (const curve of ['total', 'gcv', 'degreesOfFreedom'] as const)
      agree(curve, () => riskPath(spectrum, 0.01, filter, axis, values)[curve]);
  });

test('surfaces over two axes and three, in any order, without a value where one pushes another away', () => {
  for (const grids of [GRIDS, GRIDS.toReversed(), GRIDS.slice(1), [GRIDS[0], GRIDS[2]]]) {
    agree('loo', () => looSurface(basis, y, filter, grids, quietWith(core)).loo);
    const [x, second] = grids;
    agree('risk', () => riskSurface(spectrum, 0.01, filter, [x.axis, x.values], [second.axis, second.values]));
  }
  const { loo } = looSurface(basis, y, filter, GRIDS.slice(1), quietWith(core));
  assert.deepEqual(
    [...loo.keys()].filter((cell) => Number.isNaN(loo[cell])),
    [4, 8, 12, 13, 14],
  );
});

test('standard deviations of new observations', () => {
  const { rank } = basis;
  const p = Float64Array.from({ length: 2 * rank }, (_, i) => Math.sin(i + 1) / (1 + i));
  agree('deviation', () => deviationAt(p, Float64Array.of(n, n), Float64Array.of(0.1, 0), spectrum, filter));
});

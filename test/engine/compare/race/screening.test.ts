import assert from 'node:assert/strict';
import { test } from 'node:test';
import { race } from '../../../../src/engine/compare/race/race';
import type { RaceLane } from '../../../../src/engine/contract/race';
import { Random } from '../../../../src/engine/data/random';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { madeDesign, madeRows, madeSample } from '../../madeRows';
import { core } from '../../testCore';

/** The candidates of a comparison of the sum over columns alone, of a target that no column predicts. */
function lanesOfNoise(rows: number, columns: number, seed: number): readonly RaceLane[] {
  const random = new Random(seed);
  const design = madeDesign(
    madeSample(
      madeRows(rows, columns, seed),
      Float64Array.from({ length: rows }, () => random.normal()),
    ),
  );
  const rule = { loss: 'squared', taus: [], seed, intercept: true, folds: 5 } as const;
  const pool = { pool: { workers: 0 } };
  return race(design, { ...rule, takes: (kernel) => kernel === 'sum' }, quietWith(core), pool)?.race.lanes ?? [];
}

test('columns that are chosen from many tell nothing of a target without signal: they are chosen without the rows that are judged', () => {
  const gains = Array.from({ length: 4 }, (_, seed) => {
    const lanes = lanesOfNoise(60, 1000, seed + 1);
    const [mean, sum] = ['mean', 'sum'].map((id) => lanes.find((lane) => lane.id === id)?.error?.value ?? Number.NaN);
    return 1 - sum / mean;
  });
  // Chosen from all rows, the twenty columns most like the target would seem to lower the error by a fifth.
  const gain = gains.reduce((total, v) => total + v / gains.length, 0);
  assert.ok(gain < 0.02, `${gains.map((v) => v.toFixed(3))}`);
});

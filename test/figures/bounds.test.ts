import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceTextParts } from '../../src/cli/raceText';
import { raceParts as briefParts } from '../../src/doors/brief/raceBrief';
import { laneError } from '../../src/engine/compare/race/lanes';
import type { Race, RaceLoss } from '../../src/engine/contract/race';
import { Random } from '../../src/engine/data/random';
import { wilson } from '../../src/engine/statistics/classes';
import { heldOutIntervals } from '../../src/engine/statistics/meanInterval';
import { percent } from '../../src/engine/words/numbers';
import { lanesFigure } from '../../src/figures/lanes/lanes';
import { lanesOf } from '../../src/figures/lanes/race';
import { pairedErrors } from '../../src/figures/view/resampling';
import { exampleRace } from './raceExample';

/** Numbers from tiny to huge, and such as are alike, which leave variances of nothing but rounding. */
const SIZES = [1e-130, 1e-9, 1, 0.1, 1e9, 1e140];

function* samples(): Generator<{ readonly observed: Float64Array; readonly predicted: Float64Array }> {
  const random = new Random(3);
  for (const size of SIZES)
    for (const rows of [1, 2, 3, 5, 40])
      for (const apart of [0, 1e-15, 1]) {
        const draw = () => Float64Array.from({ length: rows }, () => size * (1 + apart * random.uniform()));
        const observed = draw();
        yield { observed, predicted: observed };
        yield { observed, predicted: draw() };
        yield { observed, predicted: observed.map((v) => -v) };
      }
}

test('R² is never above 1, and no end of an interval of an error is below 0, however few rows and whatever their numbers', () => {
  for (const { observed, predicted } of samples()) {
    const where = `${observed} and ${predicted}`;
    const { r2, rmse } = heldOutIntervals(observed, predicted);
    assert.ok(!(r2[1] > 1) && !(r2[0] > r2[1]), `${r2} of ${where}`);
    assert.ok(!(rmse[0] < 0) && !(rmse[0] > rmse[1]), `${rmse} of ${where}`);
    for (const measure of ['rmse', 'mae'] as const) {
      const { interval } = pairedErrors(measure, observed, predicted, observed);
      assert.ok(!(interval[0] < 0), `${interval} of ${where}`);
    }
  }
});

test('shares and their intervals lie between 0 and 1, and are printed so', () => {
  for (const rows of [1, 2, 3, 7, 100, 1e6])
    for (const right of [0, 1, rows >> 1, rows - 1, rows]) {
      const [low, high] = wilson(right, rows);
      assert.ok(low >= 0 && low <= right / rows && right / rows <= high && high <= 1, `${right} of ${rows}`);
      for (const share of [low, right / rows, high])
        assert.doesNotMatch(percent(share), /^[-−]|^(?:1\d[1-9]|[2-9]\d\d)/);
    }
});

/** A race whose candidates have errors drawn over two folds or more, some without spread, some with nothing else. */
function raceOf(loss: RaceLoss, folds: number, random: Random): Race {
  const of = Uint16Array.from({ length: 6 * folds }, (_, i) => i % folds);
  const base = exampleRace({ loss, folds, task: loss === 'misclassified' ? 'classify' : 'regress' });
  const lanes = base.lanes.map((lane) => {
    const rare = random.uniform() ** 3;
    const main = Float64Array.from(of, (fold) => {
      if (loss === 'misclassified') return random.uniform() < rare || (fold === 0 && rare > 0.5) ? 1 : 0;
      return random.uniform() < rare ? 10 ** (6 * random.uniform()) : 0;
    });
    const judged = { losses: { main }, judged: folds } as unknown as Parameters<typeof laneError>[0];
    return { ...lane, error: laneError(judged, { folds: of, count: folds }, loss) };
  });
  return { ...base, lanes };
}

test('errors of candidates are printed within what they can be, on the command line, in the panel and for language models', () => {
  const random = new Random(11);
  for (const loss of ['squared', 'misclassified', 'absolute'] as const)
    for (const folds of [1, 2, 3, 10])
      for (let draw = 0; draw < 10; draw++) {
        const race = raceOf(loss, folds, random);
        const [, [table]] = raceTextParts(race);
        const rows = 'rows' in table ? table.rows.slice(1) : [];
        assert.ok(rows.length > 5);
        const cells = rows.map((row) => row[2]);
        for (const cell of cells) assert.doesNotMatch(String(cell), /^[-−]\d/, `${cell} of ${loss}`);
        for (const row of rows) assert.doesNotMatch(row.join(), /NaN|Infinity|– to|to –/);
        if (loss === 'misclassified')
          for (const [, share] of cells.join(' ').matchAll(/(\d+\.\d)\u202f%/g)) assert.ok(Number(share) <= 100, share);
        const lanes = lanesOf(race);
        for (const { interval = [0, 0], at = 0 } of lanes.lanes)
          assert.ok([...interval, at].every((v) => v >= 0 && (loss !== 'misclassified' || v <= 1)));
        assert.doesNotMatch(JSON.stringify(briefParts('a.csv', race)), /: [-−]\d|NaN|Infinity|\(95 %: [-−]/);
        assert.ok(lanesFigure(lanes).series.length > 0);
      }
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();

/** Two classes that a line parts, and a third of `rare` rows. */
function classFile(rows: number, rare: number): string {
  const random = new Random(7);
  const lines = Array.from({ length: rows }, (_, i) => {
    const [a, b] = [random.uniform(), random.uniform()];
    return `${a.toFixed(3)},${b.toFixed(3)},${i >= rows - rare ? 'rare' : a + 0.1 * b > 0.5 ? 'right' : 'left'}`;
  });
  const name = `classes-${rows}-${rare}.csv`;
  writeFileSync(join(folder, name), `a,b,class\n${lines.join('\n')}\n`);
  return join(folder, name);
}

for (const rare of [1, 2, 3])
  test(`a third class of ${rare} rows is fitted: where folds lack it, it is not predicted there`, async () => {
    const argv = ['fit', classFile(60, rare), '--target', 'class', '--json', '-'];
    for (const seed of [0, 1]) {
      const { out, err, code } = await runIn(folder, [...argv, '--set', `seed=${seed}`]);
      assert.equal(code, 0, err);
      const { race } = JSON.parse(out) as { race: { chosen?: string; lanes: readonly { state: string }[] } };
      assert.ok(race.chosen, 'a kernel is chosen');
      assert.ok(race.lanes.every(({ state }) => state === 'judged' || state === 'stopped'));
    }
  });

test('a class that the rows of a length scale search lack is fitted', async () => {
  // More than the 600 rows of the second search, and the first 256 in the order of the seed are without it.
  const argv = ['fit', classFile(640, 1), '--target', 'class', '--holdout', '0'];
  for (const rule of ['loo', 'marginalLikelihood', 'ard']) {
    const settings = ['kernel=gaussian', `lengthScaleRule=${rule}`, 'folds=3', 'seed=2'];
    const { err, code } = await runIn(folder, [...argv, ...settings.flatMap((one) => ['--set', one])]);
    assert.equal(code, 0, err);
  }
});

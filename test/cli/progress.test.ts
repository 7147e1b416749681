import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();

/** The lines that were drawn in place, and the fraction on each. */
async function drawn(argv: readonly string[], columns?: number) {
  const { err, code } = await runIn(folder, argv, { live: true, progressColumns: columns });
  assert.equal(code, 0, err);
  const lines = err.split('\r\u001b[K').filter((line) => line !== '');
  return { lines, shares: lines.map((line) => Number.parseInt(line, 10)) };
}

const FEW = ['--set', 'kernel=gaussian', '--set', 'maxRows=150'];
const FIT = ['fit', 'samples/flats.csv', '--target', 'rent', ...FEW, '--importance'];

for (const argv of [
  FIT,
  ['fit', 'samples/flats.csv', '--target', 'rent', '--method', 'huber', ...FEW],
  ['fit', 'samples/leaves.csv', '--method', 'ny-kpca'],
  ['compare', 'samples/wave.csv', '--target', 'signal'],
  ['recommend', 'samples/flats.csv', '--target', 'rent'],
])
  test(`the progress of ${argv[0]} ${argv.slice(4).join(' ')} never falls`, async () => {
    const { lines, shares } = await drawn(argv);
    assert.ok(lines.length > 0);
    shares.forEach((share, i) => {
      assert.ok(share >= (shares[i - 1] ?? 0) && share <= 100, lines.slice(i - 1, i + 1).join(' | '));
    });
  });

test('the parts of a fit share the way: none runs to its end before another begins', async () => {
  const { lines, shares } = await drawn(FIT);
  const first = (stage: RegExp) => shares[lines.findIndex((line) => stage.test(line))];
  assert.ok(first(/preparing/) <= 10 && first(/kernel matrix/) < 60 && first(/shuffling/) <= 85, lines.join('\n'));
});

test('progress keeps to the line of the terminal, and nothing in it is obeyed', async () => {
  const table = join(folder, 'odd.csv');
  const rows = Array.from({ length: 80 }, (_, i) => `${i},${(i * 7) % 5}`);
  await writeFile(table, `"a\u001b[31m name that is longer than the terminal is wide",y\n${rows.join('\n')}\n`);
  const { lines } = await drawn(['fit', table, '--target', 'y', '--set', 'kernel=gaussian', '--importance'], 30);
  assert.ok(lines.some((line) => line.includes('shuffling')));
  for (const line of lines) assert.ok(line.length < 30 && !line.includes('\u001b'), line);
});

test('--quiet draws nothing', async () => {
  const { lines } = await drawn(['inspect', 'samples/wave.csv', '--quiet']);
  assert.deepEqual(lines, []);
});

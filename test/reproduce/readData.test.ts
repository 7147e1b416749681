import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext } from '../../src/engine/contract/context';
import { KernelscopeError } from '../../src/engine/contract/failure';
import { quietWith } from '../../src/engine/linalg/linalg';
import { readImages } from '../../src/reproduce/readData';
import { runReproduction } from '../../src/reproduce/run';
import { core } from '../engine/testCore';
import { testFolder } from '../testFolder';

const folder = testFolder();

/** A pixel's brightness tells where it is: 10·down + across, modulo 256, plus the row. */
const pixel = (row: number, down: number, across: number) => (row + 10 * down + across) % 256;
const header = ['digit', ...Array.from({ length: 784 }, (_, j) => `p${Math.floor(j / 28)}_${j % 28}`)];

function file(name: string, digits: readonly number[], columns = header): string {
  const rows = digits.map((digit, row) =>
    [digit, ...columns.slice(1).map((_, j) => pixel(row, Math.floor(j / 28), j % 28))].join(','),
  );
  const path = join(folder, name);
  writeFileSync(path, gzipSync(`${[columns.join(','), ...rows].join('\n')}\n`));
  return path;
}

test('sevens and nines are cropped, scaled and labelled; other digits are left out', async () => {
  const images = await readImages(file('digits.csv.gz', [7, 3, 9, 7]), quietContext);
  assert.equal(images.n, 3);
  assert.equal(images.d, 576);
  assert.deepEqual([...images.y], [1, -1, 1]);
  for (const [at, row] of [0, 2, 3].entries())
    for (const [down, across] of [
      [2, 2],
      [2, 25],
      [25, 2],
      [13, 7],
    ])
      assert.equal(images.x[at + ((down - 2) * 24 + across - 2) * 3], pixel(row, down, across) / 255);
});

test('what is no such table is refused in words', async () => {
  const refused = async (path: string, words: RegExp) =>
    assert.rejects(readImages(path, quietContext), (e) => e instanceof KernelscopeError && words.test(e.message));
  await refused(file('narrow.csv.gz', [7, 9], header.slice(0, 100)), /has 100 columns/);
  await refused(file('sevens.csv.gz', [7, 7, 3]), /both digits 7 and 9/);
});

test('a reproduction that needs a file says so, and one that does not runs whole', async () => {
  await assert.rejects(
    runReproduction({ id: 'ckrr-table1', seed: 0 }, quietWith(core)),
    (e) => e instanceof KernelscopeError && e.failure.code === 'file/not-found' && /MNIST/.test(e.message),
  );
  const found = await runReproduction({ id: 'tkrr-fig2', seed: 0 }, quietWith(core));
  assert.equal(found.spec.id, 'tkrr-fig2');
  assert.equal(found.verdict, 'agrees');
  assert.ok(found.seconds > 0 && found.backend.threads === 1);
});

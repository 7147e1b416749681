import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contextWith, quietContext } from '../../src/engine/contract/context';
import { KernelscopeError } from '../../src/engine/contract/failure';
import { quietWith } from '../../src/engine/linalg/linalg';
import { type Pieces, pieceOf, piecesIn, pieceText } from '../../src/reproduce/pieces';
import { runReproduction } from '../../src/reproduce/run';
import { core } from '../engine/testCore';
import { testFolder } from '../testFolder';

const folder = testFolder();

const failed = (code: string, words: RegExp) => (e: unknown) =>
  e instanceof KernelscopeError && e.failure.code === code && words.test(e.message);

const keep = (pieces: Pieces, value: unknown) => pieces.keep([1, 0], { seconds: 2, value });

test('a piece is read as it was written, to the last digit', () => {
  const value = {
    list: [1 / 3, Number.NaN, Number.NEGATIVE_INFINITY, 5e-324],
    array: Float64Array.of(0.1, -0, Number.NaN, Number.POSITIVE_INFINITY).subarray(1),
    text: 'number',
  };
  assert.deepEqual(pieceOf(pieceText({ seconds: 0.5, value })), { seconds: 0.5, value });
  for (const text of ['', '{"seconds": 1, "val', '[]', '{"seconds": "1", "value": 2}', 'null'])
    assert.equal(pieceOf(text), undefined, text);
});

test('pieces of other settings are never joined, and nothing partial is left', () => {
  const to = join(folder, 'apart');
  const first = piecesIn(to, 'a', { seed: 1 });
  keep(first, 7);
  assert.deepEqual(piecesIn(to, 'a', { seed: 1 }).at([1, 0]), { seconds: 2, value: 7 });
  assert.equal(first.at([0, 0]), undefined);
  for (const other of [piecesIn(to, 'a', { seed: 2 }), piecesIn(to, 'b', { seed: 1 })])
    assert.equal(other.at([1, 0]), undefined);
  for (const inner of readdirSync(to))
    for (const name of readdirSync(join(to, inner))) assert.match(name, /^(settings|1-0)\.json$/);
});

test('a file that holds no piece, and a folder that cannot be, are named', () => {
  const to = join(folder, 'broken');
  const pieces = piecesIn(to, 'a', {});
  keep(pieces, 1);
  const path = join(to, readdirSync(to)[0], '1-0.json');
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 9));
  assert.throws(() => pieces.at([1, 0]), failed('data/malformed', /1-0\.json does not hold .* Delete it/));
  assert.throws(() => piecesIn(path, 'a', {}), failed('file/not-written', /its folder is a file/));
});

test('a run that ended early goes on to the numbers of one without a break', async () => {
  const request = { id: 'ckrr-fig6', seed: 1, quick: true };
  const resumed = { ...request, resume: join(folder, 'resumed') };
  const whole = await runReproduction(request, quietWith(core));
  const ending = {
    ...quietContext,
    progress(fraction: number) {
      if (fraction > 0.5) throw new Error('killed');
    },
  };
  await assert.rejects(runReproduction(resumed, contextWith(ending, { linalg: core })), /killed/);
  const [inner] = readdirSync(resumed.resume);
  const at = join(resumed.resume, inner);
  const kept = readdirSync(at).length;
  const found = await runReproduction(resumed, quietWith(core));
  assert.ok(kept > 1 && readdirSync(at).length > kept, `${kept} files`);
  assert.deepEqual(found.numbers, whole.numbers);
  assert.deepEqual(found.figures, whole.figures);
  rmSync(resumed.resume, { recursive: true });
});

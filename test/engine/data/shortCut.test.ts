import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { toFailure } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import { accidentalFile } from './accidentalFile';

/** Set KERNELSCOPE_SEED to a seed that a failure names, to replay that file alone; KERNELSCOPE_FILES for a longer search. */
const REPLAY = process.env.KERNELSCOPE_SEED;
const SEEDS =
  REPLAY === undefined
    ? Array.from({ length: Number(process.env.KERNELSCOPE_FILES ?? 400) }, (_, i) => i)
    : [Number(REPLAY)];

async function assertSame(seed: number, rows?: number): Promise<void> {
  const text = accidentalFile(new Random(seed), rows);
  const bytes = new TextEncoder().encode(text);
  const read = (shortCut: boolean) =>
    readTable({ kind: 'bytes', name: 'test.csv', bytes }, {}, quietContext, { shortCut }).catch((error) => {
      const failure = toFailure(error);
      assert.notEqual(failure.code, 'engine/failed', failure.message);
      return failure;
    });
  const [short, long] = [await read(true), await read(false)];
  assert.deepEqual(short, long, `replay with KERNELSCOPE_SEED=${seed}: ${JSON.stringify(text.slice(0, 2000))}`);
}

test('the short cut for plain lines reads what the tokeniser reads', async () => {
  for (const seed of SEEDS) await assertSame(seed);
});

test('and so it does over several blocks of a megabyte', async () => {
  for (const seed of [1, 2]) await assertSame(seed, 60_000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { type ByteSource, openBytes, stampOf } from '../../../src/engine/data/byteSource';
import { type ExpansionBound, NO_BOUND } from '../../../src/engine/data/unzip';

/** Bytes that come out of a source under a bound. */
async function lengthOf(source: ByteSource, bound: ExpansionBound): Promise<number> {
  const { chunks } = await openBytes(source, await stampOf(source), quietContext, bound);
  let length = 0;
  for await (const chunk of chunks) length += chunk.length;
  return length;
}

const unzipped = (content: Buffer, bound: ExpansionBound) =>
  lengthOf({ kind: 'bytes', name: 'a.csv.gz', bytes: gzipSync(content) }, bound);

const alike = Buffer.from(`a,b\n${'0,0\n'.repeat(2e6)}`);
/** One cell in quotes: it is counted like all else. */
const quoted = Buffer.from(`a,b\n"${'0'.repeat(8e6)}",1\n`);

test('what unzips beyond reason is refused with its size and ratio, wherever the bytes lie', async () => {
  for (const content of [alike, quoted])
    await assert.rejects(unzipped(content, { bytes: 3e6, ratio: 200 }), (error) => {
      assert.ok(error instanceof KernelscopeError);
      assert.equal(error.failure.code, 'file/expands');
      assert.match(
        error.message,
        /^a\.csv\.gz takes [\d.]+ kB and unzips to more than [\d.]+ MB, over \d{3} times as much; tables seldom do\. Read it only if you trust where it comes from\.$/,
      );
      assert.ok((error.failure.data?.ratio as number) >= 200);
      return true;
    });
});

test('a large size alone, a high ratio alone, and what was accepted are read', async () => {
  for (const bound of [{ bytes: 3e6, ratio: 2000 }, { bytes: 1e7, ratio: 200 }, NO_BOUND])
    assert.equal(await unzipped(alike, bound), alike.length);
});

test('a stream that is zipped is measured by what has come of it, in whatever pieces it comes', async () => {
  const zipped = gzipSync(alike);
  async function* inPieces(size: number) {
    for (let from = 0; from < zipped.length; from += size) yield zipped.subarray(from, from + size);
  }
  const stream = (size: number): ByteSource => ({ kind: 'stream', name: 'a pipe', chunks: () => inPieces(size) });
  for (const size of [1, 1000]) {
    assert.equal(await lengthOf(stream(size), NO_BOUND), alike.length);
    await assert.rejects(lengthOf(stream(size), { bytes: 3e6, ratio: 200 }), /a pipe takes .* unzips to more than/);
  }
});

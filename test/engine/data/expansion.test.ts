import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { byteChunks, type ExpansionBound, NO_BOUND, stampOf } from '../../../src/engine/data/byteSource';

/** Bytes that come out of a gzip file under a bound. */
async function unzipped(content: Buffer, bound: ExpansionBound): Promise<number> {
  const source = { kind: 'bytes', name: 'a.csv.gz', bytes: gzipSync(content) } as const;
  let length = 0;
  for await (const chunk of byteChunks(source, await stampOf(source), quietContext, bound)) length += chunk.length;
  return length;
}

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

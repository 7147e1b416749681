import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { type ByteSource, openBytes, stampOf } from '../../../src/engine/data/byteSource';
import { openParquet } from '../../../src/engine/data/parquet/parquetTable';
import { TableReader } from '../../../src/engine/data/tableReader';
import { type ExpansionBound, NO_BOUND } from '../../../src/engine/data/unzip';
import { repeatedText } from './madeParquet';
import { failure, readText } from './reading';

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
        /^a\.csv\.gz takes [\d.]+ kB and expands to more than [\d.]+ MB, over \d{3} times as much; tables seldom do\. Read it only if you trust where it comes from\.$/,
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
    await assert.rejects(lengthOf(stream(size), { bytes: 3e6, ratio: 200 }), /a pipe takes .* expands to more than/);
  }
});

const names = (n: number) => Array.from({ length: n }, (_, i) => `c${i}`).join(',');
/** Small files of huge tables, which are nearly empty. */
const SWELLING: Readonly<Record<string, string>> = {
  'a wide header above short rows': `${names(8000)}\n${'1,2\n'.repeat(400_000)}`,
  'the same with quotes': `${names(8000)}\n${'"1","x"\n'.repeat(100_000)}`,
  'a wide header above rows of one delimiter': `${names(20_000)}\n${';\n'.repeat(100_000)}`,
  'objects with a new key in each': Array.from({ length: 15_000 }, (_, i) => `{"k${i}":${i},"y":1}\n`).join(''),
  'one wide object, then empty ones': `{${Array.from({ length: 9000 }, (_, i) => `"k${i}":1`)}}\n${'{}\n'.repeat(200_000)}`,
};
for (const [name, content] of Object.entries(SWELLING))
  test(`a table of gaps is refused with its numbers before it takes memory: ${name}`, async () => {
    const before = process.memoryUsage().arrayBuffers;
    const refused = failure(
      'file/expands',
      /^test\.csv has [\d,]+ columns, and its first [\d,]+ rows write only [\d,]+ of their [\d,]+ cells; all others would be gaps\. Read it only if/,
    );
    await assert.rejects(readText(content), refused);
    const taken = process.memoryUsage().arrayBuffers - before;
    assert.ok(taken < 6e8, `${taken} bytes`);
  });

test('such a table is read where that was accepted, and one that is empty in part in any case', async () => {
  const wide = `${names(3000)}\n${'1,2\n'.repeat(7800)}`;
  await assert.rejects(readText(wide), failure('file/expands', /./));
  const accepted = await readText(wide, { acceptExpansion: true });
  assert.equal(accepted.inspection.rows, 7800);
  assert.equal(accepted.inspection.columns.filter(({ kind }) => kind === 'empty').length, 2998);
  // Whole lines count as well, though they are read as bytes.
  const whole = `${'1,'.repeat(2999)}1\n`.repeat(500);
  assert.equal((await readText(`${wide}${whole}`.replace('1,2\n', `1,2\n${whole}`))).inspection.rows, 8800);
});

test('a Parquet file that says a long text once for many rows is bound by what it expands to, as table and as text', async () => {
  const bytes = repeatedText('x'.repeat(20_000), 3000, 2);
  const stamp = { name: 'a.parquet', path: '', bytes: bytes.length, modified: 0 };
  const source = { kind: 'bytes', name: 'a.parquet', bytes } as const;
  const open = (bound: ExpansionBound) => openParquet(source, stamp, { bound }, quietContext);
  const asTable = async (bound: ExpansionBound) => {
    const reader = new TableReader(await open(bound), {}, quietContext);
    for await (const _ of reader.blocks());
    return reader.columns.lines.length;
  };
  const asText = async (bound: ExpansionBound) => {
    let rows = 0;
    for await (const batch of (await open(bound)).batches()) {
      rows += batch.rows.length;
      assert.ok(batch.rows.flat().join('').length < 5e6, 'some megabytes of text at a time');
    }
    return rows;
  };
  for (const read of [asTable, asText]) {
    await assert.rejects(read({ bytes: 1e8, ratio: 200 }), failure('file/expands', /expands to more than 100/));
    assert.equal(await read({ bytes: 1.3e8, ratio: 200 }), 3000);
    assert.equal(await read(NO_BOUND), 3000);
  }
  // Rows and columns are known before any page is read.
  await assert.rejects(open({ bytes: 8 * 3000, ratio: 1 }), failure('file/expands', /./));
});

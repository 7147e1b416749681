import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext } from '../../../src/engine/contract/context';
import { openBytes, stampOf } from '../../../src/engine/data/byteSource';
import { type ExpansionBound, REASON } from '../../../src/engine/data/unzip';
import { computed } from '../../computed';
import { cells, failure, readText } from './reading';

/** A frame to be skipped, a frame of several blocks with a checksum, and one in a single piece (test/oracles/files.py). */
const FILE = readFileSync('test/oracles/files/table.csv.zst');

/** The text that it holds. */
function text(): string {
  let seed = 1;
  const lines = ['a,b,word'];
  for (let i = 0; i < 40_000; i++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    lines.push(`${i % 97},${i < 500 ? seed : 0},w${i % 7}`);
  }
  return `${lines.join('\n')}\n`;
}

async function unpacked(bytes: Uint8Array, bound: ExpansionBound = REASON): Promise<Buffer> {
  const source = { kind: 'bytes', name: 'a.csv.zst', bytes } as const;
  const parts: Uint8Array[] = [];
  const { chunks } = await openBytes(source, await stampOf(source), quietContext, bound);
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts);
}

/** A frame with a window of 2^10 · 2^exponent bytes, of blocks that repeat one byte. */
function repeating(exponent: number, runs: readonly (readonly [byte: string, times: number])[]): Buffer {
  const block = ([byte, times]: readonly [string, number], i: number) => {
    const bits = (times << 3) | (1 << 1) | (i === runs.length - 1 ? 1 : 0);
    return [bits & 255, (bits >> 8) & 255, bits >> 16, byte.charCodeAt(0)];
  };
  return Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, exponent << 3, ...runs.flatMap(block)]);
}

const BLOCK = 1 << 17;

test('zstd is unpacked to the byte, told by its bytes and not by its name: several frames, blocks, sizes', async () => {
  assert.equal((await unpacked(FILE)).toString(), text());
  const table = await readText(FILE);
  assert.equal(table.inspection.dialect.compression, 'zstd');
  assert.equal(table.inspection.rows, 40_000);
  assert.deepEqual(cells(table, 'word').slice(-2), ['w0', 'w1']);
  assert.equal(
    (
      await unpacked(
        repeating(7, [
          ['x', BLOCK],
          ['y', 3],
          ['z', 0],
        ]),
      )
    ).toString(),
    `${'x'.repeat(BLOCK)}yyy`,
  );
});

test('a zstd file that ends early or is damaged is refused, wherever that is', async () => {
  const frame = FILE.subarray(13);
  for (const length of [5, 6, 9, 12, 100, 5000, FILE.length - 20, FILE.length - 1])
    await assert.rejects(
      unpacked(FILE.subarray(0, length)),
      failure('file/unreadable', /zstd file that ends too early/),
    );
  await assert.rejects(
    unpacked(Buffer.concat([frame.subarray(0, 2000), Buffer.alloc(3000, 0xff)])),
    failure('file/unreadable', /damaged zstd file|ends too early/),
  );
  await assert.rejects(unpacked(Buffer.concat([FILE, Buffer.from('a,b\n')])), failure('file/unreadable', /damaged/));
});

test('a window beyond that of the zstd tool is refused before memory is taken for it', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const large = repeating(21, [['x', 10]]);
  await assert.rejects(unpacked(large), failure('file/unreadable', /--long/));
  await assert.rejects(
    unpacked(Buffer.concat([repeating(0, [['x', 10]]), large])),
    failure('file/unreadable', /--long/),
  );
  assert.ok(process.memoryUsage().arrayBuffers - before < 1e8);
});

test('a small zstd file that would fill the memory is refused beyond reason, and comes block by block', async () => {
  const bomb = repeating(7, new Array(2000).fill(['0', BLOCK]));
  const started = computed();
  await assert.rejects(
    unpacked(bomb, { bytes: 3e6, ratio: 200 }),
    failure(
      'file/expands',
      /^a\.csv\.zst takes [\d.]+ kB and expands to more than [\d.]+ MB, over \d{3} times as much/,
    ),
  );
  assert.ok(computed() - started < 2000);
  const source = { kind: 'bytes', name: 'a', bytes: bomb } as const;
  let largest = 0;
  let total = 0;
  const { chunks } = await openBytes(source, await stampOf(source), quietContext);
  for await (const { length } of chunks) {
    largest = Math.max(largest, length);
    total += length;
  }
  assert.deepEqual([largest, total], [BLOCK, 2000 * BLOCK]);
});

test('JSON Lines in zstd and gzip', async () => {
  const lines = '{"a":1}\n{"a":2}\n';
  const stored = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, (lines.length << 3) | 1, 0, 0, ...Buffer.from(lines)]);
  for (const bytes of [stored, gzipSync(lines)]) {
    const table = await readText(bytes, {}, 'x.jsonl');
    assert.deepEqual([table.inspection.dialect.format, cells(table, 'a')], ['json-lines', [1, 2]]);
  }
});

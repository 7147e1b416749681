import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import * as paths from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import * as threads from 'node:worker_threads';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import type { Platform } from './interface';
import { memoryNow } from './nodeMemory';

/** Bytes that gzip returns at a time. */
const CHUNK = 1 << 20;

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
const within = (most: number | undefined) => (most === undefined ? {} : { maxOutputLength: Math.max(1, most) });

export const onNode: Platform = {
  node: { files: { createReadStream, open, readFile, stat }, paths, threads },
  sharesMemory: true,
  cores: () => availableParallelism(),
  memory: () => memoryNow(),
  startThread(name, script, workerData) {
    const run = `(${script})(require('node:worker_threads').workerData);`;
    const worker = new threads.Worker(run, { eval: true, name, workerData });
    worker.on('error', () => {});
    worker.unref();
  },
  allowRelaxedSimd() {
    try {
      setFlagsFromString('--experimental-wasm-relaxed-simd');
      return true;
    } catch {
      return false;
    }
  },
  isAscii,
  isUtf8,
  latin1: (bytes) => bufferOf(bytes).toString('latin1'),
  base64: (bytes) => bufferOf(bytes).toString('base64'),
  fromBase64: (text) => Uint8Array.from(Buffer.from(text, 'base64')),
  gunzip: (bytes, most) => gunzipSync(bytes, within(most)),
  async *gunzipped(chunks) {
    const input = Readable.from(chunks, { objectMode: false });
    const gunzip = createGunzip({ chunkSize: CHUNK });
    input.on('error', (error) => gunzip.destroy(error));
    input.pipe(gunzip);
    try {
      for await (const chunk of gunzip) yield chunk as Uint8Array;
    } finally {
      input.destroy();
      gunzip.destroy();
    }
  },
  unbrotli: (bytes, length) => brotliDecompressSync(bytes, within(length)),
};

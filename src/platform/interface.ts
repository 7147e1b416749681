import type { createReadStream } from 'node:fs';
import type * as files from 'node:fs/promises';
import type * as paths from 'node:path';
import type * as threads from 'node:worker_threads';

/** Memory in bytes. */
export interface Memory {
  /** The memory of the machine, of the container that this process may not grow beyond, or of a tab of a browser. */
  readonly total: number;
  /** The part of it that is not in use, including what the file cache would give back. */
  readonly free: number;
}

/** A thread that receives requests and answers them by messages, like a thread of node's. */
export interface Thread {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'online', listener: () => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/** The differences between node and a browser; everything else of the engine and the extension runs alike on both. */
export interface Platform {
  /**
   * The parts that only node has. Where it is undefined there are no paths, and no threads that a computation could
   * wait for.
   */
  readonly node:
    | {
        /** The functions that read; those that write are in a few other files. */
        readonly files: Pick<typeof files, 'open' | 'readFile' | 'stat'> & {
          readonly createReadStream: typeof createReadStream;
        };
        readonly paths: typeof paths;
        readonly threads: typeof threads;
      }
    | undefined;
  /** True if threads may share memory: a browser allows it only to pages that are isolated from other sites. */
  readonly sharesMemory: boolean;
  /** In a browser: starts the engine in a separate thread. */
  readonly startEngine?: () => Thread;
  /** In that thread: the source of requests. */
  readonly requests?: Pick<Thread, 'postMessage' | 'on'>;
  /** The number of processors. */
  cores(): number;
  /** The memory at this moment. */
  memory(): Memory;
  /**
   * Starts a thread that calls a function, given as text, with these data; if a thread cannot start, there is one
   * fewer, without a message.
   */
  startThread(name: string, script: string, data: object): void;
  /** Lets engines use relaxed SIMD if they have it behind a flag; false if there is no such flag. */
  allowRelaxedSimd(): boolean;
  isAscii(bytes: Uint8Array): boolean;
  isUtf8(bytes: Uint8Array): boolean;
  /** One character for each byte, which is its code. */
  latin1(bytes: Uint8Array): string;
  base64(bytes: Uint8Array): string;
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
  /**
   * The contents of a gzip file, which may have several members. Throws if they have more than `most` bytes, and for
   * damaged files.
   */
  gunzip(bytes: Uint8Array, most?: number): Uint8Array<ArrayBuffer>;
  /** The same contents as they arrive. Throws an error with the code `Z_BUF_ERROR` if the file ends too early. */
  gunzipped(chunks: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array>;
  /** The `length` bytes that Brotli packed. Throws if there are more, and for damaged ones. */
  unbrotli(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer>;
}

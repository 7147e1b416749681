import type { createReadStream } from 'node:fs';
import type * as files from 'node:fs/promises';
import type * as paths from 'node:path';
import type * as threads from 'node:worker_threads';

/** In bytes. */
export interface Memory {
  /** Of the machine, of the container that this process may not grow beyond, or of a tab of a browser. */
  readonly total: number;
  /** Of it not in use, what the file cache would give back included. */
  readonly free: number;
}

/** A thread that is asked and answers by messages, in the way of node's. */
export interface Thread {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'online', listener: () => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/** What differs between node and a browser; everything else of the engine and the extension runs alike on both. */
export interface Platform {
  /** What node alone has. Where it is undefined there are no paths and no threads that a computation could wait for. */
  readonly node:
    | {
        /** What reads; what writes is in a few other files. */
        readonly files: Pick<typeof files, 'open' | 'readFile' | 'stat'> & {
          readonly createReadStream: typeof createReadStream;
        };
        readonly paths: typeof paths;
        readonly threads: typeof threads;
      }
    | undefined;
  /** Whether threads may share memory: a browser allows it only to pages that are isolated from other sites. */
  readonly sharesMemory: boolean;
  /** In a browser: starts the engine in a separate thread. */
  readonly startEngine?: () => Thread;
  /** In that thread: where requests come from. */
  readonly requests?: Pick<Thread, 'postMessage' | 'on'>;
  /** The number of processors. */
  cores(): number;
  /** The memory that is there now. */
  memory(): Memory;
  /** Starts a thread that calls a function, given as text, with these data; a thread that cannot start is one fewer, and nobody is told. */
  startThread(name: string, script: string, data: object): void;
  /** Lets engines take relaxed SIMD that have it behind a flag; false where there is no such flag. */
  allowRelaxedSimd(): boolean;
  isAscii(bytes: Uint8Array): boolean;
  isUtf8(bytes: Uint8Array): boolean;
  /** One character for each byte, which is its code. */
  latin1(bytes: Uint8Array): string;
  base64(bytes: Uint8Array): string;
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
  /** What a gzip file holds, whose members may be several. Throws where that is more than `most` bytes, and for damaged ones. */
  gunzip(bytes: Uint8Array, most?: number): Uint8Array<ArrayBuffer>;
  /** The same as it comes. Throws an error with the code `Z_BUF_ERROR` where the file ends too early. */
  gunzipped(chunks: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array>;
  /** The `length` bytes that Brotli packed. Throws for more of them, and for damaged ones. */
  unbrotli(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer>;
}

import { type FlateError, Gunzip, gunzipSync } from 'fflate';
import { crcOf } from '../engine/contract/crc32';
import { joinedBytes } from '../engine/contract/joinedBytes';
import type { Platform } from './interface';

/** Bytes that a tab of a browser may hold if it reports nothing: about as much as the usual limits leave. */
const MEMORY = 4e9;
/** The library's code for a stream that is cut off. */
const ENDS_EARLY = 0;
/** Bytes that are unzipped at a time. */
const CHUNK = 1 << 20;
/** Bytes that become characters at a time: no engine takes more arguments than this. */
const PIECE = 8192;

/** The platform of a browser, except for the engine's thread, which only its starter knows (src/web). */
export const onWeb: Platform = {
  node: undefined,
  sharesMemory: globalThis.crossOriginIsolated === true,
  cores: () => navigator.hardwareConcurrency || 1,
  memory() {
    const { deviceMemory } = navigator as { deviceMemory?: number };
    const total = Math.min(MEMORY, (deviceMemory ?? 4) * 2 ** 30);
    return { total, free: total };
  },
  startThread(name, script, data) {
    const url = URL.createObjectURL(new Blob([`onmessage = ({ data }) => (${script})(data);`]));
    const worker = new Worker(url, { name });
    worker.onerror = (event) => event.preventDefault();
    worker.postMessage(data);
  },
  allowRelaxedSimd: () => false,
  isAscii: (bytes) => bytes.every((byte) => byte < 128),
  isUtf8(bytes) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  },
  latin1: (bytes) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
    return text;
  },
  base64: (bytes) => btoa(onWeb.latin1(bytes)),
  fromBase64: (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)),
  gunzip(bytes, most = Number.POSITIVE_INFINITY) {
    // The library takes as much memory as the last four bytes say, and no more.
    const length =
      bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
    if (length > Math.max(1, most)) throw new RangeError('it is longer than it says');
    return gunzipSync(bytes) as Uint8Array<ArrayBuffer>;
  },
  async *gunzipped(chunks) {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    const bytes = joinedBytes(parts);
    const ready: Uint8Array[] = [];
    let sum = { crc: -1, length: 0 };
    // The library checks neither the checksum nor the length at the end of each member.
    const check = (end: number) => {
      const trailer = new DataView(bytes.buffer, bytes.byteOffset + end - 8, 8);
      if (trailer.getInt32(0, true) !== ~sum.crc || trailer.getUint32(4, true) !== sum.length >>> 0)
        throw new Error('it is damaged');
      sum = { crc: -1, length: 0 };
    };
    const gunzip = new Gunzip((part) => {
      sum = { crc: crcOf(sum.crc, part, 0, part.length), length: sum.length + part.length };
      if (part.length > 0) ready.push(part);
    });
    gunzip.onmember = check;
    for (let at = 0; at < bytes.length; at += CHUNK) {
      gunzip.push(bytes.subarray(at, at + CHUNK));
      yield* ready.splice(0);
    }
    try {
      gunzip.push(new Uint8Array(), true);
    } catch (error) {
      throw (error as FlateError).code === ENDS_EARLY
        ? Object.assign(new Error('it ends early'), { code: 'Z_BUF_ERROR' })
        : error;
    }
    check(bytes.length);
    yield* ready.splice(0);
  },
  unbrotli(bytes, length) {
    const { kernelscopeBrotli: unpacked } = globalThis as { kernelscopeBrotli?: Platform['unbrotli'] };
    if (!unpacked) throw new Error('brotli.js has not been read');
    return unpacked(bytes, length);
  },
};

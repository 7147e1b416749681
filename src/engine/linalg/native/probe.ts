import { basename } from 'node:path';
import { quietContext } from '../../contract/context';
import { fixed } from '../../words/numbers';
import { full, type LinearAlgebra, type NativeLibrary } from '../linalg';
import { bind, type Native } from './bind';
import type { Koffi } from './koffi';
import { nativeAlgebra } from './nativeAlgebra';
import { verify } from './verify';

/** A library must beat the embedded core by this factor. */
export const WORTHWHILE = 1.3;

/** Order of the timed product, and how often: 2·n³ = 113 million operations take a good library a few milliseconds. */
const TIMED_ORDER = 384;
const TIMED_RUNS = 8;

/** The embedded core, which computes everything a library does not, and the one that a library is timed against. */
interface EmbeddedCores {
  readonly embedded: LinearAlgebra;
  /** Speeds are compared on one thread of each: several wait for one another if other programs run too. */
  readonly onOneThread: () => LinearAlgebra;
}

export interface Qualified {
  readonly candidate: NativeLibrary;
  readonly algebra: LinearAlgebra;
  /** Speed of a product over the embedded core's, both on one thread. */
  readonly ratio: number;
}

export interface Probe {
  readonly qualified?: Qualified;
  /** One sentence: the library that is used and why, or why none is. */
  readonly said: string;
}

/**
 * Tries the candidates in their order and returns the first that computes rightly and is worthwhile. Loads libraries into
 * this process, which therefore is not the editor's. Never throws.
 */
export function probe(
  koffi: Koffi,
  candidates: readonly NativeLibrary[],
  ours: EmbeddedCores,
  worthwhile = WORTHWHILE,
): Probe {
  const rejected: string[] = [];
  for (const candidate of candidates) {
    const tried = tryLibrary(koffi, candidate, ours, worthwhile);
    if (tried?.qualified) {
      const said = `Native linear algebra: ${tried.said}.`;
      return { qualified: tried.qualified, said };
    }
    if (tried) rejected.push(tried.said);
  }
  const why = rejected.length > 0 ? rejected.join(', ') : 'no OpenBLAS, MKL or Accelerate with LAPACK was found';
  return { said: `No native linear algebra is used: ${why}.` };
}

/** Tries one library; undefined if the file is none, or lacks a function. `said` is a part of a sentence. */
export function tryLibrary(
  koffi: Koffi,
  candidate: NativeLibrary,
  ours: EmbeddedCores,
  worthwhile = WORTHWHILE,
): Probe | undefined {
  const native = bound(koffi, candidate);
  if (native === undefined) return undefined;
  const label = labelOf(native, candidate);
  const wrong = checked(native);
  if (wrong !== undefined) return { said: `${label} is not used because ${wrong}` };
  const ratio = productSeconds(ours.onOneThread()) / productSeconds(nativeAlgebra(native, 1, ours.embedded));
  const faster = `${fixed(ratio, 1)} times as fast as the embedded core`;
  if (!(ratio > worthwhile)) return { said: `${label} is only ${faster}` };
  const { threads } = ours.embedded.core;
  return {
    qualified: { candidate, algebra: nativeAlgebra(native, threads, ours.embedded), ratio },
    said: `${label}, ${faster}`,
  };
}

/**
 * Loads a library that was proven before, without timing it; undefined if it can no longer be loaded or computes
 * wrongly.
 */
export function loadLibrary(
  koffi: Koffi,
  candidate: NativeLibrary,
  embedded: LinearAlgebra,
): LinearAlgebra | undefined {
  const native = bound(koffi, candidate);
  return native && checked(native) === undefined ? nativeAlgebra(native, embedded.core.threads, embedded) : undefined;
}

/** Undefined if there is no such library, or it lacks a function. */
function bound(koffi: Koffi, candidate: NativeLibrary): Native | undefined {
  try {
    return bind(koffi, candidate);
  } catch {
    return undefined;
  }
}

function checked(native: Native): string | undefined {
  try {
    return verify(native);
  } catch (error) {
    return `it failed (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** "OpenBLAS 0.3.31 of numpy" */
export const libraryName = (name: string, { origin }: NativeLibrary): string =>
  origin ? `${name} of ${origin}` : name;

const labelOf = ({ name }: Native, candidate: NativeLibrary): string =>
  name === basename(candidate.file) ? candidate.file : `${libraryName(name, candidate)} (${candidate.file})`;

/**
 * The seconds of a product of two matrices, in arrays of the core's memory: processor time, which is the same on a busy
 * machine; on Windows by the clock, because it counts processor time in steps that are longer than a product.
 */
function productSeconds(algebra: LinearAlgebra): number {
  const n = TIMED_ORDER;
  return algebra.scope(() => {
    const [a, c] = [algebra.allocate(n * n), algebra.allocate(n * n)];
    for (let i = 0; i < a.length; i++) a[i] = Math.sin(i);
    const [block, into] = [full(a, n), full(c, n)];
    let best = Infinity;
    // The first run is not counted: code is compiled and memory touched.
    for (let run = 0; run <= TIMED_RUNS; run++) {
      const started = secondsNow();
      algebra.gemm(false, false, n, n, n, 1, block, block, 0, into, quietContext);
      if (run > 0) best = Math.min(best, secondsNow() - started);
    }
    return best;
  });
}

function secondsNow(): number {
  if (process.platform === 'win32') return performance.now() / 1000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

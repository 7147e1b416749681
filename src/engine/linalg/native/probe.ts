import { basename } from 'node:path';
import { quietContext } from '../../contract/context';
import { fixed } from '../../words/numbers';
import { type LinearAlgebra, whole } from '../linalg';
import { bind, type Native } from './bind';
import type { Koffi } from './koffi';
import type { NativeLibrary } from './libraries';
import { nativeAlgebra } from './nativeAlgebra';
import { verify } from './verify';

/** A library must beat the embedded core by this factor to be worth a process of its own. */
export const WORTHWHILE = 1.3;

/** Order of the timed product, and how often: 2·n³ = 113 million operations take a good library a few milliseconds. */
const TIMED_ORDER = 384;
const TIMED_RUNS = 3;

export interface Qualified {
  readonly candidate: NativeLibrary;
  readonly algebra: LinearAlgebra;
  /** Speed over the embedded core's. */
  readonly ratio: number;
}

export interface Probe {
  readonly qualified?: Qualified;
  /** One sentence: what is used and why, or why nothing is. */
  readonly said: string;
}

/**
 * Tries the candidates in their order and returns the first that computes rightly and is worthwhile. Loads libraries into
 * this process, which therefore is not the editor's. Never throws.
 */
export function probe(
  koffi: Koffi | undefined,
  candidates: readonly NativeLibrary[],
  threads: number,
  embedded: LinearAlgebra,
  worthwhile = WORTHWHILE,
): Probe {
  if (koffi === undefined) {
    const here = `${process.platform} on ${process.arch}`;
    return {
      said: `No native linear algebra is used: this installation has no bridge to native libraries for ${here}.`,
    };
  }
  const rejected: string[] = [];
  let ours: number | undefined;
  for (const candidate of candidates) {
    const native = bound(koffi, candidate);
    if (native === undefined) continue;
    const wrong = checked(native);
    if (wrong !== undefined) {
      rejected.push(`${labelOf(native, candidate)} is not used because ${wrong}`);
      continue;
    }
    const algebra = nativeAlgebra(native, threads, embedded);
    ours ??= productSeconds(embedded);
    const ratio = ours / productSeconds(algebra);
    if (ratio > worthwhile) {
      const said = `Native linear algebra: ${labelOf(native, candidate)}, ${fixed(ratio, 1)} times as fast as the embedded core.`;
      return { qualified: { candidate, algebra, ratio }, said };
    }
    rejected.push(`${labelOf(native, candidate)} is only ${fixed(ratio, 1)} times as fast as the embedded core`);
  }
  const why = rejected.length > 0 ? rejected.join(', ') : 'no OpenBLAS, MKL or Accelerate with LAPACK was found';
  return { said: `No native linear algebra is used: ${why}.` };
}

/** Undefined where there is no such library, or it lacks a function. */
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

const labelOf = ({ name }: Native, { file }: NativeLibrary): string =>
  name === basename(file) ? file : `${name} (${file})`;

/** The best time of a product of two matrices, each core on arrays of its own memory. */
export function productSeconds(algebra: LinearAlgebra): number {
  const n = TIMED_ORDER;
  return algebra.scope(() => {
    const [a, c] = [algebra.allocate(n * n), algebra.allocate(n * n)];
    for (let i = 0; i < a.length; i++) a[i] = Math.sin(i);
    const [block, into] = [whole(a, n), whole(c, n)];
    let best = Infinity;
    // The first run is not counted: threads start, code is compiled and memory touched.
    for (let run = 0; run <= TIMED_RUNS; run++) {
      const started = performance.now();
      algebra.gemm(false, false, n, n, n, 1, block, block, 0, into, quietContext);
      if (run > 0) best = Math.min(best, performance.now() - started);
    }
    return best / 1000;
  });
}

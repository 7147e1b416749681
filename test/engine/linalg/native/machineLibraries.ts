import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { NativeLibrary } from '../../../../src/engine/linalg/linalg';
import { bind, type Native } from '../../../../src/engine/linalg/native/bind';
import { type Koffi, loadKoffi } from '../../../../src/engine/linalg/native/koffi';
import { candidates } from '../../../../src/engine/linalg/native/libraries';

/** koffi as installed for development, and where it is; undefined where npm found no binary for this system. */
export function koffiHere(): { readonly path: string; readonly koffi: Koffi } | undefined {
  try {
    const path = createRequire(join(process.cwd(), 'package.json')).resolve('koffi/indirect');
    const koffi = loadKoffi(path);
    return koffi && { path, koffi };
  } catch {
    return undefined;
  }
}

export interface Loaded {
  readonly candidate: NativeLibrary;
  readonly native: Native;
}

/** Every library of this machine that has BLAS and LAPACK. */
export function loadedLibraries(): readonly Loaded[] {
  const here = koffiHere();
  if (!here) return [];
  return candidates().flatMap((candidate) => {
    try {
      return [{ candidate, native: bind(here.koffi, candidate) }];
    } catch {
      return [];
    }
  });
}

/** For `test`'s `skip`: false where there is a library, and otherwise what to install. */
export function lacking(loaded: readonly Loaded[]): string | false {
  if (loaded.length > 0) return false;
  return koffiHere() ? 'no OpenBLAS here: install libopenblas0-pthread' : 'koffi is not installed here';
}

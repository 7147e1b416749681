import { createRequire } from 'node:module';

/** A function of a library. Pointers are typed arrays, passed in place: also those that lie in shared memory. */
export type NativeFunction = (...values: (number | string | ArrayBufferView)[]) => unknown;

export interface Library {
  /** Throws when the library has no function of that name. */
  func(name: string, result: string, parameters: readonly string[]): NativeFunction;
}

/** The part of koffi that is used. */
export interface Koffi {
  /** Throws when the file is not there, or is no library for this processor. */
  load(file: string): Library;
}

/**
 * Loads koffi from the module at `path`, and from nowhere else: a package of that name further up the folders may be
 * any version, or anything. Returns undefined if it has no binary for this system.
 */
export function loadKoffi(path: string): Koffi | undefined {
  try {
    return createRequire(path)(path) as Koffi;
  } catch {
    return undefined;
  }
}

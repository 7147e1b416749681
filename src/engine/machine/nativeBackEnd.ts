import { join } from 'node:path';
import type { LinearAlgebra } from '../linalg/linalg';
import { loadKoffi } from '../linalg/native/koffi';
import { candidates, type NativeLibrary } from '../linalg/native/libraries';
import { type Probe, probe } from '../linalg/native/probe';
import type { Chooser } from './backEnd';
import { openSearchPath } from './bareEnvironment';
import type { ChosenAlgebra } from './chosenAlgebra';

export interface NativeOptions {
  /** Computes where no library does. */
  readonly embedded: Chooser;
  /** Where koffi is. */
  readonly koffi: string;
  /** The only libraries to try, proven before; left out, those of the machine. */
  readonly libraries?: readonly NativeLibrary[];
  /** Fits on fewer rows stay with the embedded core. */
  readonly leastRows?: number;
  /** Factor by which a library must beat the embedded core. */
  readonly worthwhile?: number;
  readonly log: (sentence: string) => void;
}

/** The first library that is right and worthwhile, looked for at the first fit; without one the embedded core and a note. */
export function nativeWherePossible(options: NativeOptions): Chooser {
  const { embedded, koffi, libraries, leastRows = 0, worthwhile, log } = options;
  let chosen: ChosenAlgebra | undefined;
  return (rows) => {
    if (rows < leastRows) return embedded(rows);
    if (chosen) return chosen;
    const { linalg } = embedded(rows);
    const { qualified, said } = probeFrom(koffi, linalg, worthwhile, libraries);
    log(said);
    chosen = qualified
      ? { linalg: qualified.algebra, notes: [] }
      : { linalg, notes: [{ severity: 'info', code: 'linear-algebra/embedded', text: said }] };
    return chosen;
  };
}

/** Tries this machine's libraries, or the ones given, against `embedded`; on as many threads as that has. */
export function probeFrom(
  koffi: string,
  embedded: LinearAlgebra,
  worthwhile?: number,
  libraries = candidates(),
): Probe {
  const open = openSearchPath(process.env);
  if (open !== undefined)
    return {
      said: `No native linear algebra is used, because ${open} leads to the working folder: an entry of it is empty or relative. Take that entry out.`,
    };
  return probe(loadKoffi(koffi), libraries, embedded.core.threads, embedded, worthwhile);
}

/** The build puts koffi's loader and its binaries beside the bundles. */
export const koffiBeside = (folder: string): string => join(folder, 'koffi', 'src', 'koffi', 'indirect.cjs');

import { join } from 'node:path';
import { LEAST_LIBRARY_ROWS } from '../contract/host';
import type { Note } from '../contract/note';
import type { LibraryPlace, LinearAlgebra, NativeLibrary } from '../linalg/linalg';
import { type Koffi, loadKoffi } from '../linalg/native/koffi';
import { candidates, thisMachine } from '../linalg/native/libraries';
import { libraryName, loadLibrary, type Probe, probe, tryLibrary } from '../linalg/native/probe';
import { count, fixed } from '../words/numbers';
import type { Chooser, ChosenAlgebra } from './backEnd';
import { LIBRARY_SETTINGS, openSearchPath } from './bareEnvironment';
import { isDistrusted, isOpen, isProven, LibraryMemory, type TriedLibrary } from './libraryMemory';

export interface NativeOptions {
  /** The core that computes if no library does. */
  readonly embedded: Chooser;
  /** The same core on one thread, which libraries are timed against. */
  readonly onOneThread: () => LinearAlgebra;
  /** The folder of the bundles: koffi is beside them, and in some packages a library. */
  readonly bundles: string;
  /** Factor by which a library must beat the embedded core. */
  readonly worthwhile?: number;
  /** Folders whose files are never taken for libraries. */
  readonly outside?: readonly string[];
  readonly log: (sentence: string) => void;
}

/** The first library that is right and worthwhile, looked for at the first fit; without one the embedded core and a note. */
export function nativeWherePossible(options: NativeOptions): Chooser {
  const { embedded, log } = options;
  let chosen: ChosenAlgebra | undefined;
  return (rows) => {
    if (chosen) return chosen;
    const { linalg } = embedded(rows);
    const { qualified, said } = probeFrom(options, linalg);
    log(said);
    const note: Note = { severity: 'info', code: 'linear-algebra/embedded', text: said };
    chosen = qualified
      ? { linalg: placed(qualified.algebra, qualified.candidate, options), notes: () => [] }
      : { linalg, notes: () => [note] };
    return chosen;
  };
}

interface ProvenOptions extends Omit<NativeOptions, 'worthwhile' | 'onOneThread'> {
  /** The file of libraries tried. */
  readonly memory: string;
  /** Called before a library computes. */
  readonly begun: (file: string) => void;
  /** Called if a trial may find a library. */
  readonly untried?: () => void;
}

/**
 * On `LEAST_ROWS` rows and more the first library that the search finds and a trial has proven; otherwise the embedded
 * core, without a note.
 */
export async function provenWherePossible(options: ProvenOptions): Promise<Chooser> {
  const memory = new LibraryMemory(options.memory);
  const tried = await memory.tried();
  let chosen: ChosenAlgebra | undefined;
  return (rows) => {
    if (rows < LEAST_LIBRARY_ROWS) return options.embedded(rows);
    chosen ??= provenAlgebra(options, memory, tried) ?? options.embedded(rows);
    return chosen;
  };
}

function provenAlgebra(
  options: ProvenOptions,
  memory: LibraryMemory,
  tried: readonly TriedLibrary[],
): ChosenAlgebra | undefined {
  const { bundles, outside, begun, untried, log } = options;
  const koffi = openSearchPath(process.env) === undefined ? koffiBeside(bundles) : undefined;
  if (koffi === undefined) return undefined;
  for (const candidate of candidates(thisMachine, outside, bundles)) {
    const known = tried.find(({ file }) => file === candidate.file);
    if (isOpen(known)) untried?.();
    if (!known || !isProven(known)) continue;
    begun(candidate.file);
    const { linalg: embedded } = options.embedded(LEAST_LIBRARY_ROWS);
    const linalg = loadLibrary(koffi, candidate, embedded);
    const noted = (verdict: Parameters<LibraryMemory['note']>[1]) =>
      void memory.note(candidate.file, verdict).catch((error: unknown) => log(`not remembered: ${String(error)}`));
    if (linalg)
      return {
        linalg: placed(linalg, candidate, options),
        notes: once(gain(linalg, candidate, known), () => noted({ told: true })),
      };
    noted({ verdict: 'unfit' });
  }
  return undefined;
}

/** With the place at which threads of a search open the library, if they may. */
const placed = (linalg: LinearAlgebra, candidate: NativeLibrary, { bundles }: { readonly bundles: string }) =>
  linalg.onOneThread ? { ...linalg, place: { bundles, candidate } } : linalg;

/** Opens the library that another thread of this process uses; undefined if it cannot be loaded any more or computes wrongly. */
export function openLibrary({ bundles, candidate }: LibraryPlace, embedded: LinearAlgebra): LinearAlgebra | undefined {
  const koffi = koffiBeside(bundles);
  return koffi && loadLibrary(koffi, candidate, embedded);
}

/** The note about a person's gain by the library; empty if it was reported before. */
function gain({ core }: LinearAlgebra, candidate: NativeLibrary, { told, ratio }: TriedLibrary): readonly Note[] {
  if (told) return [];
  const text = `${libraryName(core.name, candidate)} is used from ${count(LEAST_LIBRARY_ROWS)} rows on: matrix products are ${fixed(ratio, 1)} times as fast on this machine. Results differ from those of the bundled core by rounding.`;
  return [{ severity: 'info', code: 'linear-algebra/native', text }];
}

/** Hands out notes at the first call, and reports that it did. */
function once(notes: readonly Note[], said: () => void): () => readonly Note[] {
  let left = notes;
  return () => {
    const now = left;
    left = [];
    if (now.length > 0) said();
    return now;
  };
}

interface TrialOptions extends NativeOptions {
  /** The file of libraries tried. */
  readonly memory: string;
  /** True to try all libraries, including known ones. */
  readonly every?: boolean;
}

/**
 * Tries libraries in the order of the search up to the first that is right and worthwhile, and notes the results.
 * Before each trial the attempt is noted, since this process may end by it. Logs a line for each, and finally which one
 * fits will use. Throws `file/not-written`.
 */
export async function tryLibraries(options: TrialOptions): Promise<void> {
  const { bundles, every = false, worthwhile, onOneThread, log } = options;
  const memory = new LibraryMemory(options.memory);
  const koffi = koffiBeside(bundles);
  const obstacle = obstacleTo(koffi, process.env);
  if (koffi === undefined || obstacle !== undefined) return log(`${obstacle}`);
  const tried = await memory.tried();
  let used: string | undefined;
  for (const candidate of candidates(thisMachine, options.outside, bundles)) {
    const known = tried.find(({ file }) => file === candidate.file);
    if (!every && known && isProven(known)) return;
    if (isDistrusted(known)) log(`${candidate.file} is not used: processes ended unexpectedly while it computed`);
    if (isDistrusted(known) || (!every && !isOpen(known))) continue;
    await memory.note(candidate.file, { verdict: 'open', ends: (known?.ends ?? 0) + 1 });
    const { linalg: embedded } = options.embedded(LEAST_LIBRARY_ROWS);
    const trial = tryLibrary(koffi, candidate, { embedded, onOneThread }, worthwhile);
    const { qualified, said = `${candidate.file} cannot be loaded, or has no LAPACK` } = trial ?? {};
    const found = { verdict: qualified ? 'proven' : 'unfit', ratio: qualified?.ratio ?? 0 } as const;
    await memory.note(candidate.file, { ...found, ends: 0 });
    log(said);
    used ??= qualified && libraryName(qualified.algebra.core.name, candidate);
    if (used !== undefined && !every) break;
  }
  const none = 'No library is right and faster: the bundled core computes every fit.';
  log(used === undefined ? none : `Fits on ${count(LEAST_LIBRARY_ROWS)} rows and more use ${used}.`);
}

/** Tries this machine's libraries against `embedded`, on as many threads as that has. */
function probeFrom({ bundles, onOneThread, worthwhile, outside }: NativeOptions, embedded: LinearAlgebra): Probe {
  const koffi = koffiBeside(bundles);
  const obstacle = obstacleTo(koffi, process.env);
  if (koffi === undefined || obstacle !== undefined) return { said: `${obstacle}` };
  return probe(koffi, candidates(thisMachine, outside, bundles), { embedded, onOneThread }, worthwhile);
}

/** A sentence on why no library can be loaded here; undefined if one can. */
function obstacleTo(koffi: Koffi | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const open = openSearchPath(environment);
  if (open !== undefined)
    return `No native linear algebra is used, because ${open} leads to the working folder: an entry of it is empty or relative. Take that entry out.`;
  if (koffi) return undefined;
  return `No native linear algebra is used: this installation has no bridge to native libraries for ${process.platform} on ${process.arch}.`;
}

/** The build puts koffi's loader and its binaries beside the bundles. */
function koffiBeside(folder: string): Koffi | undefined {
  // C code sees the variables that the main thread of the command line sets. A thread sets its own copy; its process
  // was started with the same.
  for (const [name, value] of Object.entries(LIBRARY_SETTINGS)) process.env[name] ??= value;
  return loadKoffi(join(folder, 'koffi', 'src', 'koffi', 'indirect.cjs'));
}

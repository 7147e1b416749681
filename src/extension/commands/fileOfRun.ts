import type { Uri } from 'vscode';
import type { Failure } from '../../engine/contract/failure';
import type { StoredRun } from '../../engine/contract/storedRun';
import { reportFailure } from '../failures';
import { chooseRun } from '../runs/chooseRun';
import type { RunSummary } from '../runs/summary';
import type { Services } from '../services';

/** What a command that writes a file resolves to; undefined when the person thinks better of it. */
export type WrittenFile = { readonly out: Uri } | { readonly failure: Failure } | undefined;

interface FileOfRun {
  /** Of the pick of a run, where the argument names none. */
  readonly title: string;
  /** For the log: "export model". */
  readonly doing: string;
  readonly fits?: (run: RunSummary) => boolean;
  /** Resolves to what was written; undefined when the person thinks better of it. */
  readonly write: (run: StoredRun) => Promise<Uri | undefined>;
  /** Does the same again with this run, and reads a gzip file however large it unzips. */
  readonly readAnyway?: (id: string) => unknown;
}

/** Writes a file that comes of a run: the one that a command's argument names, or the person's pick. */
export async function fileOfRun(
  services: Services,
  argument: unknown,
  { title, doing, fits, write, readAnyway }: FileOfRun,
): Promise<WrittenFile> {
  const id = await chooseRun(services, argument, title, fits);
  if (id === undefined) return undefined;
  try {
    const out = await write(await services.store.load(id));
    return out && { out };
  } catch (error) {
    const again = readAnyway && { readAnyway: () => readAnyway(id) };
    return { failure: reportFailure(services, error, { doing, ...again }) };
  }
}

import type { Uri } from 'vscode';
import { MEMENTO } from '../ids';
import type { Keep } from '../remembered';

/** The part of a run that names its file. */
interface NamesFile {
  readonly origin: string;
  readonly file: { readonly bytes: number };
}

/** The most moves that are remembered; the oldest are forgotten first. */
const MOVES = 200;

/** The places of files that a person has located, stored with the workspace. */
export class MovedFiles {
  /** Several parts of a page may ask for one file at once: the person is asked once. */
  readonly asking = new Map<string, Promise<Uri>>();

  constructor(private readonly keep: Keep) {}

  /** The address of a run's file: the address at the fit, or the one that it moved to. */
  placeOf(run: NamesFile): string {
    return this.all().find(([key]) => key === keyOf(run))?.[1] ?? run.origin;
  }

  async remember(run: NamesFile, place: Uri): Promise<void> {
    const others = this.all().filter(([key]) => key !== keyOf(run));
    await this.keep.update(MEMENTO.moved, [[keyOf(run), place.toString()], ...others].slice(0, MOVES));
  }

  private all(): readonly (readonly [string, string])[] {
    return this.keep.get<readonly (readonly [string, string])[]>(MEMENTO.moved, []);
  }
}

/**
 * The key of a run's file. Imported runs may share an address and yet mean two different files, so it includes the
 * size.
 */
export const keyOf = ({ origin, file }: NamesFile): string => `${file.bytes} ${origin}`;

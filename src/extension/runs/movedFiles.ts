import type { Uri } from 'vscode';
import { MEMENTO } from '../ids';
import type { Keep } from '../remembered';

/** A run, as far as it names its file. */
interface NamesFile {
  readonly origin: string;
  readonly file: { readonly bytes: number };
}

/** More moves than this are forgotten, the oldest first. */
const MOVES = 200;

/** Where files are that a person has located, kept with the workspace. */
export class MovedFiles {
  /** Several parts of a page may ask for one file at once: the person is asked once. */
  readonly asking = new Map<string, Promise<Uri>>();

  constructor(private readonly keep: Keep) {}

  /** The address of a run's file: that of the fit, or the one that it moved to. */
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

/** Runs of others have no place of their own: two of them may name one address and mean two files. */
export const keyOf = ({ origin, file }: NamesFile): string => `${file.bytes} ${origin}`;

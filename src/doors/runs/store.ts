import { KernelscopeError } from '../../engine/contract/failure';
import { pack, packedHeadLength, unpack, unpackHead } from '../../engine/contract/pack';
import { RUN_SUFFIX, type StoredRun } from '../../engine/contract/run';
import { onDisk, type RunFiles } from './runFiles';
import { currentRun, type RunEntry, summariseRun } from './summary';

interface Cached {
  readonly stamp: string;
  readonly entry: RunEntry;
}

/**
 * The runs of one workspace: a folder with one packed file per run and no index beside them, so that nothing can disagree. Files are written in
 * one step; several windows may use the folder at once. A damaged file is one damaged entry.
 */
export class RunStore {
  private readonly seen = new Map<string, Cached>();
  /**
   * Runs that could not be written, which stay available until the window closes, and runs of files elsewhere, which
   * stay while their editors are open.
   */
  private readonly unsaved = new Map<string, Uint8Array>();

  constructor(
    readonly folder: string,
    private readonly files: RunFiles = onDisk,
  ) {}

  /** The runs, newest first. A missing folder holds no runs. */
  async list(): Promise<readonly RunEntry[]> {
    const names = await this.files.names(this.folder);
    const files = names.filter((name) => name.endsWith(RUN_SUFFIX));
    const entries = await Promise.all(files.map((name) => this.entry(name)));
    const present = new Set(files);
    for (const name of this.seen.keys()) if (!present.has(name)) this.seen.delete(name);
    return entries.filter((entry) => entry !== undefined).sort((a, b) => b.created - a.created);
  }

  /** True if there is any run, damaged ones included; no file is opened. */
  async any(): Promise<boolean> {
    const names = await this.files.names(this.folder);
    return names.some((name) => name.endsWith(RUN_SUFFIX));
  }

  /** The packed run, in the form that the page takes. Throws `run/unreadable` if there is none. */
  async bytes(id: string): Promise<Uint8Array> {
    const unsaved = this.unsaved.get(id);
    if (unsaved) return unsaved;
    const file = await this.files.read(this.path(id)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT'
        ? new KernelscopeError('run/unreadable', 'This run is no longer in the history. Fit the file again to see it.')
        : new KernelscopeError(
            'run/unreadable',
            `This run cannot be read (${error.code}). Fit the file again to see it.`,
          );
    });
    // A node Buffer would reach the page as JSON: only plain typed arrays travel as they are.
    const whole = file.byteOffset === 0 && file.byteLength === file.buffer.byteLength;
    return whole ? new Uint8Array(file.buffer) : new Uint8Array(file);
  }

  /** The run of an id. Throws `run/unreadable`. */
  async load(id: string): Promise<StoredRun> {
    return currentRun(unpack(await this.bytes(id)));
  }

  /** Stores a run. Throws `file/not-written`; the run can still be opened until the window closes. */
  async save(run: StoredRun): Promise<void> {
    const bytes = pack(run);
    this.unsaved.set(run.id, bytes);
    await this.files.write(this.path(run.id), bytes);
    this.unsaved.delete(run.id);
  }

  /** Holds a run that is in a file elsewhere in memory until it is released; no list shows it. */
  hold(run: StoredRun): void {
    this.unsaved.set(run.id, pack(run));
  }

  release(id: string): void {
    this.unsaved.delete(id);
  }

  async delete(id: string): Promise<void> {
    this.unsaved.delete(id);
    await this.files.remove(this.path(id));
  }

  async clear(): Promise<void> {
    for (const { id } of await this.list()) await this.delete(id);
  }

  /** Deletes the oldest runs beyond `limit`, except those in `keep`. Returns how many were deleted. */
  async prune(limit: number, keep: ReadonlySet<string>): Promise<number> {
    const excess = (await this.list()).slice(Math.max(1, limit)).filter(({ id }) => !keep.has(id));
    for (const { id } of excess) await this.delete(id);
    return excess.length;
  }

  private path(id: string): string {
    // Ids also come from saved page states: only a plain name may become part of a path.
    if (!/^[\w-]+$/.test(id)) throw new KernelscopeError('run/unreadable', 'This is not the id of a run.');
    return this.files.join(this.folder, `${id}${RUN_SUFFIX}`);
  }

  private async entry(name: string): Promise<RunEntry | undefined> {
    const path = this.files.join(this.folder, name);
    const stats = await this.files.stamp(path);
    if (!stats) return undefined;
    const stamp = `${stats.size} ${stats.modified}`;
    const cached = this.seen.get(name);
    if (cached?.stamp === stamp) return cached.entry;
    const id = name.slice(0, -RUN_SUFFIX.length);
    const entry = await this.summary(path, stats.size).catch(
      (error: unknown): RunEntry => ({ id, created: stats.modified, damage: damageOf(error) }),
    );
    // The file's name opens and deletes it, whatever id is inside.
    const named = { ...entry, id };
    this.seen.set(name, { stamp, entry: named });
    return named;
  }

  private async summary(path: string, size: number): Promise<RunEntry> {
    const length = packedHeadLength(await this.files.start(path, Math.min(size, 16)));
    if (length > size) throw new KernelscopeError('run/unreadable', 'This is not a Kernelscope file: it was cut off.');
    return summariseRun(unpackHead(await this.files.start(path, length)));
  }
}

function damageOf(error: unknown): string {
  if (error instanceof KernelscopeError) return error.message;
  return 'This file is not a Kernelscope run: its description is damaged.';
}

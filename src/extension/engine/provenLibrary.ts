import { stat } from 'node:fs/promises';
import { availableParallelism, cpus, hostname, setPriority } from 'node:os';
import type { EngineLog } from '../../client/engineProcess';
import type { FromHost, HostTask, LibraryAt, ProbeReport } from '../../engine/contract/host';
import { version } from '../../engine/machine/version';
import { MEMENTO } from '../ids';
import type { Keep } from '../remembered';
import { forkHost } from './nativeProcess';

/** Milliseconds a probe may take; a few hundred are usual. */
const PATIENCE = 30_000;
/** Milliseconds until a machine without a library is looked at again: people install some. */
const AGAIN = 30 * 24 * 3_600_000;

/** What a probe found, for the machine, version and library file it found it with. */
interface Outcome {
  readonly machine: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly when: number;
  readonly library?: LibraryAt;
  /** When the library's file was last changed; 0 where the loader alone knows the file. */
  readonly changed: number;
}

/** The library that has proven itself on this machine, kept over sessions. */
export class ProvenLibrary {
  private probing: Promise<void> | undefined;
  private failed = false;

  constructor(
    private readonly keep: Keep,
    private readonly enginePath: string,
    private readonly log: EngineLog,
    /** For tests, which must not depend on how busy the machine is. */
    private readonly worthwhile?: number,
  ) {}

  /** The library, where a probe found one and it is still the same; undefined otherwise, also before the first probe. */
  async recall(): Promise<LibraryAt | undefined> {
    const outcome = this.outcome();
    if (!outcome?.library) return undefined;
    if ((await changedAt(outcome.library.file)) === outcome.changed) return outcome.library;
    await this.keep.update(MEMENTO.native, undefined);
    return undefined;
  }

  /** Probes in a process of its own, unless that was done; never throws. */
  learn(): Promise<void> {
    if (this.failed || this.outcome()) return Promise.resolve();
    this.probing ??= this.probe().finally(() => {
      this.probing = undefined;
    });
    return this.probing;
  }

  /** Does without the library from now on: its process has ended unasked. */
  async distrust(): Promise<void> {
    const outcome = this.outcome();
    if (!outcome?.library) return;
    this.log.info(`${outcome.library.file} is no longer used: its process ended unexpectedly.`);
    await this.keep.update(MEMENTO.native, { ...outcome, when: Date.now(), library: undefined });
  }

  private outcome(): Outcome | undefined {
    const stored = this.keep.get<Outcome | undefined>(MEMENTO.native, undefined);
    if (stored?.machine !== thisMachine() || stored.version !== version) return undefined;
    return stored.library || Date.now() - stored.when < AGAIN ? stored : undefined;
  }

  private async probe(): Promise<void> {
    const report = await probeApart(this.enginePath, { task: 'probe', worthwhile: this.worthwhile }, this.log);
    this.log.info(report?.said ?? 'No native linear algebra is used: the search for it ended without a result.');
    const library = report?.library;
    const changed = library ? await changedAt(library.file) : 0;
    const outcome: Outcome = { machine: thisMachine(), version, when: Date.now(), library, changed };
    try {
      await this.keep.update(MEMENTO.native, outcome);
    } catch (error) {
      // Without memory the probe would run after every fit.
      this.failed = true;
      this.log.error(`native linear algebra: the outcome could not be kept: ${String(error)}`);
    }
  }
}

/** Loads and times libraries in a process that does nothing else. Undefined when that crashed or hung: none is used then. */
function probeApart(path: string, task: HostTask, log: EngineLog): Promise<ProbeReport | undefined> {
  return new Promise((resolve) => {
    const child = forkHost(path, task, log);
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    const done = (report: ProbeReport | undefined) => {
      clearTimeout(timer);
      resolve(report);
    };
    child.on('message', (message: FromHost) => message.type === 'probe' && done(message));
    child.once('exit', () => done(undefined));
    child.once('error', () => done(undefined));
    try {
      if (child.pid !== undefined) setPriority(child.pid, 10);
    } catch {
      // It then runs at the usual priority.
    }
  });
}

const thisMachine = (): string =>
  [hostname(), process.platform, process.arch, cpus()[0]?.model, availableParallelism()].join(' ');

async function changedAt(file: string): Promise<number> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.mtimeMs ?? 0;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EventEmitter } from 'vscode';

/** Resources that an extension host holds at rest: bytes, and counts of things that someone has to release. */
export interface Held {
  /** Bytes of objects, and of the buffers that they hold. */
  readonly heap: number;
  /** Bytes of the entire process, with the engine's thread. */
  readonly resident: number;
  readonly counts: Readonly<Record<string, number>>;
}

v8.setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * A collection frees objects that only the one before has released; the count bounds how often a growing heap is asked.
 */
const COLLECTIONS = 6;
const turn = () => new Promise((done) => setImmediate(done));

async function heapAtRest(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < COLLECTIONS; i++) {
    collect();
    await turn();
    const { heapUsed, external } = process.memoryUsage();
    least = Math.min(least, heapUsed + external);
  }
  return least;
}

/** `live` are classes whose objects are counted, `folders` those whose temporary files are. */
export async function measure(live: Readonly<Record<string, Living>>, folders: readonly string[]): Promise<Held> {
  const heap = await heapAtRest();
  const objects = { ...live, emitters: EventEmitter, signals: AbortSignal };
  const resources = process.getActiveResourcesInfo();
  const counts: Record<string, number> = {
    processes: childProcesses(),
    threads: threads(),
    'temporary files': temporaryFiles(folders),
    'watched files': resources.filter((kind) => /^FS(Event|Stat)/.test(kind)).length,
    ports: resources.filter((kind) => kind === 'MessagePort').length,
    'process listeners': process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  };
  for (const [name, of] of Object.entries(objects)) counts[name] = v8.queryObjects(of as Living) as number;
  return { heap, resident: process.memoryUsage().rss, counts };
}

// biome-ignore lint/complexity/noBannedTypes: what v8 takes is any class
type Living = Function;

/** The number of child processes of this process; 0 where the system does not say. */
function childProcesses(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const parentOf = (id: string) => {
    try {
      return Number(
        readFileSync(`/proc/${id}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      );
    } catch {
      return 0;
    }
  };
  return readdirSync('/proc').filter((id) => /^\d+$/.test(id) && parentOf(id) === process.pid).length;
}

const threads = (): number => (existsSync('/proc/self/task') ? readdirSync('/proc/self/task').length : 0);

/** The number of files that are not complete yet, and of any of ours among the system's temporary files. */
function temporaryFiles(folders: readonly string[]): number {
  const unfinished = folders.flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.tmp')) : [],
  );
  const ours = readdirSync(tmpdir()).filter((name) => name.startsWith('kernelscope'));
  return unfinished.length + ours.length;
}

/** Complaints from now on: node's warnings of leaks, VS Code's, and rejections that nobody has handled. */
export class Complaints {
  readonly said: string[] = [];
  private readonly warn = console.warn;
  private readonly warned = (warning: Error) => {
    if (/leak/i.test(warning.message)) this.said.push(String(warning));
  };
  private readonly rejected = (reason: unknown) => {
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    // VS Code's own end with Canceled when their window part is gone.
    if (!/Canceled/.test(text)) this.said.push(`unhandled: ${text}`);
  };

  constructor() {
    process.on('warning', this.warned);
    process.on('unhandledRejection', this.rejected);
    console.warn = (...words: unknown[]) => {
      const text = words.map(String).join(' ');
      if (/leak/i.test(text)) this.said.push(text);
      this.warn.apply(console, words);
    };
  }

  stop(): void {
    process.off('warning', this.warned);
    process.off('unhandledRejection', this.rejected);
    console.warn = this.warn;
  }
}

/** A line of figures. */
export function heldText({ heap, resident, counts }: Held): string {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const all = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return [`heap ${megabytes(heap)}`, `resident ${megabytes(resident)}`, ...all].join(', ');
}

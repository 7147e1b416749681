import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { CallOptions } from '../engine/contract/channel';
import { CLUSTER_ENGINES, type ClusterDetail, type ClusterPlace } from '../engine/contract/cluster';
import { cancelledError } from '../engine/contract/context';
import { KernelscopeError } from '../engine/contract/failure';
import { linesOf } from '../engine/machine/lines';
import { count } from '../engine/words/numbers';
import { duration } from '../engine/words/quantities';

/** A line that an adapter writes to standard error at every change. */
interface Told {
  readonly stage?: string;
  readonly done?: number;
  readonly parts?: number;
  /** The seconds left until the end. */
  readonly seconds?: number;
  readonly failure?: { readonly message: string; readonly part?: number; readonly file?: string };
}

/** The most characters of its other output that are stored. */
const KEPT = 2000;
const TOO_LONG = '(a line that is too long to be read)';

/** The name of each stage of an adapter, and the fractions of the whole run at which it begins and ends. */
const STAGES: Readonly<Record<string, readonly [words: string, from: number, to: number]>> = {
  connecting: ['connecting', 0, 0.02],
  sums: ['sums over the parts', 0.02, 0.5],
  solve: ['decomposing the sums', 0.5, 0.52],
  errors: ['leave-one-out errors over the parts', 0.52, 1],
};

/** A script of distributed/, and the program that runs it. */
export interface Adapter {
  readonly place: ClusterPlace;
  /** A Python: an absolute path, or a name that is looked for on the PATH. */
  readonly program: string;
  /** The way for a person to name another Python: "with --python". */
  readonly naming: string;
  /** Folder of the scripts. */
  readonly scripts: string;
  /** The further details that are passed to the script, by name. */
  readonly details?: { readonly [K in ClusterDetail]?: string };
  /** True to send this computer's node to the workers. */
  readonly shipNode?: boolean;
}

/** An adapter under way. */
export interface AdapterRun {
  /**
   * Rejects with `cluster/failed`, in the adapter's own sentence or with the last line that it wrote, and at once with
   * `run/cancelled`.
   */
  readonly done: Promise<void>;
  /** Resolves once its process is gone, whether or not it succeeded. */
  readonly ended: Promise<void>;
}

type Listening = Pick<CallOptions, 'onProgress' | 'signal'>;

/**
 * Starts an adapter in a folder. Once it is cancelled or this process is gone, it stops by itself, and so do its tasks
 * on the cluster.
 */
export function runAdapter(
  adapter: Adapter,
  folder: string,
  words: readonly string[],
  { onProgress, signal }: Listening,
): AdapterRun {
  const { place, program, scripts, details = {}, shipNode = false } = adapter;
  const { title, script, address } = CLUSTER_ENGINES[place.engine];
  const line = [
    join(scripts, script),
    ...words,
    ...(place.address === undefined ? [] : [`--${address}=${place.address}`]),
    ...Object.entries(details).map(([name, value]) => `--${name}=${value}`),
    ...(shipNode ? ['--ship-node'] : []),
    `--node-here=${process.execPath}`,
    '--end-with-input',
  ];
  const child = spawn(program, line, {
    stdio: ['pipe', 'ignore', 'pipe'],
    // The editor's own program behaves as node only if this is set.
    env: { ...process.env, ...(process.versions.electron && { ELECTRON_RUN_AS_NODE: '1' }) },
    cwd: folder,
  });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const done = new Promise<void>((resolve, reject) => {
    let failure: Told['failure'];
    let said = '';
    const cancel = () => {
      child.stdin.end();
      reject(cancelledError());
    };
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    child.once('error', (error) => {
      reject(notStarted(adapter, error));
      end();
    });
    // It may have ended before anything is written to it.
    child.stdin.on('error', () => {});
    const listen = async () => {
      for await (const text of linesOf(child.stderr)) {
        const told = text === undefined ? undefined : toldIn(text);
        if (told === undefined) said = `${said}\n${text ?? TOO_LONG}`.slice(-KEPT);
        failure = told?.failure ?? failure;
        if (told?.stage !== undefined && signal?.aborted !== true) report(told, onProgress);
      }
    };
    const heard = listen().catch(() => {});
    child.once('close', async (code) => {
      await heard;
      signal?.removeEventListener('abort', cancel);
      end();
      if (code === 0) return resolve();
      const { message = endOf(title, code, said), ...where } = failure ?? {};
      reject(failed(message, where));
    });
  });
  return { done, ended };
}

function notStarted({ program, naming }: Adapter, { code }: NodeJS.ErrnoException): KernelscopeError {
  return failed(
    code === 'ENOENT'
      ? `There is no Python at ${program}. Install Python 3.10 or newer, or name one ${naming}.`
      : `${program} cannot be started (${code}). Name another Python ${naming}.`,
  );
}

const failed = (message: string, where: { readonly part?: number; readonly file?: string } = {}): KernelscopeError =>
  new KernelscopeError('cluster/failed', message, { ...where });

function endOf(title: string, code: number | null, said: string): string {
  const last = said.trim().split('\n').at(-1) ?? '';
  const how = code === null ? 'was ended' : `ended with code ${code}`;
  return `The script for ${title} ${how}${last === '' ? '.' : `, and said last: ${last}`}`;
}

/**
 * The message in a line; undefined for other lines, as programs that the adapter starts may write to standard error
 * too.
 */
function toldIn(line: string): Told | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { stage, done, parts, seconds, failure } = JSON.parse(line) as Record<string, unknown>;
    const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
    return {
      ...(typeof stage === 'string' && { stage }),
      done: number(done),
      parts: number(parts),
      seconds: number(seconds),
      ...(isFailure(failure) && { failure }),
    };
  } catch {
    return undefined;
  }
}

const isFailure = (value: unknown): value is NonNullable<Told['failure']> =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

function report({ stage = '', done, parts, seconds }: Told, onProgress: CallOptions['onProgress']): void {
  const known = Object.hasOwn(STAGES, stage) ? STAGES[stage] : undefined;
  if (known === undefined) return;
  const [words, from, to] = known;
  const share = done !== undefined && parts ? done / parts : 0;
  const counted = done !== undefined && parts ? `, ${count(done)} of ${count(parts)}` : '';
  const left = seconds === undefined ? '' : `, ${duration(seconds)} left`;
  onProgress?.(from + share * (to - from), `${words}${counted}${left}`);
}

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RunContext } from '../engine/contract/context';
import { KernelscopeError } from '../engine/contract/failure';
import { count } from '../engine/words/numbers';
import { duration } from '../engine/words/quantities';
import { CLUSTER_ENGINES, type ClusterEngine } from './options/clusterEngines';

/** What an adapter says on standard error, a line for every change. */
interface Told {
  readonly stage?: string;
  readonly done?: number;
  readonly parts?: number;
  /** Left until the end. */
  readonly seconds?: number;
  readonly failure?: { readonly message: string; readonly part?: number; readonly file?: string };
}

/** Characters of what else it says that are kept. */
const KEPT = 2000;

/** How a stage of an adapter is called, and where on the whole way it begins and ends. */
const STAGES: Readonly<Record<string, readonly [words: string, from: number, to: number]>> = {
  connecting: ['connecting', 0, 0.02],
  sums: ['sums over the parts', 0.02, 0.5],
  solve: ['decomposing the sums', 0.5, 0.52],
  errors: ['leave-one-out errors over the parts', 0.52, 1],
};

interface Adapter {
  readonly engine: ClusterEngine;
  /** A Python. */
  readonly program: string;
  /** Path of the script, and what it is given. */
  readonly words: readonly string[];
}

/**
 * Runs an adapter to its end. It stops by itself, and what it started on the cluster with it, once this process is gone. Throws
 * `cluster/failed` with the adapter's sentence, or with what it said last.
 */
export function runAdapter({ engine, program, words }: Adapter, context: RunContext): Promise<void> {
  const { title } = CLUSTER_ENGINES[engine];
  return new Promise((done, fail) => {
    const child = spawn(program, [...words, '--end-with-input'], { stdio: ['pipe', 'ignore', 'pipe'] });
    let failure: Told['failure'];
    let said = '';
    child.once('error', ({ code }: NodeJS.ErrnoException) =>
      fail(
        failed(
          code === 'ENOENT'
            ? `There is no Python at ${program}. Install Python 3.10 or newer, or name one with --python.`
            : `${program} cannot be started (${code}). Name another Python with --python.`,
        ),
      ),
    );
    // It may have ended before it is told anything.
    child.stdin.on('error', () => {});
    createInterface({ input: child.stderr }).on('line', (line) => {
      const told = toldIn(line);
      if (told === undefined) said = `${said}\n${line}`.slice(-KEPT);
      failure = told?.failure ?? failure;
      if (told?.stage !== undefined) report(told, context);
    });
    child.once('close', (code) => {
      if (code === 0) return done();
      const { message = endOf(title, code, said), ...where } = failure ?? {};
      fail(failed(message, where));
    });
  });
}

const failed = (message: string, where: { readonly part?: number; readonly file?: string } = {}): KernelscopeError =>
  new KernelscopeError('cluster/failed', message, { ...where });

function endOf(title: string, code: number | null, said: string): string {
  const last = said.trim().split('\n').at(-1) ?? '';
  const how = code === null ? 'was ended' : `ended with code ${code}`;
  return `The script for ${title} ${how}${last === '' ? '.' : `, and said last: ${last}`}`;
}

/** Any program that it starts may write there too. */
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

function report({ stage = '', done, parts, seconds }: Told, context: RunContext): void {
  const known = Object.hasOwn(STAGES, stage) ? STAGES[stage] : undefined;
  if (known === undefined) return;
  const [words, from, to] = known;
  const share = done !== undefined && parts ? done / parts : 0;
  const counted = done !== undefined && parts ? `, ${count(done)} of ${count(parts)}` : '';
  const left = seconds === undefined ? '' : `, ${duration(seconds)} left`;
  context.progress(from + share * (to - from), `${words}${counted}${left}`);
}

import { headOf, summariseRun } from '../../../../src/doors/runs/summary';
import { quietContext } from '../../../../src/engine/contract/context';
import { KernelscopeError } from '../../../../src/engine/contract/failure';
import { unpack, unpackHead } from '../../../../src/engine/contract/pack';
import { Random } from '../../../../src/engine/data/random';
import { unpackModel } from '../../../../src/engine/model/save';
import { wholeRun } from '../../../../src/extension/runs/wholeRun';
import { draw } from './draw';
import type { Subject, World } from './subjects';
import { tampered } from './tamper';

/** Whoever opens a file that was tampered with waits no longer than this (s), on a busy machine too, … */
const LONGEST = 5;
/** … and it takes no array of more bytes than this many times its own, and 4 MB. */
const LARGEST = 64;
const SPACE = 2 ** 22;

/** One case in so many draws its run: that takes as long as ten of the others. No two subjects share a factor with it. */
const DRAWN = 7;

export interface Found {
  /** "model of krr, case 17: …" */
  readonly flaws: readonly string[];
  /** The number of times that each end came about: "predicts", or the code of a failure. */
  readonly ends: Readonly<Record<string, number>>;
}

/** Failures that say what is wrong with a file or its rows. All others are defects. */
const SENTENCES = /^(model\/unreadable|run\/unreadable|model\/columns|numerics\/failed|data\/not-finite)$/;

/** Tampers with the subjects in turn, `cases` times, every case repeatable by its seed and number. */
export async function fuzz(world: World, cases: number, seed: number): Promise<Found> {
  const flaws: string[] = [];
  const ends: Record<string, number> = {};
  const sizes = watchArrays();
  for (let i = 0; i < cases; i++) {
    const subject = world.subjects[i % world.subjects.length];
    const bytes = tampered(subject.bytes, new Random(seed + i * 2654435761));
    sizes.largest = 0;
    const started = performance.now();
    const end = await endOf(world, subject, bytes, i % DRAWN === 0);
    const seconds = (performance.now() - started) / 1000;
    const name = `${subject.name}, case ${i}`;
    if (end.flaw !== undefined) flaws.push(`${name}: ${end.flaw}`);
    if (seconds > LONGEST) flaws.push(`${name}: took ${seconds.toFixed(1)} s`);
    if (sizes.largest > LARGEST * bytes.length + SPACE) flaws.push(`${name}: took an array of ${sizes.largest} bytes`);
    ends[end.name] = (ends[end.name] ?? 0) + 1;
  }
  sizes.stop();
  return { flaws, ends };
}

async function endOf(
  world: World,
  { holds }: Subject,
  bytes: Uint8Array,
  drawn: boolean,
): Promise<{ name: string; flaw?: string }> {
  try {
    if (holds === 'run') {
      const run = await wholeRun(unpack(bytes));
      summariseRun(unpackHead(bytes));
      headOf(run);
      if (drawn) draw(run);
      await world.engine.handlers.predict({ model: run.model, source: world.source }, quietContext);
    } else {
      await world.engine.handlers.predict({ model: unpackModel(bytes), source: world.source }, quietContext);
    }
    return { name: 'predicts' };
  } catch (error) {
    if (!(error instanceof KernelscopeError))
      return { name: 'internal error', flaw: String((error as Error)?.stack ?? error) };
    const { code } = error.failure;
    return SENTENCES.test(code) ? { name: code } : { name: code, flaw: `${code}: ${error.message}` };
  }
}

/** Notes the largest array that is made by its length, until stopped. */
function watchArrays(): { largest: number; stop(): void } {
  const names = ['Float64Array', 'Uint8Array', 'Uint32Array', 'Int32Array'] as const;
  const watched: { largest: number; stop(): void } = { largest: 0, stop };
  const real = names.map((name) => globalThis[name]);
  for (const [i, name] of names.entries()) {
    const construct = (kind: new (...args: unknown[]) => object, args: unknown[], target: new () => object): object => {
      if (typeof args[0] === 'number') watched.largest = Math.max(watched.largest, args[0] * real[i].BYTES_PER_ELEMENT);
      return Reflect.construct(kind, args, target);
    };
    Object.assign(globalThis, { [name]: new Proxy(real[i], { construct } as ProxyHandler<(typeof real)[number]>) });
  }
  function stop() {
    for (const [i, name] of names.entries()) Object.assign(globalThis, { [name]: real[i] });
  }
  return watched;
}

import { availableParallelism } from 'node:os';
import { createEmbedded } from '../../../src/engine/linalg/core/embedded';
import { relaxedWorks } from '../../../src/engine/linalg/core/machine';
import type { LinearAlgebra } from '../../../src/engine/linalg/linalg';
import { reference } from './reference/reference';

/** A core that the battery runs over. */
export interface TestCore {
  /** "relaxed×2": the build and its threads. */
  readonly name: string;
  readonly linalg: LinearAlgebra;
  dispose(): void;
}

/** The plain one that proves the tests; run over it by KERNELSCOPE_CORE=reference. */
export const referenceCore: TestCore = { name: 'reference', linalg: reference, dispose() {} };

/** The cores under test, or of those the one that KERNELSCOPE_CORE names. Whoever asks disposes of them (`after`). */
export function coresUnderTest(): readonly TestCore[] {
  const wanted = process.env.KERNELSCOPE_CORE;
  if (wanted === 'reference') return [referenceCore];
  const builds = relaxedWorks() ? (['relaxed', 'plain'] as const) : (['plain'] as const);
  return builds
    .flatMap((build) => (availableParallelism() > 1 ? [1, 2] : [1]).map((threads) => ({ build, threads })))
    .map(({ build, threads }) => ({ name: `${build}×${threads}`, options: { build, threads } }))
    .filter(({ name }) => wanted === undefined || name === wanted)
    .map(({ name, options }) => {
      const linalg = createEmbedded(options);
      return { name, linalg, dispose: () => linalg.dispose() };
    });
}

/** From this size on, cores of the same build or number of threads share the sizes. */
const SHARED_FROM = 130;

/**
 * Whether a core is tested at a size. Where both builds are there with one thread and with two, half of the large sizes are for the first and the
 * last of these four and half for the others: each build is tested at every size, and so is each number of threads.
 */
export function isTestedAt(n: number, core: TestCore, cores: readonly TestCore[]): boolean {
  if (n < SHARED_FROM || cores.length < 4) return true;
  return (n % 2 === 0) === [0, 3].includes(cores.indexOf(core));
}

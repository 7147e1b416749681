import { importanceSentence } from '../../src/figures/improve/importance';
import { Fitted, noiseWorld, signalWorld, type World } from './fits';
import type { Simulation } from './simulation';

/** Whether the target of a world changes with one of its columns. */
function depends({ names, target }: World, column: string): boolean {
  const at = names.indexOf(column);
  const steps = [-1.7, -0.8, 0.2, 0.9, 1.6];
  return steps.some((base) => new Set(steps.map((v) => target(names.map((_, c) => (c === at ? v : base))))).size > 1);
}

/** Judges what a fit with a Gaussian kernel says about its columns. */
async function judged(world: World, seed: number): ReturnType<Simulation['draw']> {
  const { importance } = await new Fitted(world, seed).run({ kernel: 'gaussian', folds: 0 });
  if (importance === undefined) throw new Error('a fifth of the rows is held out');
  const [first, column] = importanceSentence(importance);
  if (first.claim === undefined) return {};
  return { 'column-matters': depends(world, column.text) ? 'true' : 'false' };
}

/** Twenty-five columns of noise: more than are judged one by one. */
const wideNoise = (seed: number): World => ({
  ...noiseWorld(seed),
  names: Array.from({ length: 25 }, (_, c) => `x${c + 1}`),
});

export const simulations: readonly Simulation[] = [
  {
    name: 'those functions, with a Gaussian kernel, 75 to 250 rows',
    claims: ['column-matters'],
    draws: { suite: 6, whole: 200 },
    draw: (seed) => judged(signalWorld(seed), seed),
  },
  {
    name: 'noise alone beside three or eight columns, with a Gaussian kernel, 75 to 250 rows',
    claims: ['column-matters'],
    draws: { suite: 6, whole: 100 },
    draw: (seed) => judged(noiseWorld(seed), seed),
  },
  {
    name: 'noise alone beside 25 columns, with a Gaussian kernel, 75 to 250 rows',
    claims: ['column-matters'],
    draws: { suite: 3, whole: 50 },
    draw: (seed) => judged(wideNoise(seed), seed),
  },
];

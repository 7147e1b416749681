import { columnRises, importanceSentence } from '../../src/figures/improve/importance';
import { Fitted, noiseWorld, signalWorld, type World } from './fits';
import type { Simulation } from './simulation';

/** Whether the target of a world changes with one of its columns. */
function depends({ names, target }: World, column: string): boolean {
  const at = names.indexOf(column);
  const steps = [-1.7, -0.8, 0.2, 0.9, 1.6];
  return steps.some((base) => new Set(steps.map((v) => target(names.map((_, c) => (c === at ? v : base))))).size > 1);
}

/**
 * Judges what a fit with a Gaussian kernel says about its columns: all that it rests on, the largest rise first. `copies`: columns of which each
 * varies with the first one, on which the target depends.
 */
async function judged(world: World, seed: number, copies: readonly string[] = []): ReturnType<Simulation['draw']> {
  const fitted = new Fitted(world, seed);
  const run = await fitted.run({ kernel: 'gaussian', folds: 0 });
  const { importance } = run;
  if (importance === undefined) throw new Error('a fifth of the rows is held out');
  const [first, column] = importanceSentence(importance);
  if (first.claim === undefined) return {};
  const said = columnRises(importance).filter(({ matters }) => matters);
  const own = fitted.error(run);
  const raises = (name: string) => fitted.shuffledError(run, name) > own;
  const seen = copies.includes(column.text) || depends(world, column.text);
  // One in twenty columns of noise is said to be rested on, so all are judged only where every column says something.
  const holds = copies.length > 0 ? said.every((rise) => raises(rise.column)) : raises(column.text);
  return { 'column-matters': seen && holds ? 'true' : 'false' };
}

/** Four columns, the second and third near copies of the first, on which the target depends as on the last. */
const copiesWorld = (seed: number): World => {
  const share = [0.9, 0.99, 1][seed % 3];
  return {
    names: ['a', 'b', 'c', 'd'],
    rows: [80, 150, 250][Math.floor(seed / 3) % 3],
    target: ([a, , , d]) => Math.sin(1.5 * a) + d / 2,
    column: (random, { length, 0: a }) =>
      length === 1 || length === 2 ? share * a + Math.sqrt(1 - share * share) * random.normal() : random.normal(),
    noise: () => (seed % 2 === 0 ? 0.3 : 0.7),
  };
};

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
  {
    name: 'a column of which the target is made and two copies of it, with a correlation of 0.9, 0.99 or 1, 80 to 250 rows',
    claims: ['column-matters'],
    draws: { suite: 6, whole: 120 },
    draw: (seed) => judged(copiesWorld(seed), seed, ['a', 'b', 'c']),
  },
];

import { Random } from '../../src/engine/data/random';
import { approximationAt, saturation } from '../../src/figures/features/approximation';
import { approximationCountFigure } from '../../src/figures/features/count';
import { ridgeBetter } from '../../src/figures/lanes/rival';
import { deriveView } from '../../src/figures/view/view';
import { Fitted, type World as FittedWorld } from './fits';
import { outcome } from './outcomes';
import { lowestRisk, noiseOf, realised } from './regimes';
import type { Simulation } from './simulation';
import { fitsOf, made, type Signal, type World } from './worlds';

/** Functions of columns uniform on [−2, 2], of which two matter, or none. */
const SIGNALS: readonly Signal[] = [
  ([a, b]) => Math.sin(1.5 * a) + 0.5 * a * b,
  ([a, b]) => Math.sin(2 * a) + 0.5 * b * b,
  ([a, b]) => 0.8 * a - 0.5 * b,
  () => 0,
];

/**
 * Factors of a normal number: for normal noise, for Student's t with 3 degrees of freedom, and for one row in twenty an
 * outlier of fifteen times the size of the others.
 */
const NOISES: readonly ((random: Random) => number)[] = [
  () => 0.5,
  (random) => 0.5 / Math.hypot(random.normal(), random.normal(), random.normal()),
  (random) => 0.4 * (random.uniform() < 0.05 ? 15 : 1),
];

const SPECTRAL = ['ckrr-features', 'ckrr-hard', 'tkrr', 'cutoff', 'kgf'] as const;

/** Few rows, two or ten columns, one of these signals and noises: all of them in turn with the seed. */
function namedWorld(seed: number): World {
  const turn = Math.floor(seed / SPECTRAL.length);
  const noise = NOISES[turn % NOISES.length];
  const random = new Random(50_000 + seed);
  const world = made(
    'named',
    seed,
    [60, 100, 200][seed % 3],
    turn % 2 === 0 ? 2 : 10,
    0,
    SIGNALS[turn % SIGNALS.length],
  );
  return { ...world, target: world.signal.map((v) => v + noise(random) * random.normal()) };
}

/** The same signals and noises, a fifth of the rows held out. */
function heldOutWorld(seed: number): FittedWorld {
  const random = new Random(60_000 + seed);
  const turn = Math.floor(seed / 2);
  return {
    names: Array.from({ length: turn % 2 === 0 ? 2 : 10 }, (_, c) => `x${c + 1}`),
    rows: [60, 100, 200, 400][(seed >> 3) % 4],
    target: SIGNALS[turn % SIGNALS.length],
    column: (own) => 4 * own.uniform() - 2,
    noise: () => NOISES[turn % NOISES.length](random),
  };
}

/** Fits with the fewest features that are said to be enough, and with the most of them, on new rows. */
async function fewerEnough(seed: number): ReturnType<Simulation['draw']> {
  const made = new Fitted(heldOutWorld(seed), 70_000 + seed);
  const [method, many] = seed % 2 === 0 ? ['rf-ridge', 'features'] : ['nystrom-ridge', 'landmarks'];
  const run = await made.run({ kernel: 'gaussian', compare: false }, method);
  const view = deriveView(run);
  const curve = approximationAt(view)?.primary;
  const enough = curve && saturation(curve);
  if (!enough || !approximationCountFigure(view)?.sentence.some(({ claim }) => claim === 'fewer-enough'))
    return { 'fewer-enough': 'cannot tell' };
  const { lengthScale } = Object.fromEntries(run.parameters.map(({ name, value }) => [name, value]));
  const given = { kernel: 'gaussian', lengthScale, compare: false } as const;
  const fewest = made.error(await made.run({ ...given, [many]: enough.from }, method));
  return { 'fewer-enough': outcome(fewest < 1.05 * made.error(run)) };
}

/** Conditional ridge and ordinary ridge with the same kernel on new rows. */
async function ridgeWithoutFeatures(seed: number): ReturnType<Simulation['draw']> {
  const random = new Random(80_000 + seed);
  const turn = Math.floor(seed / 2);
  const columns = [2, 10, 40][turn % 3];
  const world: FittedWorld = {
    names: Array.from({ length: columns }, (_, c) => `x${c + 1}`),
    rows: [
      [25, 60],
      [25, 60],
      [60, 100],
    ][turn % 3][(seed >> 3) % 2],
    target: SIGNALS[(seed >> 2) % SIGNALS.length],
    column: (own) => 4 * own.uniform() - 2,
    noise: () => NOISES[(seed >> 4) % NOISES.length](random),
  };
  const made = new Fitted(world, 90_000 + seed);
  const run = await made.run({ kernel: 'gaussian' }, seed % 2 === 0 ? 'ckrr-features' : 'ckrr-soft');
  if (!ridgeBetter(deriveView(run))) return {};
  const { lengthScale } = Object.fromEntries(run.parameters.map(({ name, value }) => [name, value]));
  const ridge = made.error(await made.run({ kernel: 'gaussian', lengthScale }));
  return { 'ridge-better': outcome(ridge < made.error(run)) };
}

export const simulations: readonly Simulation[] = [
  {
    name: 'waves, a product, a line or noise alone in two or ten columns, a third of the draws each with normal noise, Student’s t of 3 degrees and gross outliers, by conditional, truncated or cut-off ridge or a gradient flow, 60 to 200 rows',
    claims: ['noise-at-most', 'noise-between', 'lowest-risk'],
    draws: { suite: 12, whole: 300 },
    draw: async (seed) => {
      const world = namedWorld(seed);
      const fits = await fitsOf(world, { kernel: 'gaussian' }, true, SPECTRAL[seed % SPECTRAL.length]);
      const risk = fits.run.axes.includes('lambda') && lowestRisk(fits, realised(world));
      return { ...noiseOf(fits, realised(world)), ...risk };
    },
  },
  {
    name: 'those signals and noises, by random features or landmarks, as many as training rows, 60 to 400 rows of which a fifth are held out',
    claims: ['fewer-enough'],
    draws: { suite: 12, whole: 240 },
    draw: fewerEnough,
  },
  {
    name: 'those signals and noises in two to forty columns, lines in all of them or random features unpenalised, 25 to 100 rows of which a fifth are held out',
    claims: ['ridge-better'],
    draws: { suite: 12, whole: 240 },
    draw: ridgeWithoutFeatures,
  },
];

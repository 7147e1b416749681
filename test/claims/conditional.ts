import type { ClaimId } from '../../src/engine/contract/claim';
import { quietContext } from '../../src/engine/contract/context';
import { Random } from '../../src/engine/data/random';
import { randomFeatures } from '../../src/engine/features/randomFeatures';
import { fillKernel, parseKernel } from '../../src/engine/kernels/expression';
import { mixtureOf } from '../../src/engine/kernels/table';
import { studentQuantile } from '../../src/engine/statistics/student';
import { unpenalisedShares } from '../../src/figures/fit/unpenalised';
import type { Outcome, Simulation } from './simulation';
import { fitsOf, made, mixedWorld, noiseWorld, type Signal, type World, type WorldFits } from './worlds';

type Outcomes = Partial<Record<ClaimId, Outcome>>;

const holds = (truth: boolean): Outcome => (truth ? 'true' : 'false');

const WAYS = [
  ['ckrr-features', {}],
  ['ckrr-hard', {}],
  ['ckrr-soft', { featureMap: 'field', k: 8 }],
] as const;

/** The fractions of the signal within the unpenalised features and outside of them, from its coordinates. */
function sharesOf({ run, clean }: WorldFits, { signal }: World): Outcomes {
  const told = unpenalisedShares(run, run);
  if (told === undefined) return {};
  const leading = run.filter.kind === 'zones' ? run.filter.k : 0;
  const mean = signal.reduce((sum, v) => sum + v, 0) / signal.length;
  const variance = signal.reduce((sum, v) => sum + (v - mean) ** 2, 0) / signal.length;
  const outside = clean.coordinates.slice(leading).reduce((sum, c) => sum + c * c, clean.beyond.score);
  const within = (share: number, [low, high]: readonly [number, number]) => share >= low - 1e-9 && share <= high + 1e-9;
  const inside = within((variance - outside) / run.variance, told.inside.interval);
  return { 'span-shares': holds(inside && within(outside / run.variance, told.outside.interval)) };
}

async function sharesIn(seed: number, world: World): Promise<Outcomes> {
  const [method, given] = WAYS[seed % WAYS.length];
  return sharesOf(
    await fitsOf(world, { kernel: seed % 2 === 0 ? 'matern52' : 'gaussian', ...given }, true, method),
    world,
  );
}

/** The slope of the first column beside all columns in a line, unpenalised. */
const SLOPE = 0.8;

async function slopeIn(world: World, kernel: string): Promise<Outcomes> {
  const { run } = await fitsOf(world, { kernel, unpenalised: 'x1' }, false, 'ckrr-features');
  const { kept, outputs } = run.model;
  const at = kept.indexOf(1);
  const error = run.coefficientErrors?.[at];
  if (error === undefined) return {};
  const half = studentQuantile(0.975, run.spectrum.n - run.spectrum.unpenalised) * error;
  return { 'coefficient-between': holds(Math.abs(outputs[0].beta[at] - SLOPE) <= half) };
}

/** A draw of the Gaussian field of a kernel, by 1,000 of its random features. */
function drawOf(kernel: 'gaussian' | 'matern32' | 'laplace', scale: number, d: number, seed: number): Signal {
  const leaf = fillKernel(parseKernel(kernel), [scale]);
  const options = { activation: 'cos', count: 1000, inputs: d, lengthScale: [scale], seed } as const;
  const { weights, bias } = randomFeatures({ ...options, mixture: mixtureOf(leaf) }, quietContext);
  const random = new Random(seed + 1);
  const sizes = bias.map(() => random.normal() * Math.sqrt(2 / 1000));
  return (x) =>
    sizes.reduce(
      (sum, size, j) => sum + size * Math.cos(x.reduce((t, v, c) => t + v * weights[j * d + c], bias[j])),
      0,
    );
}

const DRAWN = ['gaussian', 'matern32', 'laplace'] as const;
const OTHERS: readonly Signal[] = [
  ([, b]) => Math.sin(2 * b),
  ([, b, c]) => 0.5 * b * b - Math.abs(c),
  ([, b, c]) => (b > 0.3 ? 1 : -1) * Math.cos(c),
  () => 0,
];
const sizeOf = (seed: number) => [75, 100, 150, 250][seed % 4];

export const simulations: readonly Simulation[] = [
  {
    name: 'five functions of four columns, conditional ridge with a line, leading directions or draws of a field unpenalised, 75 to 250 rows',
    claims: ['span-shares'],
    draws: { suite: 12, whole: 240 },
    draw: (seed) => sharesIn(seed, mixedWorld(seed)),
  },
  {
    name: 'noise alone beside three or eight columns, conditional ridge in these three ways, 75 to 250 rows',
    claims: ['span-shares'],
    draws: { suite: 9, whole: 120 },
    draw: (seed) => sharesIn(seed, noiseWorld(seed)),
  },
  {
    name: 'a line and a draw of the Gaussian field of the kernel in three columns, noise 0.3 or 0.7, 75 to 250 rows',
    claims: ['coefficient-between'],
    draws: { suite: 12, whole: 300 },
    draw: (seed) => {
      const kernel = DRAWN[seed % 3];
      const field = drawOf(kernel, [1, 2, 4][(seed % 5) % 3], 3, 100 + 2 * seed);
      const world = made('field', seed, sizeOf(seed), 3, seed % 2 === 0 ? 0.3 : 0.7, (x) => SLOPE * x[0] + field(x));
      return slopeIn(world, kernel);
    },
  },
  {
    name: 'a line and a function of the two other columns, or nothing more, noise 0.3 or 0.7, 75 to 250 rows',
    claims: ['coefficient-between'],
    draws: { suite: 12, whole: 240 },
    draw: (seed) => {
      const other = OTHERS[seed % 4];
      const world = made(
        'line',
        seed,
        sizeOf(seed + (seed >> 2)),
        3,
        seed % 3 === 0 ? 0.7 : 0.3,
        (x) => SLOPE * x[0] + other(x),
      );
      return slopeIn(world, DRAWN[seed % 3]);
    },
  },
];

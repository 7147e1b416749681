import { isComponents, type RunResult, type SpectrumData } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { machine, withoutEffects } from '../engine/testCore';

const engine = new Engine(machine(4e9));

/** Rows whose truth is known: `signal` is what the target would be without noise. */
export interface World {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly number[])[];
  readonly signal: readonly number[];
  readonly target: readonly number[];
  readonly sigma: number;
}

export type Signal = (x: readonly number[]) => number;

/** Functions of four columns, uniform on [−2, 2]. */
const SIGNALS: Readonly<Record<string, Signal>> = {
  additive: ([a, b, c]) => Math.sin(2 * a) + 0.5 * b * b + 0.5 * Math.abs(c),
  interaction: ([a, b]) => Math.sin(2 * a) * b,
  line: ([a, b]) => 0.8 * a - 0.5 * b,
  steps: ([a, b]) => (a > 0.3 ? 1 : -1) + (b > -0.5 ? 0.7 : -0.7),
  bump: ([a, b]) => 2.5 * Math.exp(-2 * (a * a + b * b)),
};
const NAMES = Object.keys(SIGNALS);

/** A function, a noise of 0.3 or 0.7 and 75 to 250 rows, in turn with the seed. */
export function mixedWorld(seed: number): World {
  const name = NAMES[seed % NAMES.length];
  const signal = SIGNALS[name];
  const n = [75, 100, 150, 250][seed % 4];
  return made(name, seed, n, 4, seed % 3 === 0 ? 0.7 : 0.3, signal);
}

/**
 * Noise of size 1: Student's t with 3 degrees of freedom, exponential, and one row in thirty-three with eight times the
 * noise of the others.
 */
const HEAVY: readonly ((random: Random) => number)[] = [
  (random) => random.normal() / Math.hypot(random.normal(), random.normal(), random.normal()),
  (random) => -Math.log(1 - random.uniform()) - 1,
  (random) => (random.normal() * (random.uniform() < 0.03 ? 8 : 1)) / Math.sqrt(0.97 + 0.03 * 64),
];

/** The same functions with such noise, in turn with the seed. */
export function heavyWorld(seed: number): World {
  const world = mixedWorld(seed);
  const random = new Random(77_000 + seed);
  const noise = HEAVY[Math.floor(seed / 4) % HEAVY.length];
  return { ...world, target: world.signal.map((v) => v + world.sigma * noise(random)) };
}

/** Pure noise of size 1 beside 3 or 8 columns. */
export const noiseWorld = (seed: number): World =>
  made('noise', seed, [75, 125, 250][seed % 3], seed % 2 === 0 ? 3 : 8, 1, () => 0);

/** sin a + ½ cos b, analytic, with much noise. */
export const analyticWorld = (seed: number): World =>
  made('analytic', seed, 300, 2, 0.5, ([a, b]) => Math.sin(1.5 * a) + 0.5 * Math.cos(1.5 * b));

export function made(name: string, seed: number, n: number, d: number, sigma: number, signal: Signal): World {
  const random = new Random(1000 + seed);
  const rows = Array.from({ length: n }, () => Array.from({ length: d }, () => 4 * random.uniform() - 2));
  const clean = rows.map(signal);
  const target = clean.map((v) => v + sigma * random.normal());
  return { name, columns: rows[0].map((_, j) => `x${j + 1}`), rows, signal: clean, target, sigma };
}

/**
 * A target of known gamma for the spline kernel of order 2 on the circle, mu_i ~ i^−2: waves whose squared sizes fall like i^(−4·gamma − 1). Odd seeds: sines of
 * one frequency a direction; even ones: sines and cosines of half as many, of random size.
 */
export function alignedWorld(seed: number, gamma: number, n: number, sigma: number): World {
  const random = new Random(5000 + seed);
  const rows = Array.from({ length: n }, () => [random.uniform()]);
  const pairs = seed % 2 === 0;
  const waves = Array.from({ length: n }, (_, i) => {
    const frequency = pairs ? 1 + Math.floor(i / 2) : i + 1;
    const sign = random.uniform() < 0.5 ? -1 : 1;
    const size =
      Math.sqrt(2) *
      (pairs ? random.normal() * (2 * frequency) ** (-2 * gamma - 0.5) : sign * (i + 1) ** (-2 * gamma - 0.5));
    const wave = pairs && i % 2 === 1 ? Math.cos : Math.sin;
    return (x: number) => size * wave(2 * Math.PI * frequency * x);
  });
  const signal = rows.map(([x]) => waves.reduce((sum, wave) => sum + wave(x), 0));
  const target = signal.map((v) => v + sigma * random.normal());
  return { name: 'aligned', columns: ['x1'], rows, signal, target, sigma };
}

/** A target of unit size in bands of frequencies on the circle, two directions of a kernel on it for each, as in TKRR figures 1 and 2; rows evenly spaced. */
export function bandWorld(
  seed: number,
  bands: readonly (readonly [number, number])[],
  n: number,
  sigma: number,
): World {
  const random = new Random(9000 + seed);
  const rows = Array.from({ length: n }, (_, i) => [(i + 0.5) / n]);
  const waves = bands.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => ({ f: from + i, a: random.normal(), b: random.normal() })),
  );
  const raw = rows.map(([x]) =>
    waves.reduce((sum, { f, a, b }) => sum + a * Math.cos(2 * Math.PI * f * x) + b * Math.sin(2 * Math.PI * f * x), 0),
  );
  const size = Math.sqrt(raw.reduce((sum, v) => sum + v * v, 0) / n);
  const signal = raw.map((v) => v / size);
  const target = signal.map((v) => v + sigma * random.normal());
  return { name: 'bands', columns: ['x1'], rows, signal, target, sigma };
}

/** The gamma of these signals with a Matérn kernel: a function of Sobolev order t has t/(2s), and what is smooth on a box is stopped by its boundary. */
export function maternGamma({ name, columns }: World, smoothness: number): number {
  const s = smoothness + columns.length / 2;
  if (name === 'steps') return 0.5 / (2 * s);
  return name === 'additive' ? 1.5 / (2 * s) : 0.5 + 1 / (4 * s);
}

export interface WorldFits {
  readonly run: RunResult;
  /** The coordinates of the signal in the same directions. */
  readonly clean: SpectrumData;
}

type Given = Readonly<Record<string, number | string>>;

/** A fit of the noisy target, and with all of its numbers one of the signal: on the same rows, kernel and filter. */
export async function fitsOf(world: World, given: Given, standardise = true, method = 'krr'): Promise<WorldFits> {
  const run = await fitted(world, world.target, given, standardise, method);
  if (new Set(world.signal).size === 1)
    return { run, clean: { ...run.spectrum, coordinates: new Float64Array(run.spectrum.coordinates.length) } };
  const chosen = Object.fromEntries(
    run.parameters
      .filter(({ name }) => ['kernel', 'lengthScale', 'lambda', 'k', 'r', 't'].includes(name))
      .map(({ name, value }) => [name, value]),
  ) as Given;
  return { run, clean: (await fitted(world, world.signal, { ...given, ...chosen }, standardise, method)).spectrum };
}

async function fitted(
  { columns, rows }: World,
  y: readonly number[],
  given: Given,
  standardise: boolean,
  method = 'krr',
): Promise<RunResult> {
  const lines = rows.map((row, i) => [...row, y[i]].join());
  const text = [[...columns, 'y'].join(), ...lines].join('\n');
  const run = await engine.handlers.fit(
    {
      method,
      source: { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(text) },
      read: {},
      design: {
        target: 'y',
        features: [...columns],
        missing: 'drop',
        standardise,
        seed: 0,
        holdout: { kind: 'fraction', fraction: 0 },
      },
      parameters: { folds: 0, ...given },
    },
    withoutEffects,
  );
  if (isComponents(run)) throw new Error('a fit is no run of components');
  return run;
}

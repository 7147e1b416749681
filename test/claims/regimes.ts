import type { ClaimId } from '../../src/engine/contract/claim';
import type { Sentence } from '../../src/engine/contract/figure';
import type { RunResult } from '../../src/engine/contract/run';
import { filterAt, filterShares } from '../../src/engine/filters/anyFilter';
import { noiseInterval } from '../../src/engine/spectrum/noise';
import { biasShare } from '../../src/engine/spectrum/risk';
import { keyNumbers } from '../../src/figures/fit/keyNumbers';
import { riskFigure, riskRange } from '../../src/figures/spectral/risk';
import { scoresFigure } from '../../src/figures/spectral/scores';
import { deriveView } from '../../src/figures/view/view';
import type { Outcome, Simulation } from './simulation';
import {
  alignedWorld,
  analyticWorld,
  fitsOf,
  heavyWorld,
  maternGamma,
  mixedWorld,
  noiseWorld,
  type World,
  type WorldFits,
} from './worlds';

type Outcomes = Partial<Record<ClaimId, Outcome>>;

const holds = (truth: boolean): Outcome => (truth ? 'true' : 'false');
const saidIn = (sentence: Sentence, id: ClaimId) => sentence.some(({ claim }) => claim === id);

const REGIMES: Readonly<Partial<Record<ClaimId, (gamma: number) => boolean>>> = {
  'under-aligned': (gamma) => gamma < 0.5,
  'just-aligned': (gamma) => gamma >= 0.4 && gamma <= 0.6,
  'weakly-aligned': (gamma) => gamma > 0.5 && gamma <= 1,
  'smoother-than-asked': (gamma) => gamma > 0.5,
  'over-aligned': (gamma) => gamma > 1,
};
const REGIME_IDS = Object.keys(REGIMES) as ClaimId[];

/** Judges what the figure of the scores says about the regime by the true gamma. */
function regimesOf({ run }: WorldFits, gamma: number): Outcomes {
  const { sentence } = scoresFigure(deriveView(run));
  const said = REGIME_IDS.find((id) => saidIn(sentence, id));
  if (said === undefined) return Object.fromEntries(REGIME_IDS.map((id) => [id, 'cannot tell' as const]));
  return { [said]: holds(REGIMES[said]?.(gamma) === true) };
}

/** A stretch holds signal where its mean true score is at least a tenth of the floor. Naming none is true of noise. */
function aboveNoise({ run, clean }: WorldFits, sigma: number): Outcomes {
  const { facts } = deriveView(run);
  const { means, lastAboveNoise } = facts;
  if (lastAboveNoise === 0)
    return { 'above-noise': clean.coordinates.some((c) => Math.abs(c) > 1e-6) ? 'cannot tell' : 'true' };
  const { from = 1, to = 1 } = means.find((mean) => mean.to === lastAboveNoise) ?? {};
  const scores = clean.coordinates.slice(from - 1, to);
  const mean = scores.reduce((sum, c) => sum + c * c, 0) / scores.length;
  return { 'above-noise': holds(mean >= (0.1 * sigma ** 2) / clean.n) };
}

/** `sigma`: the root mean square of the noise that was drawn, since no row tells of outliers that a file happens not to hold. */
export function noiseOf({ run, clean }: WorldFits, sigma: number): Outcomes {
  const said = keyNumbers(deriveView(run)).find(({ id }) => id === 'noise')?.claim;
  const [low, high] = noiseInterval(run.noise);
  if (said === 'noise-at-most') return { [said]: holds(sigma ** 2 <= high) };
  if (said !== 'noise-between') return {};
  const missed = sigma ** 2 + riskOf({ run, clean }, sigma, run.filter).total;
  return { [said]: holds(sigma ** 2 <= high && missed >= low) };
}

/** Excess risk on the training rows (TKRR Thm 1) with true scores and noise. */
function riskOf({ run: { spectrum }, clean }: WorldFits, sigma: number, filter: RunResult['filter']) {
  const { mu, rank, n, unpenalised } = spectrum;
  const shares = filterShares(filter, mu, rank, n);
  const bias = shares.reduce((sum, g, i) => sum + ((1 - g) * clean.coordinates[i]) ** 2, clean.beyond.score);
  const variance = (sigma ** 2 / n) * shares.reduce((sum, g) => sum + g * g, unpenalised);
  return { bias, total: bias + variance };
}

export function lowestRisk(fits: WorldFits, sigma: number): Outcomes {
  const view = deriveView(fits.run);
  const { sentence } = riskFigure(view, 'lambda');
  if (!saidIn(sentence, 'lowest-risk')) return { 'lowest-risk': 'cannot tell' };
  const { values, least } = view.path('lambda');
  const filter = filterAt(view.filter, 'lambda', values[least.total]);
  const range = riskRange(view, filter);
  const risk = riskOf(fits, sigma, filter).total / view.facts.unit;
  const told: Outcomes = { 'lowest-risk': holds(range.low <= risk && risk <= range.high) };
  if (!saidIn(sentence, 'bias-share')) return told;
  const { bias, total } = riskOf(fits, sigma, view.filter);
  const [from, to] = biasShare(fits.run.spectrum, fits.run.noise, view.filter);
  return { ...told, 'bias-share': holds(from <= bias / total && bias / total <= to) };
}

/** The lowest excess risk of truncated ridge is lower than that of ridge by a tenth at least. */
function truncationPays(fits: WorldFits, sigma: number): boolean {
  const { run } = fits;
  const { rank } = run.spectrum;
  const lowest = (r: number) =>
    Math.min(
      ...Array.from(run.paths[0].values, (lambda) => riskOf(fits, sigma, { kind: 'zones', lambda, k: 0, r }).total),
    );
  const cuts = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48].filter((r) => r < rank);
  return Math.min(...cuts.map(lowest)) < 0.9 * lowest(rank);
}

const KERNELS = [
  ['laplace', 0.5],
  ['matern32', 1.5],
  ['matern52', 2.5],
] as const;

async function ofMatern(seed: number, world: World): Promise<Outcomes> {
  const [kernel, smoothness] = KERNELS[seed % KERNELS.length];
  const fits = await fitsOf(world, { kernel });
  const regimes = regimesOf(fits, maternGamma(world, smoothness));
  const over = regimes['over-aligned'] === 'false' && { 'over-aligned': holds(truncationPays(fits, world.sigma)) };
  return {
    ...regimes,
    ...over,
    ...aboveNoise(fits, world.sigma),
    ...noiseOf(fits, realised(world)),
    ...lowestRisk(fits, realised(world)),
  };
}

/** The root mean square of the noise that was drawn: which row had which of these errors is left to chance. */
export const realised = ({ signal, target }: World): number =>
  Math.sqrt(signal.reduce((sum, v, i) => sum + (target[i] - v) ** 2, 0) / signal.length);

const OTHERS: readonly ClaimId[] = ['above-noise', 'noise-at-most', 'noise-between', 'lowest-risk', 'bias-share'];

export const simulations: readonly Simulation[] = [
  {
    name: 'targets of γ ¼, ½, ¾, 1½ and 3 for a spline kernel, noise 0.1, 300 rows',
    claims: [...REGIME_IDS, ...OTHERS],
    draws: { suite: 10, whole: 300 },
    draw: async (seed) => {
      const gamma = [0.25, 0.5, 0.75, 1.5, 3][seed % 5];
      const world = alignedWorld(seed, gamma, 300, 0.1);
      const fits = await fitsOf(world, { kernel: 'spline(order=2)', lengthScale: 1 }, false);
      const { sigma } = world;
      return {
        ...regimesOf(fits, gamma),
        ...aboveNoise(fits, sigma),
        ...noiseOf(fits, realised(world)),
        ...lowestRisk(fits, sigma),
      };
    },
  },
  {
    name: 'an additive function, an interaction, a line, steps and a bump in four columns, noise 0.3 or 0.7, 75 to 250 rows, Matérn kernels',
    claims: [...REGIME_IDS, ...OTHERS],
    draws: { suite: 12, whole: 300 },
    draw: (seed) => ofMatern(seed, mixedWorld(seed)),
  },
  {
    name: 'those functions with noise of heavy tails: Student’s t of 3 degrees, exponential, or one row in thirty-three eight times as noisy, 75 to 250 rows, Matérn kernels',
    claims: [...REGIME_IDS, ...OTHERS],
    draws: { suite: 12, whole: 300 },
    draw: (seed) => ofMatern(seed, heavyWorld(seed)),
  },
  {
    name: 'sin 1.5a + ½ cos 1.5b with noise 0.5, 300 rows, Matérn kernels',
    claims: [...REGIME_IDS, ...OTHERS],
    draws: { suite: 3, whole: 90 },
    draw: (seed) => ofMatern(seed, analyticWorld(seed)),
  },
  {
    name: 'noise beside 3 or 8 columns, 75 to 250 rows',
    claims: [...REGIME_IDS, ...OTHERS],
    draws: { suite: 12, whole: 300 },
    draw: async (seed) => {
      const world = noiseWorld(seed);
      const { sigma } = world;
      const fits = await fitsOf(world, { kernel: 'matern52' });
      return {
        ...regimesOf(fits, Number.NaN),
        ...aboveNoise(fits, sigma),
        ...noiseOf(fits, realised(world)),
        ...lowestRisk(fits, sigma),
      };
    },
  },
];

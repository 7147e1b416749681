import type { ClaimId } from '../../src/engine/contract/claim';
import { axisValue } from '../../src/engine/filters/anyFilter';
import { indexOfLeast } from '../../src/engine/spectrum/indexOfLeast';
import { riskPath } from '../../src/engine/spectrum/risk';
import { minimaSentence } from '../../src/figures/spectral/minima';
import { deriveView, type RunView } from '../../src/figures/view/view';
import type { Outcome, Simulation } from './simulation';
import { alignedWorld, bandWorld, fitsOf, mixedWorld, noiseWorld, type WorldFits } from './worlds';

const CLAIMS = ['one-minimum', 'several-minima'] as const satisfies readonly ClaimId[];
type Said = Partial<Record<(typeof CLAIMS)[number], Outcome>>;

/** The exact risk with the true scores and noise, at the places of a path. */
function trueRisk({ run, clean }: WorldFits, sigma: number, { values, axis }: ReturnType<RunView['path']>) {
  const { bias } = riskPath(clean, 0, run.filter, axis, values);
  const { variance } = riskPath(clean, sigma ** 2, run.filter, axis, values);
  return bias.map((v, i) => v + variance[i]);
}

/** Places no higher than both neighbours, and lower than the one before. */
const lowPlaces = (risk: Float64Array) =>
  Array.from(risk.keys()).filter(
    (i) => (i === 0 || risk[i] < risk[i - 1] * (1 - 1e-9)) && !(risk[i + 1] < risk[i] * (1 - 1e-9)),
  );

/** The highest rise of the risk between two places, as a fraction of its lowest value. */
function highestRise(risk: Float64Array): number {
  const rises = risk.map((v, i) =>
    i === 0 || i === risk.length - 1 ? 0 : v - Math.max(Math.min(...risk.slice(0, i)), Math.min(...risk.slice(i + 1))),
  );
  return Math.max(...rises) / risk[indexOfLeast(risk)];
}

/** Judges the claims of the risk figures about the first axis, or about r where there is one. */
function minimaOf(fits: WorldFits, sigma: number): Said {
  const view = deriveView(fits.run);
  const axis = fits.run.axes.includes('r') ? 'r' : fits.run.axes[0];
  const said = CLAIMS.find((id) => minimaSentence(view, axis).some(({ claim }) => claim === id));
  if (said === undefined) return Object.fromEntries(CLAIMS.map((id) => [id, 'cannot tell' as const]));
  const path = view.path(axis);
  const risk = trueRisk(fits, sigma, path);
  if (said === 'one-minimum') return { [said]: highestRise(risk) <= 0.5 ? 'true' : 'false' };
  const { minima } = view.facts.paths.minima(axis);
  const low = lowPlaces(risk);
  const at = (i: number) => path.values[Math.min(path.values.length - 1, Math.max(0, i))];
  const holds = minima.every(({ from, to }) => low.some((i) => at(i + 1) >= from && at(i - 1) <= to));
  return { [said]: low.length >= minima.length && holds ? 'true' : 'false' };
}

const BANDS: readonly (readonly (readonly [number, number])[])[] = [
  [[1, 8]],
  [[20, 30]],
  [
    [1, 3],
    [25, 35],
  ],
  [
    [1, 2],
    [10, 15],
    [40, 55],
  ],
];
const KERNELS = [
  { kernel: 'spline(order=2)', lengthScale: 1 },
  { kernel: 'spline(order=1.5)', lengthScale: 1 },
  { kernel: 'gaussian', lengthScale: 0.02 },
];
const METHODS = ['krr', 'tkrr'];

export const simulations: readonly Simulation[] = [
  {
    name: 'targets in one, two and three bands of frequencies (as TKRR figures 1 and 2), noise 0.1 to 1, 200 rows, ridge and truncated ridge',
    claims: CLAIMS,
    draws: { suite: 6, whole: 300 },
    draw: async (seed) => {
      const sigma = [0.1, 0.3, 1][Math.floor(seed / 8) % 3];
      const world = bandWorld(seed, BANDS[seed % 4], 200, sigma);
      const fits = await fitsOf(world, KERNELS[Math.floor(seed / 24) % 3], false, METHODS[Math.floor(seed / 4) % 2]);
      return minimaOf(fits, sigma);
    },
  },
  {
    name: 'smooth targets of γ ½, ¾ and 1½ for a spline kernel, noise 0.1 or 0.5, 250 rows, ridge and truncated ridge',
    claims: CLAIMS,
    draws: { suite: 3, whole: 90 },
    draw: async (seed) => {
      const sigma = seed % 4 < 2 ? 0.1 : 0.5;
      const world = alignedWorld(seed, [0.5, 0.75, 1.5][seed % 3], 250, sigma);
      return minimaOf(await fitsOf(world, KERNELS[0], false, METHODS[seed % 2]), sigma);
    },
  },
  {
    name: 'five functions of four columns and noise alone, 75 to 250 rows, Matérn kernels, ridge and truncated ridge',
    claims: CLAIMS,
    draws: { suite: 6, whole: 120 },
    draw: async (seed) => {
      const world = seed % 3 === 0 ? noiseWorld(seed) : mixedWorld(seed);
      return minimaOf(await fitsOf(world, { kernel: 'matern52' }, true, METHODS[seed % 2]), world.sigma);
    },
  },
];

/** The expected error on rows of the same places: noise and the exact excess risk at the filter that a fit has chosen. */
const errorOf = ({ run, clean }: WorldFits, sigma: number) => {
  const [axis] = run.axes;
  const at = Float64Array.of(axisValue(run.filter, axis));
  const { bias } = riskPath(clean, 0, run.filter, axis, at);
  return Math.sqrt(sigma ** 2 + bias[0] + riskPath(clean, sigma ** 2, run.filter, axis, at).variance[0]);
};

/** For over-aligned targets: whether truncating lowers the error as folds say. */
export const truncations: readonly Simulation[] = [
  {
    name: 'targets of γ 1½, 2 and 3 for a spline kernel, noise 0.1 to 1, 200 rows: truncated ridge on folds',
    claims: ['race-lower', 'as-good'],
    draws: { suite: 3, whole: 90 },
    draw: async (seed) => {
      const sigma = [0.1, 0.3, 1][Math.floor(seed / 3) % 3];
      const world = alignedWorld(seed, [1.5, 2, 3][seed % 3], 200, sigma);
      const [ridge, truncated] = await Promise.all(
        METHODS.map((method) => fitsOf(world, { ...KERNELS[0], folds: 10 }, false, method)),
      );
      const verdict = ridge.run.truncation?.verdict;
      if (verdict === undefined) return {};
      if (verdict === 'unclear') return { 'race-lower': 'cannot tell', 'as-good': 'cannot tell' };
      const ratio = errorOf(truncated, sigma) / errorOf(ridge, sigma);
      if (verdict === 'as good') return { 'as-good': Math.abs(ratio - 1) < 0.05 ? 'true' : 'false' };
      return { 'race-lower': verdict === (ratio < 1 ? 'better' : 'worse') ? 'true' : 'false' };
    },
  },
];

import type { FeatureBlock, FeatureMap } from '../../contract/kernel';
import { permutation } from '../../data/random';
import { lambdaScale } from '../../filters/grids';
import { ridgeFilter } from '../../filters/zones';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { count, plain } from '../../words/numbers';
import type { ChosenKernel } from '../chooseKernel';
import { type Problem, problemOnRows } from '../problem';
import type { FitSession } from '../session';
import { coarseLambdaGrid } from '../spectral/axisGrid';
import { featureLeftOut, leftOutOf } from './featureLeftOut';
import { featureSpectrum } from './featureSpectrum';
import { featureSums } from './featureSums';
import { rowParts } from './rowParts';

/** The most rows of a trial, and how many of them are left out: some tenths of a second each. */
const TRIAL_ROWS = 20_000;
const LEFT_OUT = 2000;
/** The most half octaves from the start that are tried in either direction. */
const REACH = 8;

/**
 * Refines a length scale found on a small sample, since more rows resolve shorter ones: fits on the features that `draw` gives over up to
 * 20,000 rows, each at its least leave-one-out error over lambda, in half octaves downhill from `start` until the error has risen twice.
 * All targets count together, each as a fraction of its variance.
 */
export function scaleOnFeatures(
  blocks: readonly FeatureBlock[],
  start: readonly number[],
  draw: (lengthScale: readonly number[], problem: Problem) => FeatureMap,
  session: FitSession,
): ChosenKernel {
  const { problem: whole, seed, linalg } = session;
  const n = whole.x.rows;
  const problem =
    n > TRIAL_ROWS ? problemOnRows(whole, permutation(n, seed, session).slice(0, TRIAL_ROWS).sort()) : whole;
  const { x, rootWeights } = problem;
  const m = x.rows;
  const parts = rowParts(problem, blocks, linalg, session);
  const rows = permutation(m, seed).slice(0, LEFT_OUT).sort();
  const tried = new Map<number, { readonly score: number; readonly lambda: number }>();
  const scaled = (step: number) => start.map((v) => Number((v * 2 ** (step / 2)).toPrecision(6)));
  const scoreOf = (step: number): number => {
    const known = tried.get(step);
    if (known) return known.score;
    session.progress(Math.min(1, tried.size / REACH), `trying the length scale ${plain(scaled(step)[0])}`);
    const map = draw(scaled(step), problem);
    const inside = { map, x, ...(rootWeights && { rootWeights }) };
    const sums = featureSums(inside, parts.right, undefined, linalg, session.silent());
    const spectrum = featureSpectrum(sums, 1, parts.facts, linalg, session.silent());
    const grid = coarseLambdaGrid(lambdaScale(spectrum.trace));
    const r = spectrum.spectra[0].mu.length;
    const filters = Array.from(grid, (lambda) => ridgeFilter(lambda, r));
    const { errors } = featureLeftOut(
      { ...leftOutOf(problem, parts, map, rows), spectrum },
      filters,
      linalg,
      session.silent(),
    );
    const total = new Float64Array(grid.length);
    errors.forEach((ofTarget, t) => {
      for (let i = 0; i < total.length; i++) total[i] += ofTarget[i] / (problem.outputs[t].variance * errors.length);
    });
    const best = indexOfLeast(total);
    tried.set(step, { score: total[best], lambda: grid[best] });
    return total[best];
  };
  const best = downhill(scoreOf);
  const steps = [...tried.keys()].sort((a, b) => a - b);
  const variance = whole.outputs[0].variance;
  const at = (value: (entry: { score: number; lambda: number }, step: number) => number) =>
    Float64Array.from(steps, (step) => value(tried.get(step) as { score: number; lambda: number }, step));
  const rule = `lowest leave-one-out error of fits on features of ${count(m)} rows`;
  return {
    lengthScale: scaled(best),
    rule,
    atEdge: Math.abs(best) === REACH,
    search: {
      rule,
      criterion: 'loo',
      lengthScale: at((_, step) => scaled(step)[0]),
      score: at(({ score }) => score * variance),
      lambda: at(({ lambda }) => lambda),
      rows: Uint32Array.from(steps, () => m),
    },
  };
}

/** The step of least score reached from 0: shorter first, then longer, each until two in a row are worse than the best. */
function downhill(scoreOf: (step: number) => number): number {
  let best = 0;
  for (const direction of [-1, 1]) {
    let worse = 0;
    for (let step = direction; worse < 2 && Math.abs(step) <= REACH; step += direction) {
      if (scoreOf(step) < scoreOf(best)) {
        best = step;
        worse = 0;
      } else worse++;
    }
  }
  return best;
}

import type { FeatureMap } from '../../contract/kernel';
import { fingerprintWithin } from '../../spectrum/cache';
import type { Unpenalised } from '../../spectrum/unpenalised';
import { blocksKey, kernelKey } from '../cacheKeys';
import type { Output } from '../problem';
import type { FitSession } from '../session';
import { SPECTRUM_COUNT } from './cost';
import type { TitledFeatures } from './family';
import { type FeatureSpectrum, featureSpectrum, type RowFacts } from './featureSpectrum';
import { type KeptSums, recalledSums } from './featureSums';
import { type BegunFeatures, chooseFeatureKernel, type FeatureKernel } from './prepare';
import { type RowParts, rowParts, sampledParts } from './rowParts';

/** The sums over all rows of a fit on features drawn for them, and the objects derived from them. */
export interface SummedRows extends RowParts, DrawnFeatures, Omit<KeptSums, 'scale'> {
  readonly spectrum: FeatureSpectrum;
  /** Seconds that decomposing the sums took, if that was done here. */
  readonly decomposing?: number;
  /** Weighted mean and variance of each output over rows visited elsewhere; if omitted, those of the rows at hand apply. */
  readonly outputs?: readonly Pick<Output, 'mean' | 'variance'>[];
  /** Mean squared leave-one-out errors along `lambdasTried`, of each output; if omitted, those of the rows at hand apply. */
  readonly leftOut?: readonly Float64Array[];
}

/** A fit on features with its sums, from which predictions and comparisons start. */
export interface FeatureWork extends BegunFeatures, SummedRows {
  readonly map: FeatureMap;
}

/** A source that gives a fit the sums over its rows. */
export type RowSource = (begun: BegunFeatures) => SummedRows;

interface DrawnFeatures {
  readonly scale: FeatureKernel;
  readonly drawn: TitledFeatures;
  /** True if the fit is solved at one lambda by iteration; the spectrum is then that of fewer features. */
  readonly iterates: boolean;
}

/** Chooses the kernel's scale and draws as many features as suit n rows, those at hand being a sample if n is larger. */
export function drawForRows(begun: BegunFeatures, session: FitSession, n = session.problem.x.rows): DrawnFeatures {
  const { family, design, parameters } = begun;
  const { problem, seed } = session;
  const scale = chooseFeatureKernel(begun, session.part(0, 0.9));
  const count = family.count(parameters, n);
  const iterates = family.iterates?.(parameters, n) ?? false;
  const input = { design, x: problem.x, kernel: scale.kernel, parameters, seed };
  const drawn = family.draw(input, count, iterates ? Math.min(SPECTRUM_COUNT, count) : count, session.silent());
  return { scale, drawn, iterates };
}

/** The source if the rows at hand are all there are. */
export const heldRows: RowSource = (begun) => {
  const { session, blocks } = begun;
  const { problem, rowsKey, cache } = session;
  const { x, rootWeights } = problem;
  const found = drawForRows(begun, session.step('search', 0.15));
  const adding = session.step('gram', 0.55);
  const { map, key: drawKey } = found.drawn;
  const parts = rowParts(problem, blocks, session);
  const key = `${rowsKey} ${kernelKey(found.scale.kernel)} ${drawKey} ${blocksKey(blocks)} ${fingerprintWithin(session, parts.targets)}`;
  const rows = { map, x, rootWeights };
  const { sums, seconds } = recalledSums(cache, key, rows, parts.right, adding);

  const decomposing = session.step('eigen', 0.6);
  decomposing.progress(0, 'decomposing the sums');
  const started = performance.now();
  const spectrum = featureSpectrum(sums, 1, parts.facts, decomposing.silent());
  return { ...found, ...parts, sums, seconds, spectrum, decomposing: (performance.now() - started) / 1000 };
};

/** The results of visits to all rows, if they are too many to be held. */
export interface WholeRows extends Omit<SummedRows, keyof RowParts | 'decomposing'> {
  readonly facts: RowFacts;
  readonly unpenalised: Omit<Unpenalised, 'q'>;
}

/** The source if rows were visited and added up elsewhere; those at hand are a sample of them. */
export const sumsOfVisits =
  (whole: WholeRows): RowSource =>
  ({ session, blocks }) => {
    session.step('search', 0.15);
    session.step('gram', 0.55);
    const parts = sampledParts(session.problem, blocks, whole, session);
    session.step('eigen', 0.6);
    return { ...whole, ...parts };
  };

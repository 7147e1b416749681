import type { FeatureMap } from '../../contract/kernel';
import { fingerprintWithin } from '../../spectrum/cache';
import type { Unpenalised } from '../../spectrum/unpenalised';
import { blocksKey, kernelKey } from '../cacheKeys';
import type { Output } from '../problem';
import type { FitSession } from '../session';
import { SPECTRUM_COUNT } from './cost';
import type { DrawnMap } from './family';
import { type FeatureSpectrum, featureSpectrum, type RowFacts } from './featureSpectrum';
import { type KeptSums, recalledSums } from './featureSums';
import { type BegunFeatures, chooseFeatureKernel, type FeatureKernel } from './prepare';
import { type RowParts, rowParts, sampledParts } from './rowParts';

/** What all rows of a fit come to on features drawn for them. */
export interface SummedRows extends RowParts, DrawnFeatures, Omit<KeptSums, 'scale'> {
  readonly spectrum: FeatureSpectrum;
  /** Seconds that decomposing the sums took, where that was done here. */
  readonly decomposing?: number;
  /** Of the rows visited elsewhere, weighted, of each output; left out, those of the rows at hand. */
  readonly outputs?: readonly Pick<Output, 'mean' | 'variance'>[];
  /** Mean squared leave-one-out errors along `lambdasTried`, of each output; left out, those of the rows at hand. */
  readonly leftOut?: readonly Float64Array[];
}

/** A fit on features once its sums are there: what predictions and comparisons start from. */
export interface FeatureWork extends BegunFeatures, SummedRows {
  readonly map: FeatureMap;
}

/** Where a fit has its rows from. */
export type RowSource = (begun: BegunFeatures) => SummedRows;

interface DrawnFeatures {
  readonly scale: FeatureKernel;
  readonly drawn: DrawnMap;
  /** Solved at one lambda by iteration, the spectrum being that of fewer features. */
  readonly iterates: boolean;
}

/** Chooses the kernel's scale and draws as many features as suit n rows, those at hand being a sample where n is larger. */
export function drawFeatures(begun: BegunFeatures, session: FitSession, n = session.problem.x.rows): DrawnFeatures {
  const { family, design, parameters } = begun;
  const { problem, linalg, seed } = session;
  const scale = chooseFeatureKernel(begun, session.part(0, 0.9));
  const count = family.count(parameters, n);
  const iterates = family.iterates?.(parameters, n) ?? false;
  const input = { design, x: problem.x, kernel: scale.kernel, parameters, seed, linalg };
  const drawn = family.draw(input, count, iterates ? Math.min(SPECTRUM_COUNT, count) : count, session.silent());
  return { scale, drawn, iterates };
}

/** The rows at hand, which are all there are. */
export const heldRows: RowSource = (begun) => {
  const { session, blocks } = begun;
  const { problem, linalg, rowsKey, cache } = session;
  const { x, rootWeights } = problem;
  const found = drawFeatures(begun, session.step('search', 0.15));
  const adding = session.step('gram', 0.55);
  const { map, key: drawKey } = found.drawn;
  const parts = rowParts(problem, blocks, linalg, session);
  const key = `${rowsKey} ${kernelKey(found.scale.kernel)} ${drawKey} ${blocksKey(blocks)} ${fingerprintWithin(session, parts.targets)}`;
  const rows = { map, x, ...(rootWeights && { rootWeights }) };
  const { sums, seconds } = recalledSums(cache, key, rows, parts.right, linalg, adding);

  const decomposing = session.step('eigen', 0.6);
  decomposing.progress(0, 'decomposing the sums');
  const started = performance.now();
  const spectrum = featureSpectrum(sums, 1, parts.facts, linalg, decomposing.silent());
  return { ...found, ...parts, sums, seconds, spectrum, decomposing: (performance.now() - started) / 1000 };
};

/** What visits to all rows came to, where they are too many to be held. */
export interface WholeRows extends Omit<SummedRows, keyof RowParts | 'decomposing'> {
  readonly facts: RowFacts;
  readonly unpenalised: Omit<Unpenalised, 'q'>;
}

/** Rows that were visited and added up elsewhere; those at hand are a sample of them. */
export const visitedRows =
  (whole: WholeRows): RowSource =>
  ({ session, blocks }) => {
    session.step('search', 0.15);
    session.step('gram', 0.55);
    const parts = sampledParts(session.problem, blocks, whole, session.linalg, session);
    session.step('eigen', 0.6);
    return { ...whole, ...parts };
  };

import type { Callout } from '../../contract/callout';
import { mayGrowByFactors } from '../../data/logarithm';
import { full } from '../../linalg/linalg';
import { byMisses } from '../spectral/logarithmGain';
import { LEFT_OUT_AT_ONCE, leftOutOf, residualsAtBest } from './featureLeftOut';
import { eachFeatureBlock } from './featureRows';
import { targetSpectrum } from './featureSpectrum';
import type { FeatureWork } from './rowSource';

/**
 * Callouts about a target that grows by factors (spectral/logarithmGain.ts): the rows `looRows` (0-based) are left out
 * of fits of the target and of its logarithm on the same features, each at its lambda of the lowest error. Empty if
 * rows are visited elsewhere, or the fit is iterated.
 */
export function featureLogarithm(work: FeatureWork, looRows: Uint32Array): Callout[] {
  const { design, session, facts, iterates, map, spectrum, unpenalised } = work;
  const { problem, linalg } = session;
  const { x, rootWeights } = problem;
  if (iterates || facts.n !== x.rows || !mayGrowByFactors(design)) return [];
  const quiet = session.silent();
  const root = (i: number) => rootWeights?.[i] ?? 1;
  const logarithms = design.train.y.map((v, i) => Math.log(v) * root(i));
  const onto = new Float64Array(spectrum.count);
  eachFeatureBlock({ map, x, rootWeights }, quiet, '', (z, size, from) =>
    linalg.gemv(true, size, spectrum.count, 1, full(z, size), logarithms.subarray(from, from + size), 1, onto, quiet),
  );
  const { p, q } = unpenalised;
  const along = Float64Array.from({ length: p }, (_, a) =>
    logarithms.reduce((sum, v, i) => sum + v * q[a * x.rows + i], 0),
  );
  const square = logarithms.reduce((sum, v) => sum + v * v, 0);
  const [own] = spectrum.spectra;
  const ofLogarithm = targetSpectrum(spectrum, own, onto, along, square, quiet);
  const targets = [work.targets[0], logarithms];
  const left = leftOutOf(
    problem,
    { unpenalised, targets, facts: { ...facts, along: [facts.along[0], along] } },
    map,
    looRows,
  );
  const task = {
    ...left,
    features: { ...left.features, block: LEFT_OUT_AT_ONCE },
    spectrum: { ...spectrum, spectra: [own, ofLogarithm] },
    kept: [],
  };
  const counting = [...looRows.keys()].filter((k) => root(looRows[k]) > 0);
  const [plainly, inLogarithms] = residualsAtBest(task, quiet).map((residuals) =>
    Float64Array.from(counting, (k) => residuals[k] / root(looRows[k])),
  );
  const rows = Uint32Array.from(counting, (k) => looRows[k]);
  return byMisses(design, rows, plainly, inLogarithms);
}

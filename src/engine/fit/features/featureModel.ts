import type { Design } from '../../contract/data';
import { featureCount, featureScale } from '../../contract/featureCount';
import type { KernelSpec } from '../../contract/kernel';
import type { FitOutcome } from '../../contract/run';
import { blockNames } from '../../features/blocks';
import type { FitSession } from '../session';
import type { FeatureProjectionBasis } from './featureProjection';
import { type LinearFit, unpenalisedWeights } from './predictFeatures';

export interface ModelledFit extends LinearFit {
  readonly name: string;
  readonly intervalWidth: number;
}

/**
 * What predicts new rows: of landmarks an expansion alpha = L^-T·w over them; of random features a linear model, the features standing
 * among the unpenalised blocks with their weights in beta and no rows at all.
 */
export function featureModel(
  method: string,
  design: Design,
  kernel: KernelSpec,
  { map, blocks, unpenalised }: FeatureProjectionBasis,
  fits: readonly ModelledFit[],
  session: FitSession,
): FitOutcome['model'] {
  const columns = design.train.x.columns;
  const shared = {
    method,
    transform: design.transform,
    kernel,
  };
  const { p, kept } = unpenalised;
  const beta = fits.map(({ along }) => unpenalisedWeights(unpenalised, along));
  if (map.kind === 'landmarks') {
    const m = featureCount(map);
    const alphas = fits.map(({ weights }) => {
      const alpha = weights.slice();
      session.linalg.solveLower(map.factor, m, true, alpha, 1, session);
      return alpha;
    });
    return {
      ...shared,
      outputs: fits.map(({ name, intervalWidth }, t) => ({ name, alpha: alphas[t], beta: beta[t], intervalWidth })),
      x: { rows: m, columns, values: map.points.slice() },
      unpenalised: blocks,
      kept: kept.slice(0, p),
    };
  }
  const first = blockNames(blocks, design.transform.names).length;
  const scale = featureScale(map);
  return {
    ...shared,
    outputs: fits.map(({ name, weights, intervalWidth }, t) => ({
      name,
      alpha: new Float64Array(0),
      beta: Float64Array.of(...beta[t], ...weights.map((w) => w * scale)),
      intervalWidth,
    })),
    x: { rows: 0, columns, values: new Float64Array(0) },
    unpenalised: [...blocks, { kind: 'units', map, name: 'random feature' }],
    kept: Uint32Array.of(...kept.slice(0, p), ...Array.from({ length: featureCount(map) }, (_, j) => first + j)),
  };
}

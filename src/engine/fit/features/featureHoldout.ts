import { rowBlock } from '../../kernels/rows';
import { type Classifier, classifierOf } from '../classification';
import { around, type HoldoutResult, LIVE_LIMIT, scoredHoldout } from '../holdout';
import type { Problem } from '../problem';
import type { FitSession } from '../session';
import type { ChosenFilter } from './choose';
import type { ModelledFit } from './featureModel';
import { type FeatureProjectionBasis, featureValues, projectFeatures } from './featureProjection';
import { blockRows } from './featureRows';
import { featureHalfWidths } from './intervals';
import type { IteratedFit } from './iterate';
import { predictFeatures } from './predictFeatures';
import type { BegunFeatures } from './prepare';
import type { SummedRows } from './rowSource';

/** A fit on features once its sums are there: what predictions and comparisons start from. */
export interface FeatureWork extends BegunFeatures, SummedRows {
  readonly projection: FeatureProjectionBasis;
}

/** The held-out rows predicted, with intervals and, where they are few enough, what moves them with the sliders. */
export function predictFeatureHoldout(
  { design, facts, projection }: FeatureWork,
  fits: readonly ModelledFit[],
  iterated: IteratedFit | undefined,
  session: FitSession,
): HoldoutResult[] | undefined {
  const { problem, linalg } = session;
  const { holdout: sample } = design;
  if (!sample) return undefined;
  const { map, blocks, unpenalised, spectrum } = projection;
  const m = sample.x.rows;
  const { rank } = spectrum.spectra[0];
  const predicted = iterated
    ? iterated.predict(sample.x, session)
    : predictFeatures(map, blocks, unpenalised, fits, sample.x, linalg, session);
  const live = !iterated && m * rank <= LIVE_LIMIT ? new Float32Array(m * rank) : undefined;
  const bases = predicted.map(() => new Float64Array(m));
  const step = blockRows(spectrum.count);
  for (let from = 0; live && from < m; from += step) {
    session.check();
    const block = rowBlock(sample.x, from, Math.min(step, m - from));
    const features = featureValues(projection, block, linalg, session.silent());
    projectFeatures(projection, features, facts.along, linalg, session.silent()).forEach(({ p, base }, t) => {
      if (t === 0) live.set(p, from * rank);
      bases[t].set(base, from);
    });
  }
  return predicted.map((values, t) => ({
    ...scoredHoldout(
      sample,
      problem.outputs[t].heldOut ?? sample.y,
      values,
      around(values, featureHalfWidths(projection, fits[t].intervals, sample.x, session)),
      session,
    ),
    ...(live && { live: { rows: m, rank, p: live, base: bases[t] } }),
  }));
}

/** Of a classification, by the training rows that were left out in turn. */
export function featureClassifier(
  problem: Problem,
  chosen: readonly ChosenFilter[],
  looRows: Uint32Array,
  threshold: number | undefined,
): Classifier | undefined {
  const { classes, outputs, rootWeights } = problem;
  if (!classes) return undefined;
  const leftOut = outputs.map(({ y }, t) =>
    Float64Array.from(looRows, (row, i) => y[row] - chosen[t].residuals[i] / (rootWeights ? rootWeights[row] : 1)),
  );
  return classifierOf(problem, leftOut, looRows, threshold);
}

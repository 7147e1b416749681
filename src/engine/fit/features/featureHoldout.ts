import { rowBlock } from '../../kernels/rows';
import { type Classifier, classifierOf } from '../classification';
import { around, type HoldoutResult, LIVE_LIMIT, scoredHoldout } from '../holdout';
import type { Problem } from '../problem';
import type { FitSession } from '../session';
import type { ChosenFilter } from './choose';
import type { ModelledFit } from './featureModel';
import { featureValues, projectFeatures } from './featureProjection';
import { blockRows } from './featureRows';
import { featureHalfWidths } from './intervals';
import type { IteratedFit } from './iterate';
import { predictFeatures } from './predictFeatures';
import type { FeatureWork } from './rowSource';

/** Predictions of the held-out rows, with intervals and, if they are few enough, a live predictor that follows the sliders. */
export function predictFeatureHoldout(
  work: FeatureWork,
  fits: readonly ModelledFit[],
  iterated: IteratedFit | undefined,
  session: FitSession,
): HoldoutResult[] | undefined {
  const { problem, linalg } = session;
  const { design, facts, spectrum } = work;
  const { holdout: sample } = design;
  if (!sample) return undefined;
  const m = sample.x.rows;
  const { rank } = spectrum.spectra[0];
  const predicted = iterated
    ? iterated.predict(sample.x, session)
    : predictFeatures(work, fits, sample.x, linalg, session);
  const live = !iterated && m * rank <= LIVE_LIMIT ? new Float32Array(m * rank) : undefined;
  const bases = predicted.map(() => new Float64Array(m));
  const step = blockRows(spectrum.count);
  for (let from = 0; live && from < m; from += step) {
    session.check();
    const block = rowBlock(sample.x, from, Math.min(step, m - from));
    const features = featureValues(work, block, linalg, session.silent());
    projectFeatures(work, features, facts.along, linalg, session.silent()).forEach(({ p, base }, t) => {
      if (t === 0) live.set(p, from * rank);
      bases[t].set(base, from);
    });
  }
  return predicted.map((values, t) => ({
    ...scoredHoldout(
      sample,
      problem.outputs[t].heldOut ?? sample.y,
      values,
      around(values, featureHalfWidths(work, fits[t].intervals, sample.x, session)),
      session,
    ),
    ...(live && { live: { rows: m, rank, p: live, base: bases[t] } }),
  }));
}

/** The classifier of a classification, from the training rows that were left out in turn. */
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

import type { Design } from '../contract/data';
import type { FitRecord, SolvedTarget } from '../contract/fitRecord';
import type { ComponentsOutcome, FitOutcome, TargetResult } from '../contract/run';

/** How an outcome was fitted; undefined where its design comes from no file. */
export function fitRecord(design: Design, outcome: FitOutcome | ComponentsOutcome): FitRecord | undefined {
  const { source, train, holdout, target, moreTargets } = design;
  if (!source) return undefined;
  const { file, heldOut, weights } = source;
  const targets = 'components' in outcome ? [] : [outcome, ...outcome.others];
  const predicted = 'components' in outcome ? componentScores(outcome) : targets.flatMap(predictedBy);
  return {
    file,
    training: train.rows,
    targets: target === '' ? [] : [target, ...moreTargets],
    ...(weights !== undefined && { weights }),
    parameters: Object.fromEntries(outcome.parameters.map(({ name, value }) => [name, value])),
    solved: targets.map(solvedTarget),
    ...(holdout &&
      predicted.length > 0 && {
        heldOut: { ...(heldOut && { file: heldOut }), rows: heldOutRows(outcome, holdout.rows), predicted },
      }),
  };
}

/** Of very many rows components score some. */
const heldOutRows = (outcome: FitOutcome | ComponentsOutcome, all: Uint32Array): Uint32Array =>
  'components' in outcome ? (outcome.components.holdout?.rows ?? all) : all;

/** The scores of every component, and what all leave. */
function componentScores({ components: { holdout, eigenvalues } }: ComponentsOutcome): Float64Array[] {
  if (!holdout) return [];
  const { scores, error } = holdout;
  const column = (c: number) => Float64Array.from(error, (_, i) => scores[i * eigenvalues.length + c]);
  return [...Array.from(eigenvalues, (_, c) => column(c)), error];
}

/** By output of the model. */
const predictedBy = ({ holdout, robust }: TargetResult): readonly Float64Array[] =>
  robust?.holdout ?? (holdout ? [holdout.predicted] : []);

function solvedTarget({ filter, spectrum, robust }: TargetResult): SolvedTarget {
  if (!robust) return { filter, rank: spectrum.rank, largest: spectrum.mu[0] ?? 0 };
  const { strength, solver, shifts, weights, path, at } = robust;
  return {
    strength,
    remainder: path.remainder[at],
    ...solver,
    ...(shifts && { shifts }),
    ...(weights && { robustWeights: weights }),
  };
}

import { calloutText } from '../../engine/contract/callout';
import type { Inspection, TargetCandidate } from '../../engine/contract/data';
import type { Predictions, RaceAnswer } from '../../engine/contract/rpc';
import { raceError, raceVerdict } from './raceBrief';
import type { ComparedKernels, InspectedFile, PredictedRows } from './results';

// The engine's answers in the form that other programs get.

/** A file, and its columns as targets. */
export interface InspectedData {
  readonly inspection: Inspection;
  readonly targets: readonly TargetCandidate[];
}

export function inspected({ inspection, targets }: InspectedData): InspectedFile {
  const { file, rows, columns, notes, callouts = [], defaultTarget } = inspection;
  return {
    file: file.name,
    rows,
    columns: columns.map(({ name, kind, missing, distinct, numeric, usable, reason }) => ({
      name,
      kind,
      missing,
      distinct,
      ...(numeric && { range: [numeric.min, numeric.max] as const }),
      usable,
      reason,
    })),
    ...(defaultTarget !== undefined && { proposedTarget: columns[defaultTarget].name }),
    targets: targets.map(({ index: _, ...target }) => target),
    warnings: [
      ...callouts.map(calloutText),
      ...notes.filter(({ severity }) => severity === 'warning').map(({ text }) => text),
    ],
  };
}

export function compared({ race, candidates }: RaceAnswer): ComparedKernels {
  return {
    target: race.target,
    verdict: raceVerdict(race),
    error: raceError(race),
    folds: race.folds,
    rows: race.rows,
    candidates: race.lanes.map(({ id, title, baseline, error, difference }) => {
      const parameters = candidates.find((candidate) => candidate.id === id)?.parameters;
      return {
        id,
        title,
        baseline,
        chosen: id === race.chosen,
        ...(error && { error: { value: error.value, interval: error.interval } }),
        ...(difference && {
          difference: { value: difference.value, interval: difference.interval, verdict: difference.verdict },
        }),
        ...(parameters && { parameters }),
      };
    }),
  };
}

export function predicted({ rows, outputs, classes, components }: Predictions): PredictedRows {
  return {
    rows,
    outputs: outputs.map(({ target, predicted: values, lower, upper }) => ({
      target,
      predicted: values,
      lower,
      upper,
    })),
    ...(classes && {
      classes: {
        column: classes.column,
        levels: classes.levels,
        predicted: classes.predicted,
        ...(classes.probabilities && { probabilities: classes.probabilities }),
      },
    }),
    ...(components && { scores: { count: components.count, values: components.scores } }),
  };
}

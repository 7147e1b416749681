import type { RunResult, TargetResult } from '../../engine/contract/run';

/** The targets of a run in the order of its outputs: columns, or the levels of the column that is classified. */
export function targetsOf(run: RunResult): readonly string[] {
  if (run.classes !== undefined && run.others.length > 0) return run.classes.levels;
  return [run.target, ...run.others.map(({ target }) => target)];
}

/** The run as it stands for another of its targets: 0 is the first, which the run stands for itself. The two change places. */
export function targetView(run: RunResult, index: number): RunResult {
  const other = index > 0 ? run.others[index - 1] : undefined;
  if (other === undefined) return run;
  // What belongs to one target alone must not stay behind where the other has none.
  const {
    target,
    mean,
    variance,
    spectrum,
    noise,
    filter,
    paths,
    surface,
    metrics,
    holdout,
    coefficientErrors,
    live,
    robust,
    ...rest
  } = run;
  const { importance, ...shared } = rest;
  const first: TargetResult = {
    target,
    mean,
    variance,
    spectrum,
    noise,
    filter,
    paths,
    ...(surface && { surface }),
    metrics,
    ...(holdout && { holdout }),
    ...(coefficientErrors && { coefficientErrors }),
    live,
    ...(robust && { robust }),
  };
  const together = run.classes && importance && { importance };
  return { ...shared, ...together, ...other, others: run.others.map((o) => (o === other ? first : o)) };
}

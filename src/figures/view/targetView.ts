import type { RunResult, TargetResult } from '../../engine/contract/run';

/** The targets of a run in the order of its outputs: columns, or the levels of the column that is classified. */
export function targetsOf(run: RunResult): readonly string[] {
  if (run.classes !== undefined && run.others.length > 0) return run.classes.levels;
  return [run.target, ...run.others.map(({ target }) => target)];
}

/** The columns that a run predicts: the column that is classified, or the targets. */
export const predictedColumns = ({ model, target, others }: RunResult): readonly string[] =>
  model.classes ? [model.classes.column] : [target, ...others.map((other) => other.target)];

/** The run as it stands for another of its targets: 0 is the first, which the run stands for itself. The two change places. */
export function targetView(run: RunResult, index: number): RunResult {
  const other = index > 0 ? run.others[index - 1] : undefined;
  if (other === undefined) return run;
  const { importance, ...all } = run;
  // Members of one target alone must not stay behind where the other target has none.
  const some = (own: boolean) => Object.fromEntries(Object.entries(all).filter(([name]) => name in OF_TARGET === own));
  const first = some(true) as unknown as TargetResult;
  const shared = some(false) as unknown as Omit<RunResult, keyof TargetResult | 'importance'>;
  const together = run.classes && importance && { importance };
  return { ...shared, ...together, ...other, others: run.others.map((o) => (o === other ? first : o)) };
}

/** Every member that belongs to one target. */
const OF_TARGET: Readonly<Record<keyof TargetResult, true>> = {
  target: true,
  mean: true,
  variance: true,
  spectrum: true,
  noise: true,
  filter: true,
  paths: true,
  surface: true,
  metrics: true,
  holdout: true,
  coefficientErrors: true,
  live: true,
  robust: true,
};

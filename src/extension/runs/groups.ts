import { isDamaged, type RunEntry, type StoredRunSummary } from '../../doors/runs/summary';
import { inUnits, percent } from '../../engine/words/numbers';
import { amount } from '../amount';
import { type RunName, runNames } from './names';

/** Runs that predict the same column of the same file, and can be compared: best first. */
export interface RunGroup {
  /** Equal for equal files and targets, in any window. */
  readonly key: string;
  readonly file: string;
  readonly origin: string;
  /** '' for principal components. */
  readonly target: string;
  readonly measure: RunMeasure;
  readonly runs: readonly StoredRunSummary[];
}

export const groupKey = ({ origin, target }: Pick<StoredRunSummary, 'origin' | 'target'>): string =>
  JSON.stringify([origin, target]);

/** The groups, the one with the newest run first. */
export function runGroups(entries: readonly RunEntry[]): RunGroup[] {
  const groups = new Map<string, StoredRunSummary[]>();
  const newestFirst = entries.toSorted((a, b) => b.created - a.created);
  for (const entry of newestFirst) {
    if (isDamaged(entry)) continue;
    const key = groupKey(entry);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return Array.from(groups, ([key, runs]) => {
    const { file, origin, target } = runs[0];
    const measure = measureOf(runs);
    const { of, best } = MEASURES[measure];
    // Runs without a score come last, the newest first among equal ones. The place is finite, as the difference of two
    // infinities is no number to sort by.
    const place = (run: StoredRunSummary) => best * (of(run) ?? best * Number.MAX_VALUE);
    return { key, file, origin, target, measure, runs: runs.toSorted((a, b) => place(a) - place(b)) };
  });
}

/** The measure by which the runs of a group are ordered, on held-out rows. */
export type RunMeasure = 'typicalMiss' | 'RMSE' | 'right' | 'components';

interface MeasureSpec {
  readonly of: (run: StoredRunSummary) => number | undefined;
  /** 1 if the lowest value is best, −1 if the highest is. */
  readonly best: 1 | -1;
  /** Makes the function that writes a value in one form with the others. */
  readonly text: (values: readonly number[]) => (value: number) => string;
}

const inOneForm = (values: readonly number[]) => inUnits(Math.min(...values.filter((value) => value > 0)), 2);

const MEASURES: Readonly<Record<RunMeasure, MeasureSpec>> = {
  typicalMiss: { of: ({ typicalMiss }) => typicalMiss, best: 1, text: inOneForm },
  RMSE: { of: ({ rmse }) => rmse, best: 1, text: inOneForm },
  right: { of: ({ accuracy }) => accuracy, best: -1, text: () => percent },
  components: { of: ({ components }) => components, best: 1, text: () => (value) => amount(value, 'components') },
};

/** One measure for all runs: runs of earlier versions do not have a typical miss. */
function measureOf(runs: readonly StoredRunSummary[]): RunMeasure {
  const held = runs.filter(({ rmse, accuracy, components }) => (rmse ?? accuracy ?? components) !== undefined);
  const known = (measure: RunMeasure) => held.every((run) => MEASURES[measure].of(run) !== undefined);
  return (Object.keys(MEASURES) as RunMeasure[]).find(known) ?? 'RMSE';
}

/** A run in a list: its score on held-out rows, '–' without one, and its name. */
export interface RunRow extends RunName {
  readonly score: string;
}

/** The rows of all runs of these groups, each run named among those of its group. */
export function runRows(
  groups: readonly RunGroup[],
  given: (id: string) => string | undefined,
): ReadonlyMap<string, RunRow> {
  return new Map(
    groups.flatMap(({ runs, measure }) => {
      const { of, text } = MEASURES[measure];
      const names = runNames(runs, given);
      const written = text(runs.flatMap((run) => of(run) ?? []));
      return runs.flatMap((run): [string, RunRow][] => {
        const name = names.get(run.id);
        const value = of(run);
        return name ? [[run.id, { ...name, score: value === undefined ? '–' : written(value) }]] : [];
      });
    }),
  );
}

/** "0.49 · λ 3.1 × 10⁻⁵" */
export const rowText = ({ score, name }: RunRow): string => `${score} · ${name}`;

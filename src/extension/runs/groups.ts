import { isDamaged, type RunEntry, type RunSummary } from '../../doors/runs/summary';
import { inertText } from '../../engine/words/inertText';
import { short } from '../../engine/words/numbers';
import { methodText, scoreText, shortKernelText } from './label';

/** Runs that predict the same column of the same file, and can be compared: the best first. */
export interface RunGroup {
  /** Equal for equal files and targets, in any window. */
  readonly key: string;
  readonly file: string;
  readonly origin: string;
  /** '' for principal components. */
  readonly target: string;
  readonly runs: readonly RunSummary[];
}

export const groupKey = ({ origin, target }: Pick<RunSummary, 'origin' | 'target'>): string =>
  JSON.stringify([origin, target]);

/** The group with the newest run first. */
export function runGroups(entries: readonly RunEntry[]): RunGroup[] {
  const groups = new Map<string, RunSummary[]>();
  const newestFirst = entries.toSorted((a, b) => b.created - a.created);
  for (const entry of newestFirst) {
    if (isDamaged(entry)) continue;
    const key = groupKey(entry);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return Array.from(groups, ([key, runs]) => {
    const { file, origin, target } = runs[0];
    return { key, file, origin, target, runs: runs.toSorted((a, b) => scoreOf(b) - scoreOf(a)) };
  });
}

/** The larger, the better on rows held out; runs without it stand last, the newest of equal ones first. */
function scoreOf({ accuracy, r2 }: RunSummary): number {
  // Not infinite: the difference of two such is no number to sort by.
  return accuracy ?? r2 ?? -Number.MAX_VALUE;
}

/** Values of a parameter that a label has room for. */
const LONGEST_VALUE = 16;

/**
 * "Huber · Gaussian" for each run; where several would read alike, with one or two parameters that tell them apart. A name that the
 * person gave stands in place of it.
 */
export function runNames(
  runs: readonly RunSummary[],
  given: (id: string) => string | undefined,
): ReadonlyMap<string, string> {
  const plain = new Map(runs.map((run) => [run.id, plainName(run)]));
  return new Map(
    runs.map((run) => {
      const named = given(run.id);
      if (named !== undefined) return [run.id, inertText(named)];
      const alike = runs.filter((other) => plain.get(other.id) === plain.get(run.id) && given(other.id) === undefined);
      const told = alike.length > 1 ? tellingApart(run, alike) : [];
      return [run.id, inertText([plain.get(run.id), ...told].join(' · '))];
    }),
  );
}

const plainName = (run: RunSummary): string =>
  run.components === undefined ? [methodText(run.method), shortKernelText(run)].join(' · ') : methodText(run.method);

/** What a person has set tells more than what a rule chose. */
function tellingApart(run: RunSummary, alike: readonly RunSummary[]): string[] {
  const valueIn = (of: RunSummary, title: string) => of.parameters.find((p) => p.title === title)?.value;
  const differing = run.parameters.filter(
    ({ title, value }) => value.length <= LONGEST_VALUE && alike.some((other) => valueIn(other, title) !== value),
  );
  const first = differing.toSorted((a, b) => Number(b.rule === 'set') - Number(a.rule === 'set'));
  return first.slice(0, 2).map(({ title, value }) => `${title} ${rounded(value)}`);
}

const rounded = (value: string): string =>
  value !== '' && Number.isFinite(Number(value)) ? short(Number(value), 3) : value;

/** "Huber · Gaussian · 0.77" */
export const withScore = (name: string, run: RunSummary): string => `${name} · ${scoreText(run)}`;

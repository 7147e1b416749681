import { type AnyRun, isComponents, type RunResult } from '../../engine/contract/run';
import { listed } from '../../engine/words/sentence';
import { predictedColumns } from '../view/view';

/** Number of colours and shapes that tell runs apart. */
export const MOST_RUNS = 7;

/** Why these runs cannot be compared, as a sentence; undefined when they can. `origin` is the address of a run's file. */
export function refusal(runs: readonly (AnyRun & { readonly origin: string })[]): string | undefined {
  const fits: (RunResult & { readonly origin: string })[] = [];
  for (const run of runs) if (!isComponents(run)) fits.push(run);
  if (fits.length < runs.length)
    return 'Principal components predict nothing, so they cannot be compared with other runs.';
  if (fits.length < 2) return 'Choose two runs or more to compare.';
  if (fits.length > MOST_RUNS) return `A comparison takes at most ${MOST_RUNS} runs.`;
  const files = [...new Set(fits.map(({ origin }) => origin))];
  if (files.length > 1)
    return `Only runs of one file can be compared; these are of ${listed([...new Set(fits.map(({ file }) => file.name))])}.`;
  const [first] = fits;
  if (fits.some((run) => (run.classes === undefined) !== (first.classes === undefined)))
    return 'A run that classifies a column cannot be compared with one that predicts its values as numbers.';
  if (commonTargets(fits.map(predictedColumns)).length === 0)
    return `Only runs of one target can be compared; these predict ${listed([...new Set(fits.flatMap(predictedColumns))])}.`;
  return undefined;
}

/** In the order of the first. */
export const commonTargets = ([first = [], ...others]: readonly (readonly string[])[]): readonly string[] =>
  first.filter((target) => others.every((targets) => targets.includes(target)));

import type { Race, RaceLane } from '../../engine/contract/race';
import { failureReason, laneError, lossName, raceSentence, verdictWords } from '../../engine/words/raceWords';
import { counted } from '../../engine/words/sentence';
import { plainText } from '../../figures/words/describe';
import { type BriefPart, named } from './lines';

export const raceVerdict = (race: Race): string => plainText(raceSentence(race));

/** The name of the errors of a race. */
export const raceError = lossName;

/** The subject of a comparison, and a line for every candidate, baselines first. */
export function raceParts(file: string, race: Race): readonly BriefPart[] {
  const rows = `${race.folds} folds of ${counted(race.rows, 'training row')}`;
  return [
    { title: '', lines: [`${named(file)}: kernels compared for ${named(race.target)}, ${rows}.`, raceVerdict(race)] },
    {
      title: `Candidates by ${lossName(race)} on rows left out`,
      lines: race.lanes.map((lane) => laneText(race, lane)),
    },
  ];
}

function laneText(race: Race, lane: RaceLane): string {
  const { id, title, column, error, difference, state } = lane;
  const written = (value: number) => laneError(race, value);
  const name = column === undefined ? title : `${title}, ${named(column)}`;
  if (state === 'failed') return `${name}: failed, ${failureReason(lane).replace(/\.$/, '')}`;
  if (!error && !difference) return `${name}: not judged`;
  const known =
    error && `${written(error.value)} (95 %: ${written(error.interval[0])} to ${written(error.interval[1])})`;
  const said = (...parts: readonly (string | undefined)[]) => `${name}: ${parts.filter(Boolean).join(', ')}`;
  if (id === race.chosen) return said(known, 'chosen');
  if (!difference) return said(known);
  const [from, to] = difference.interval;
  const above = `${written(difference.value)} (${written(from)} to ${written(to)}) above the chosen`;
  return said(known, verdictWords(difference.verdict), above);
}

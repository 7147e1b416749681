import { type Race, type RaceLane, standsAt } from '../../engine/contract/race';
import {
  againstChosen,
  failureReason,
  laneErrorText,
  laneWord,
  lossName,
  raceSentence,
} from '../../engine/words/raceWords';
import { counted } from '../../engine/words/sentence';
import { plainText } from '../../figures/words/describe';
import { type BriefPart, quotedName } from './lines';

export const raceVerdict = (race: Race): string => plainText(raceSentence(race));

/** The name of the errors of a race. */
export const raceError = lossName;

/** The subject of a comparison, and a line for every candidate, baselines first. */
export function raceParts(file: string, race: Race): readonly BriefPart[] {
  const rows = `${race.folds} folds of ${counted(race.rows, 'training row')}`;
  return [
    {
      title: '',
      // A line for each sentence: one of all would be cut off in its middle.
      lines: [
        `${quotedName(file)}: kernels compared for ${quotedName(race.target)}, ${rows}.`,
        ...raceVerdict(race).split(/(?<=\.) (?=[A-Z“])/),
      ],
    },
    {
      title: `Candidates by ${lossName(race)} on rows left out`,
      lines: race.lanes.map((lane) => laneText(race, lane)),
    },
  ];
}

function laneText(race: Race, lane: RaceLane): string {
  const { title, column, state, folds } = lane;
  const name = column === undefined ? title : `${title}, ${quotedName(column)}`;
  if (state === 'failed') return `${name}: failed, ${failureReason(lane).replace(/\.$/, '')}`;
  const at = standsAt(race, lane);
  if (at === undefined) return `${name}: not judged`;
  const against = againstChosen(race, lane);
  const stopped = folds < race.folds && race.endedAfter === undefined ? `stopped after ${counted(folds, 'fold')}` : '';
  const parts = [laneErrorText(race, at), against && `${against} against the chosen`, laneWord(lane, race), stopped];
  return `${name}: ${parts.filter((part) => part !== '').join(', ')}`;
}

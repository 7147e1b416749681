import { type Race, type RaceLane, standsAt } from '../engine/contract/race';
import { count, fixed } from '../engine/words/numbers';
import {
  againstChosen,
  besideFitted,
  laneErrorText,
  laneWord,
  lossName,
  raceSentence,
} from '../engine/words/raceWords';
import { plainText } from '../figures/words/describe';
import type { TextPart } from './text/parts';

/** The sentence of a race, and a line for each candidate, baselines first. */
export function raceTextParts(race: Race): TextPart[][] {
  const head = ['', 'candidate', 'error', 'against the chosen, 95 %', '', 'folds', 's'];
  const rows = [head, ...race.lanes.map((lane) => laneRow(race, lane))];
  return [[{ prose: raceLead(race) }], [{ rows, right: [2, 5, 6] }]];
}

function raceLead(race: Race): string {
  const rows =
    race.rows < race.trainingRows
      ? `a sample of ${count(race.rows)} of ${count(race.trainingRows)} training rows`
      : `${count(race.rows)} training rows`;
  return `${plainText(raceSentence(race))} Error: ${lossName(race)} on rows left out, ${race.folds} folds of ${rows}.`;
}

function laneRow(race: Race, lane: RaceLane): string[] {
  const { state, folds, seconds } = lane;
  const at = standsAt(race, lane);
  const more = lane.column ?? (lane.approximates?.fitted ? 'this fit' : besideFitted(lane, race) || undefined);
  const title = more === undefined ? lane.title : `${lane.title}, ${more}`;
  return [
    lane.id === race.chosen ? '→' : state === 'failed' ? '×' : '',
    title,
    at === undefined || state === 'failed' ? '–' : laneErrorText(race, at),
    state === 'failed' ? (lane.why ?? '') : againstChosen(race, lane),
    laneWord(lane, race),
    state === 'stopped' || state === 'failed' ? `${folds}, ${state}` : String(folds),
    fixed(seconds, 1),
  ];
}

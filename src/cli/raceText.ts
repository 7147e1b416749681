import type { Race, RaceLane } from '../engine/contract/race';
import { count, fixed } from '../engine/words/numbers';
import { laneError, lossName, raceSentence } from '../engine/words/raceWords';
import { plainText } from '../figures/words/describe';
import type { Part } from './text/parts';

/** The sentence of a race, and a line for each candidate, baselines first. */
export function raceParts(race: Race): Part[][] {
  const head = ['', 'candidate', 'error', '95 % interval', 'worse than the chosen', 'folds', 's'];
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
  const { error, difference, state, folds, seconds } = lane;
  const written = (value: number) => laneError(race, value);
  const more = lane.column ?? (lane.approximates?.fitted ? 'this fit' : undefined);
  const title = more === undefined ? lane.title : `${lane.title}, ${more}`;
  const above =
    lane.id === race.chosen || difference === undefined
      ? ''
      : `${written(difference.value)} (${written(difference.interval[0])} to ${written(difference.interval[1])})`;
  return [
    lane.id === race.chosen ? '→' : state === 'failed' ? '×' : '',
    title,
    error ? written(error.value) : '–',
    error && state !== 'failed' ? `${written(error.interval[0])} to ${written(error.interval[1])}` : (lane.why ?? ''),
    above,
    state === 'stopped' || state === 'failed' ? `${folds}, ${state}` : String(folds),
    fixed(seconds, 1),
  ];
}

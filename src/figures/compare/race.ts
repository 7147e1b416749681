import type { Race, RaceLane } from '../../engine/contract/race';
import { plain } from '../../engine/words/numbers';
import { laneError, lossName } from '../../engine/words/raceWords';
import type { TableSpec } from '../tableSpec';

const numeric = (title: string) => ({ title, numeric: true });

/** A row for each candidate of a race, in the order of its lanes: baselines first, then from smooth to rough. */
export function raceTable(race: Race): TableSpec {
  const chosen = race.lanes.find(({ id }) => id === race.chosen);
  return {
    id: 'compare-race',
    title: `Candidates: ${lossName(race)} on rows left out, over ${race.folds} folds`,
    columns: [
      { title: 'Candidate', numeric: false },
      numeric('Error'),
      numeric('95\u202f%'),
      numeric(chosen ? `Above ${chosen.title}` : 'Above the chosen'),
      numeric('95\u202f% of the difference'),
      { title: '', numeric: false },
      numeric('Time'),
    ],
    rows: race.lanes.map((lane) => ({ cells: cellsOf(race, lane) })),
  };
}

function cellsOf(race: Race, { id, title, error, difference, state, why, column, folds, seconds }: RaceLane): string[] {
  const text = (value: number) => laneError(race, value);
  const interval = ([low, high]: readonly [number, number]) => `${text(low)} to ${text(high)}`;
  const apart = id === race.chosen ? undefined : difference;
  const said: Readonly<Record<RaceLane['state'], string>> = {
    waits: 'waits',
    running: `${folds} of ${race.folds} folds`,
    judged: id === race.chosen ? 'chosen' : apart?.verdict === 'alike' ? 'equally well' : '',
    stopped: `stopped after ${folds} of ${race.folds} folds`,
    failed: why ?? 'failed',
  };
  return [
    column === undefined ? title : `${title}, ${column}`,
    error ? text(error.value) : '–',
    error ? interval(error.interval) : '–',
    apart ? text(apart.value) : '',
    apart ? interval(apart.interval) : '',
    said[state],
    `${plain(seconds, 2)} s`,
  ];
}

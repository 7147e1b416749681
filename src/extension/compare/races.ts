import type { LaneId, Race } from '../../engine/contract/race';
import { RACE } from '../../engine/contract/race.schema';
import type { RaceAnswer } from '../../engine/contract/rpc';
import type { FitRequest } from '../../engine/contract/run';
import { holds } from '../../engine/contract/schema';
import { isRecord, isText } from '../../engine/contract/shape';
import { MEMENTO } from '../ids';
import type { Keep } from '../remembered';

/** The most races that are remembered; the oldest are forgotten first. */
const RACES = 20;

/** A race that was run by itself, and the data needed to fit one of its candidates. */
export interface StoredRace {
  readonly id: string;
  /** Address of the file. */
  readonly origin: string;
  readonly file: string;
  readonly request: FitRequest;
  readonly race: Race;
  readonly candidates: RaceAnswer['candidates'];
}

/** Races stored with the workspace, so that a comparison returns with its window. */
export class RememberedRaces {
  constructor(private readonly keep: Keep) {}

  get(id: string | undefined): StoredRace | undefined {
    const found = this.all().find((stored) => stored.id === id);
    // Another version may have run races differently.
    return found && holds(RACE, found.race) ? found : undefined;
  }

  async add(stored: StoredRace): Promise<void> {
    await this.keep.update(MEMENTO.races, [stored, ...this.all()].slice(0, RACES));
  }

  private all(): readonly StoredRace[] {
    const all = this.keep.get<unknown>(MEMENTO.races, []);
    return Array.isArray(all) ? all.filter((stored) => isRecord(stored) && isText(stored.id)) : [];
  }
}

/** The request that fits a candidate to all rows; undefined if there is nothing to fit. */
export function candidateRequest({ request, candidates }: StoredRace, lane: LaneId): FitRequest | undefined {
  const candidate = candidates.find(({ id }) => id === lane);
  return candidate && { ...request, parameters: { ...request.parameters, ...candidate.parameters } };
}

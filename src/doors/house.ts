import { invalidArgument } from '../choices/members';
import { didYouMean } from '../engine/contract/closest';
import type { FileSource } from '../engine/contract/data';
import { KernelscopeError } from '../engine/contract/failure';
import type { MethodSpec, Parameters } from '../engine/contract/method';
import type { Model } from '../engine/contract/model';
import type { EngineApi, EngineMethod } from '../engine/contract/rpc';
import type { AnyRun, FitRequest } from '../engine/contract/run';

/** Sends a request to an engine; the implementation handles its progress and its cancellation. */
export type EngineCall = <M extends EngineMethod>(
  method: M,
  params: EngineApi[M]['params'],
) => Promise<EngineApi[M]['result']>;

/**
 * A stored run, the id by which predictions and explanations find it, the run's file as the house names it, and a
 * sentence on where the run is stored.
 */
export interface KeptRun {
  readonly id: string;
  readonly run: AnyRun;
  readonly file: string;
  readonly where: string;
}

/** The places where new files may be written. Both functions throw `file/…`, also for a name that is taken. */
export interface Places {
  newFile(named: string, ending: string): Promise<string>;
  /** A folder that does not exist yet, in one that does. */
  newFolder(named: string): Promise<{ readonly path: string; readonly below: string }>;
}

/**
 * The services that an operation needs from the program that it is part of: how files are named there, what its person has set, and where runs
 * are stored. All of them throw failures with a sentence on what to do.
 */
export interface House {
  readonly call: EngineCall;
  methods(): Promise<readonly MethodSpec[]>;
  source(file: string): Promise<FileSource>;
  /** A path in the form shown to the caller. */
  shown(path: string): string;
  /** The person's settings for reading a file: an object that is not checked yet. */
  reading(file: string): Promise<object>;
  /** The person's own defaults for fits of a file. */
  settings(method: MethodSpec, file: string): Promise<Parameters>;
  /** Fits, and stores the run. */
  fit(request: FitRequest, file: string): Promise<KeptRun>;
  /** The run of an id, or the newest run if none is given. */
  run(id: string | undefined): Promise<KeptRun>;
  /**
   * The model of a stored run by its id, or of a file by its path. `rowsOf`: the file that holds its rows, if it is
   * known.
   */
  model(named: string | undefined): Promise<{ readonly id: string; readonly model: Model; readonly rowsOf?: string }>;
  /** The places for new files; omitted if nothing may be written. */
  readonly places?: Places;
}

/** True if a model is named by the path of its file. */
export const isSaved = (named: string): boolean => named.trim().toLowerCase().endsWith('.ksmodel');

/** The places for a file that an argument names. Throws `parameter/invalid` if nothing may be written. */
export function placesFor({ places }: Pick<House, 'places'>, argument: string): Places {
  if (places) return places;
  throw invalidArgument(
    argument,
    `This server writes no files, so there is no ${argument}. A person can start it with --allow-write.`,
  );
}

/** The method with an id. Throws `method/unknown`. */
export async function methodIn(house: Pick<House, 'methods'>, id: string): Promise<MethodSpec> {
  const methods = await house.methods();
  const found = methods.find((method) => method.id === id);
  if (found) return found;
  const known = methods.map((method) => method.id);
  const advice = didYouMean(id, known) ?? `Known: ${known.join(', ')}.`;
  throw new KernelscopeError('method/unknown', `There is no method "${id}". ${advice}`, { id, known });
}

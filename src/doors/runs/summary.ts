import type { FileStamp } from '../../engine/contract/data';
import { KernelscopeError } from '../../engine/contract/failure';
import { type Axis, FILTER_SPEC } from '../../engine/contract/filter';
import { CHOSEN_PARAMETER } from '../../engine/contract/parameters';
import type { Race } from '../../engine/contract/race';
import { isComponents, type RunResult, type StoredRun } from '../../engine/contract/run';
import { finite, holds, list, natural, optional, struct, such, text, texts } from '../../engine/contract/schema';
import { isNumber, isRecord } from '../../engine/contract/shape';
import { percent } from '../../engine/words/numbers';
import { countLeftOut } from '../../engine/words/rowRanges';
import { counted } from '../../engine/words/sentence';
import { splitWords } from '../../figures/words/runWords';
import { qualityOf, targetsText } from '../brief/runFacts';

/** The small part of a run that a panel holds while the page has the rest. */
export type RunHead = Pick<StoredRun, 'id' | 'origin' | 'file' | 'method' | 'request' | 'inspection' | 'parameters'> & {
  /** The axes of the sliders; none for principal components, which have no sliders. */
  readonly axes: readonly Axis[];
  readonly race?: Race | undefined;
};

export function headOf(run: StoredRun): RunHead {
  const { id, origin, file, method, request, inspection, parameters } = run;
  const head = { id, origin, file, method, request, inspection, parameters };
  return isComponents(run) ? { ...head, axes: [] } : { ...head, axes: run.axes, race: run.race };
}

/** The part of a run that lists show; read from the beginning of a stored run, without its arrays. */
export interface StoredRunSummary {
  readonly id: string;
  /** The time of the fit in milliseconds since 1970. */
  readonly created: number;
  readonly file: string;
  readonly origin: string;
  /** The target; '' for principal components, which have none. */
  readonly target: string;
  readonly method: { readonly id: string; readonly title: string };
  /** The kernel's title, and its number of length scales. */
  readonly kernel: string;
  readonly scales: number;
  /** The size and time of the file as it was read; omitted if they are not known. */
  readonly stamp?: Pick<FileStamp, 'bytes' | 'modified'>;
  /** The scores on held-out rows, RMSE in units of the target; absent if nothing was held out, and for classes. */
  readonly r2?: number;
  readonly rmse?: number;
  /** The median absolute error on held-out rows; also absent in runs of earlier versions. */
  readonly typicalMiss?: number;
  /** The fraction of rows whose class was predicted correctly; for classes only. */
  readonly accuracy?: number;
  /** The number of principal components; for those runs only. */
  readonly components?: number;
  readonly rows: number;
  /** The number of rows of the file that were named to be left out; absent if none were. */
  readonly leftOut?: number;
  /** The filter of rows, if there is one. */
  readonly where?: string;
  readonly columns: readonly string[];
  /** The further choices made for the data, in a few words each. */
  readonly design: Readonly<Record<DesignPart, string>>;
  readonly parameters: readonly Readonly<Record<'name' | 'title' | 'value' | 'rule', string>>[];
}

/** The choices of a run about its data, other than its columns and parameters. */
export type DesignPart = 'rows' | 'without' | 'holdout' | 'seed' | 'weights' | 'missing' | 'standardise';

/** A file among the runs that is not a complete run: shown, so that it can be deleted, and never fatal. */
export interface DamagedRun {
  readonly id: string;
  readonly created: number;
  readonly damage: string;
}

export type RunEntry = StoredRunSummary | DamagedRun;

export const isDamaged = (entry: RunEntry): entry is DamagedRun => 'damage' in entry;

/**
 * The unpacked value, if it is a run as this version stores it; its arrays may be missing. Throws `run/unreadable` for a run of a version that
 * stored less, and for one without a member that lists and commands read.
 */
export function currentRun(unpacked: unknown): StoredRun {
  if (!isRecord(unpacked)) throw damagedRun();
  const fit = !('components' in unpacked);
  const { kernel, axes, filter, robust } = unpacked;
  if (!(kernel && (!fit || (Array.isArray(axes) && filter)))) throw unreadable(EARLIER);
  if (isRecord(robust) && !holds(natural(), robust.beyond)) throw unreadable(EARLIER);
  const fault = RECORDED.fault(unpacked, '') ?? (fit ? FITTED.fault(unpacked, '') : undefined);
  if (fault !== undefined) throw damagedRun(fault);
  return unpacked as unknown as StoredRun;
}

const EARLIER = 'This run is of an earlier version of Kernelscope. Fit the file again to see it.';
const unreadable = (message: string) => new KernelscopeError('run/unreadable', message);
/** The failure of a damaged run. `at`: the path of the damaged part. */
export const damagedRun = (at?: string) =>
  unreadable(
    `This file is not a Kernelscope run: its description is damaged${at === undefined ? '' : ` at ${at.slice(0, 100)}`}.`,
  );

/** The members that lists and commands read of a run of any kind. */
const RECORDED = struct({
  id: text(),
  origin: text(),
  created: such(text(), (date) => !Number.isNaN(Date.parse(date))),
  file: struct({ name: text() }),
  method: struct({ id: text(), title: text() }),
  data: struct({ train: natural(), columns: texts() }),
  parameters: list(CHOSEN_PARAMETER),
  kernel: struct({}),
  model: struct({}),
  request: struct({ read: struct({}), design: struct({}) }),
  inspection: struct({ dialect: struct({}) }),
});

/** The further members that they read of a fit to a target. */
const FITTED = struct({
  target: text(),
  others: list(struct({ target: text() })),
  axes: texts(),
  filter: FILTER_SPEC,
  metrics: struct({ holdout: optional(struct({})) }),
  classes: optional(struct({ accuracy: finite() })),
  model: struct({ classes: optional(struct({ column: text() })) }),
});

/** The summary of a stored run. Throws `run/unreadable` if `head` is not the beginning of one. */
export function summariseRun(head: unknown): StoredRunSummary {
  const run = currentRun(head);
  const { where, without } = run.request.design;
  return {
    ...(typeof where === 'string' && { where }),
    ...(without !== undefined && { leftOut: countLeftOut(without) }),
    // Read from the parameters, as lists do not read arrays.
    ...(isComponents(run)
      ? { components: Number(run.parameters.find(({ name }) => name === 'components')?.value ?? 0) }
      : scoresOf(run)),
    id: run.id,
    created: Date.parse(run.created),
    file: run.file.name,
    origin: run.origin,
    target: targetsText(run),
    method: { id: run.method.id, title: run.method.title },
    ...kernelOf(run),
    ...stampOf(run.file),
    rows: run.data.train,
    columns: run.data.columns,
    design: designOf(run),
    parameters: run.parameters.map(({ name, title, value, rule }) => ({ name, title, value: String(value), rule })),
  };
}

function designOf({ request: { design } }: StoredRun): StoredRunSummary['design'] {
  const { holdout, seed, without, where, standardise, missing, weights } = design;
  // A damaged run may lack it.
  const split = isRecord(holdout) ? splitWords({ design }).replace(/, seed .*$/, '') : '';
  const share = split === 'random' && holdout.kind === 'fraction' ? percent(holdout.fraction) : split;
  return {
    rows: where === undefined ? 'all rows' : `where ${where}`,
    without: without === undefined ? 'no row left out' : `without ${counted(countLeftOut(without), 'row')}`,
    holdout: `${share} held out`,
    seed: `seed ${seed}`,
    weights: weights === undefined ? 'no weights' : `weights ${weights}`,
    missing: `missing: ${missing}`,
    standardise: standardise ? 'standardised' : 'not standardised',
  };
}

function kernelOf({ kernel, kernelName }: StoredRun): Pick<StoredRunSummary, 'kernel' | 'scales'> {
  const scales = 'lengthScale' in kernel && Array.isArray(kernel.lengthScale) ? kernel.lengthScale.length : 1;
  const named = typeof kernelName === 'string' ? kernelName.replace(/ kernel$/, '') : String(kernel.kind);
  return { kernel: named, scales };
}

/** The size and time of a file; none for virtual files, which have no times. */
function stampOf({ bytes, modified }: FileStamp): Pick<StoredRunSummary, 'stamp'> {
  return Number.isFinite(bytes) && Number.isFinite(modified) && modified > 0 ? { stamp: { bytes, modified } } : {};
}

function scoresOf({ classes, metrics }: Pick<RunResult, 'classes' | 'metrics'>) {
  const typicalMiss = classes ? undefined : metrics.holdout?.typicalMiss;
  return { ...qualityOf({ classes, metrics }), ...(isNumber(typicalMiss) && { typicalMiss }) };
}

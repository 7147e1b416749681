import { KernelscopeError } from '../contract/failure';
import type { RowsTable } from '../data/table';
import type { FitContext } from '../fit/method';
import { errorsOfPart, type PartSums, sumsOfNoPart, sumsOfPart } from '../parts/partSums';
import { visitOf } from '../parts/visit';
import type { Packed } from './packed';
import { namingPart, partBlocks } from './partBlocks';
import type { OpenPlan } from './planFile';
import { checkPart, type PlanPart, sourceOfPart } from './planPart';
import { failsByData, type SkippedPart } from './skippedParts';
import type { OpenSolution } from './solutionFile';
import { leaves, packSums } from './sumsFile';

/** The place of a part's bytes, if they are not where they were when the plan was made. */
export interface PartPlace {
  readonly path?: string;
  /** The bytes of this part alone, which can be read once. */
  readonly stream?: () => AsyncIterable<Uint8Array>;
}

/** The bytes that a visit makes, and the reason if the part is left out. */
export interface Mapped extends Packed {
  readonly skipped?: SkippedPart;
}

/**
 * Visits part `number`, counted from 1, for its sums or, with a solution, for its errors. The same part gives the same bytes. Throws `file/changed` for a part
 * that has changed since the plan, and what reading and encoding throw, with the number of the part. If the plan leaves out parts that fail by their data, such
 * a part gives sums over no rows, which name it, and no errors.
 */
export async function mapPart(
  open: OpenPlan,
  number: number,
  place: PartPlace,
  solution: OpenSolution | undefined,
  context: FitContext,
): Promise<Mapped> {
  const { parts, plan, id } = open;
  const part = parts[number - 1];
  if (part === undefined)
    throw new KernelscopeError('parameter/invalid', `The plan has parts 1 to ${parts.length}, and no part ${number}.`, {
      parts: parts.length,
    });
  const visit = { open, part, number, place };
  if (solution === undefined) {
    const { skipped, ...sums } = await sumsOrWhy(visit, context);
    const value = { ...sums, skipped: skipped ? [skipped] : [] };
    const nodes = leaves('sums', [[number - 1, value]], open);
    return { ...packSums('sums', { plan: id, solution: '', nodes }), ...(skipped && { skipped }) };
  }
  const skipped = solution.all.skipped.find((one) => one.part === number - 1);
  const errors = skipped
    ? undefined
    : await visited(visit, context, (blocks) => errorsOfPart(blocks, number - 1, plan, solution, context));
  const nodes = leaves('errors', [[number - 1, errors ? { errors } : {}]], open);
  return { ...packSums('errors', { plan: id, solution: solution.id, nodes }), ...(skipped && { skipped }) };
}

interface Visit {
  readonly open: OpenPlan;
  readonly part: PlanPart;
  readonly number: number;
  readonly place: PartPlace;
}

/** The sums of a part; sums over no rows if it fails by its data and the plan leaves such parts out. */
async function sumsOrWhy(visit: Visit, context: FitContext): Promise<PartSums & { readonly skipped?: SkippedPart }> {
  const { open, part, number, place } = visit;
  const left = (why: string) => ({ ...sumsOfNoPart(open.plan), skipped: { part: number - 1, why } });
  if (part.failed !== undefined) return left(part.failed);
  // A stream is known to be the part of the plan only at its end.
  const skips = open.skipFailed && place.stream === undefined;
  return visited(visit, context, (blocks) =>
    sumsOfPart(blocks, number - 1, open.plan, context).catch((error) => {
      if (skips && failsByData(error)) return left(error.message);
      throw error;
    }),
  );
}

/** Gives the rows of a part to `work`, after a check that the part has not changed since the plan. */
async function visited<T>(
  { open, part, number, place }: Visit,
  context: FitContext,
  work: (blocks: AsyncIterable<RowsTable>) => Promise<T>,
): Promise<T> {
  const { plan, reading } = open;
  return namingPart(number, async () => {
    if (place.stream === undefined) await checkPart(part, number, place.path);
    const source = sourceOfPart(part, number, { ...place, quote: reading.dialect.quote });
    return work(partBlocks(source, part, reading, visitOf(plan), context));
  });
}

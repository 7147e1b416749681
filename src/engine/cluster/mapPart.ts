import { KernelscopeError } from '../contract/failure';
import type { FitContext } from '../fit/method';
import { errorsOfPart, sumsOfPart } from '../parts/partSums';
import { joined } from '../parts/tree';
import { visitOf } from '../parts/visit';
import type { Packed } from './packed';
import { namingPart, partBlocks } from './partBlocks';
import type { OpenPlan } from './planFile';
import { checkPart, sourceOfPart } from './planPart';
import type { OpenSolution } from './solutionFile';
import { packSums } from './sumsFile';

/** Where a part's bytes are, if not where they were when the plan was made. */
export interface PartPlace {
  readonly path?: string;
  /** The bytes of the part alone, once. */
  readonly stream?: () => AsyncIterable<Uint8Array>;
}

/**
 * Visits part `number`, counted from 1, for its sums or, with a solution, for its errors. The same part gives the same bytes. Throws `file/changed` for a part
 * that is no longer that of the plan, and what reading and encoding throw, with the number of the part.
 */
export async function mapPart(
  open: OpenPlan,
  number: number,
  place: PartPlace,
  solution: OpenSolution | undefined,
  context: FitContext,
): Promise<Packed> {
  const { parts, plan, id, reading } = open;
  const part = parts[number - 1];
  if (part === undefined)
    throw new KernelscopeError('parameter/invalid', `The plan has parts 1 to ${parts.length}, and no part ${number}.`, {
      parts: parts.length,
    });
  if (place.stream === undefined) await checkPart(part, number, place.path);
  const source = sourceOfPart(part, number, { ...place, quote: reading.dialect.quote });
  const blocks = partBlocks(source, part, reading, visitOf(plan), context);
  const leaf = { level: 0, place: number - 1 };
  // A part that has no sibling stands for its parents too.
  if (solution === undefined) {
    const value = await namingPart(number, () => sumsOfPart(blocks, number - 1, plan, context.linalg, context));
    return packSums('sums', { plan: id, solution: '', nodes: joined([{ ...leaf, value }], parts.length, keep) });
  }
  const errors = await namingPart(number, () =>
    errorsOfPart(blocks, number - 1, plan, solution, context.linalg, context),
  );
  const value = errors ? { errors } : {};
  const nodes = joined([{ ...leaf, value }], parts.length, keep);
  return packSums('errors', { plan: id, solution: solution.id, nodes });
}

const keep = <T>(value: T): T => value;

import { holds } from '../contract/schema';
import type { Computing } from '../linalg/linalg';
import { SUMMED } from '../parts/families';
import type { Solution } from '../parts/family';
import { solve } from '../parts/finish';
import { sumsOfNoPart } from '../parts/partSums';
import { type Packed, packed, unpackedFile, unreadable } from './packed';
import type { OpenPlan } from './planFile';
import { storedOf } from './storedFamilies';
import {
  allParts,
  type CountedSums,
  countedSums,
  type FileInTurn,
  filledSums,
  mergedNodes,
  type NamedBytes,
} from './sumsFile';

/** The solution from the sums of all parts. */
export interface OpenSolution extends Solution {
  readonly id: string;
  readonly all: CountedSums;
}

/** Solves from the sums of all parts, which need not have been merged; `skipMissing`: parts without sums are left out. Throws what `mergedNodes`, `allParts` and `solve` throw. */
export async function solveParts(
  open: OpenPlan,
  { files, skipMissing }: { readonly files: readonly FileInTurn[]; readonly skipMissing: boolean },
  context: Computing,
): Promise<Packed> {
  const given = await mergedNodes('sums', files, open, '');
  const absent = (part: number) => ({
    ...sumsOfNoPart(open.plan),
    skipped: [{ part, why: open.parts[part].failed ?? 'its sums are missing.' }],
  });
  const all = allParts(skipMissing ? filledSums('sums', given, absent, open) : given, open);
  const { solved } = solve(open.plan, all, context);
  return packed('solution', { plan: open.id, all, solved });
}

/** Opens a solution; throws `run/unreadable` if the bytes are no solution of the plan. */
export function openSolution({ name, bytes }: NamedBytes, open: OpenPlan, context: Computing): OpenSolution {
  const { content, id } = unpackedFile('solution', bytes, name);
  const { plan, all, solved } = content;
  if (plan !== open.id) throw unreadable(name, 'it was made with another plan');
  const family = SUMMED[open.method];
  if (!holds(countedSums(open), all) || all.sums === undefined || all.sums.rows < family.leastRows)
    throw unreadable(name, 'it is damaged');
  const totals = family.totals(open.plan, all.sums, context);
  if (!holds(storedOf(open.plan).solved(open.plan, totals), solved)) throw unreadable(name, 'it is damaged');
  return { id, all, totals, solved };
}

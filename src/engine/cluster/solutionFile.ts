import type { RunContext } from '../contract/context';
import { featureCount } from '../contract/featureCount';
import type { SpectrumData } from '../contract/run';
import { isCount, isListOf, isMade, isNumber, isNumbers, isRecord } from '../contract/shape';
import type { FeatureSpectrum } from '../fit/features/featureSpectrum';
import type { LinearAlgebra } from '../linalg/linalg';
import { type Solution, solutionOf, solve } from '../parts/finish';
import type { PartSums } from '../parts/partSums';
import { opened, type Packed, packed, unreadable } from './packed';
import type { OpenPlan } from './planFile';
import { allParts, isPartSums, mergedNodes, type NamedBytes } from './sumsFile';

/** The sums of all parts with their spectrum. */
export interface OpenSolution extends Solution {
  readonly id: string;
  readonly all: PartSums;
}

/** Solves from the sums of all parts, which need not have been merged. Throws what `mergedNodes`, `allParts` and `solve` throw. */
export function solveParts(
  open: OpenPlan,
  files: readonly NamedBytes[],
  linalg: LinearAlgebra,
  context: RunContext,
): Packed {
  const all = allParts(mergedNodes('sums', files, open, ''), open);
  const { fit } = solve(open.plan, all, linalg, context);
  return packed('solution', { plan: open.id, all, spectrum: fit.spectrum });
}

/** Throws `run/unreadable` where the bytes are no solution of the plan. */
export function openSolution(
  { name, bytes }: NamedBytes,
  open: OpenPlan,
  linalg: LinearAlgebra,
  context: RunContext,
): OpenSolution {
  const { content, id } = opened('solution', bytes, name);
  const { plan, all, spectrum } = content;
  if (plan !== open.id) throw unreadable(name, 'it was made with another plan');
  if (!isPartSums(all, open) || all.sums === undefined) throw unreadable(name, 'it is damaged');
  const solution = { ...solutionOf(open.plan, all.sums, linalg, context), id, all };
  const { facts } = solution.totals;
  if (!isSpectrum(spectrum, featureCount(open.plan.basis.map), facts.unpenalised, facts.along.length))
    throw unreadable(name, 'it is damaged');
  return { ...solution, fit: { ...solution.fit, spectrum } };
}

function isSpectrum(value: unknown, count: number, p: number, outputs: number): value is FeatureSpectrum {
  if (!isRecord(value) || !isNumbers(value.vectors) || value.vectors.length % count !== 0) return false;
  const q = value.vectors.length / count;
  return isMade<FeatureSpectrum>(value, {
    count: (found) => found === count,
    vectors: (vectors) => isNumbers(vectors),
    free: (free) => isNumbers(free, count * p),
    spectra: (list) =>
      isListOf(
        list,
        (one) =>
          isMade<SpectrumData>(one, {
            n: isCount,
            unpenalised: (found) => found === p,
            mu: (mu) => isNumbers(mu, q),
            rank: (rank) => isCount(rank) && rank <= q,
            clipped: isCount,
            coordinates: (coordinates) => isNumbers(coordinates, q),
            beyond: (beyond) => isRecord(beyond) && isNumber(beyond.count) && isNumber(beyond.score),
          }),
        outputs,
      ),
    trace: isNumber,
  });
}

import { besideFit } from '../compare/besideFit';
import { findLeak } from '../compare/leaks';
import { withRules } from '../compare/race/racedFit';
import { partOf } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { FitContext } from '../fit/method';
import { SUMMED } from '../parts/families';
import { finish } from '../parts/finish';
import { unreadable } from './packed';
import { nameOf, type OpenPlan } from './planFile';
import { skippedNotes } from './skippedParts';
import type { OpenSolution } from './solutionFile';
import { storedOf } from './storedFamilies';
import { allParts, type FileInTurn, filledSums, mergedNodes } from './sumsFile';

/** The fit of all parts, with the facts that a run adds to it; throws what `mergedNodes` and `allParts` throw. */
export async function finishParts(
  open: OpenPlan,
  solution: OpenSolution,
  files: readonly FileInTurn[],
  context: FitContext,
) {
  const { plan, method, rules, inspection, parts, reading } = open;
  const { skipped } = solution.all;
  const leftOut = new Set(skipped.map(({ part }) => part));
  const given = await mergedNodes('errors', files, open, solution.id);
  const { errors } = allParts(
    filledSums('errors', given, (part) => (leftOut.has(part) ? {} : undefined), open),
    open,
  );
  if (errors === undefined || errors.rows !== solution.totals.rows)
    throw new KernelscopeError(
      'file/changed',
      `The errors are those of ${errors?.rows ?? 0} rows, and the sums of ${solution.totals.rows}: parts have changed in between. Begin with the first map again.`,
    );
  if (!storedOf(plan).fits(errors, plan, solution)) throw unreadable(files[0].name, 'it is damaged');
  const all = solution.totals.rows;
  const columns = plan.coding.transform.names.length;
  const { method: fits, alone } = SUMMED[method];
  // Seconds are estimated: files of parts hold none, so that the same part gives the same bits.
  const costOf = (rows: number) =>
    fits.cost({ ...plan.parameters, ...alone }, rows, columns, context.linalg.core.threads);
  const { seconds } = costOf(all);
  const { design, outcome } = finish(plan, solution.all, solution, { errors, seconds }, partOf(context, 0, 0.9));
  const notes = [...skippedNotes(skipped, parts), ...outcome.notes];
  const [{ path }] = parts;
  const bytes = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const modified = parts.reduce((latest, part) => Math.max(latest, part.modified), 0);
  const one = parts.every((part) => part.path === path);
  const file = { name: nameOf(one ? parts.slice(0, 1) : parts), path: one ? path : '', bytes, modified };
  return {
    method: fits,
    design,
    inspection: { ...inspection, file, rows: solution.all.counts.rows },
    outcome: besideFit(withRules({ ...outcome, notes }, rules), design, plan.parameters, partOf(context, 0.9, 1)),
    leak: 'components' in outcome ? undefined : findLeak(design, context),
    bytes: costOf(design.train.rows.length).bytes,
    request: {
      source: { kind: 'path', path: file.path } as const,
      read: reading.read,
      design: open.design,
      method,
      parameters: plan.parameters,
    },
  };
}

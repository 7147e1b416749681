import { l10n } from 'vscode';
import { givenMembers, invalidArgument, type MemberChecks } from '../../choices/members';
import type { Failure } from '../../engine/contract/failure';
import { isComponents, type StoredRun } from '../../engine/contract/run';
import { isCount, isListOf, isText } from '../../engine/contract/shape';
import { rangesOf, rowsText } from '../../engine/words/rowRanges';
import { reportFailure } from '../failures';
import { leavingOut, requestWith } from '../fit/request';
import { runFit } from '../fit/runFit';
import { chooseRun } from '../runs/chooseRun';
import { fileOf } from '../runs/fileOf';
import type { Services } from '../services';
import { sourceOf } from '../source';

/**
 * `{ rows }`: numbers of rows of the file, counted from 1, as a list or as "12,40-52". If omitted, the suspect rows of
 * a robust fit.
 */
interface LeaveOutArguments {
  readonly rows?: string | readonly number[];
}

/**
 * "Leave Out Suspect Rows and Fit Again": a new run without them, opened with the previous one beside it. Resolves to
 * its id.
 */
export async function leaveOutCommand(
  services: Services,
  argument: unknown,
  given?: unknown,
): Promise<{ readonly runId: string } | { readonly failure: Failure } | undefined> {
  const { rows } = givenMembers(given, MEMBERS);
  const id = await chooseRun(services, argument, l10n.t('Leave Out Rows of a Run'));
  if (id === undefined) return undefined;
  try {
    const run = await services.store.load(id);
    const left = rowsGiven(rows) ?? suspectsOf(run);
    const changed = isComponents(run)
      ? requestWith(run.request, { kind: 'leaveOut', rows: left })
      : leavingOut(run, left);
    const origin = await fileOf(services, run);
    const request = { ...changed, source: await sourceOf(origin) };
    const fresh = await runFit(services, request, origin);
    services.panels.show(fresh, { state: { tab: 'rows', before: run.id }, since: performance.now() });
    return { runId: fresh.id };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'leave out rows' }) };
  }
}

const MEMBERS: MemberChecks<LeaveOutArguments> = {
  rows: [
    (value) => isText(value) || (isListOf(value, (row) => isCount(row) && row >= 1) && value.length > 0),
    'a list of row numbers, or a text such as 12,40-52',
  ],
};

function rowsGiven(rows: LeaveOutArguments['rows']): string | undefined {
  return isListOf(rows, isCount) ? rowsText(rangesOf([...rows])) : rows;
}

function suspectsOf(run: StoredRun): string {
  const suspects = isComponents(run) ? [] : (run.robust?.suspects ?? []);
  if (suspects.length > 0) return rowsText(rangesOf(suspects.map(({ row }) => row)));
  throw invalidArgument(
    'rows',
    'This run has no suspect rows. Fit with a robust method, such as Huber, to find rows that do not fit, or choose rows in its panel.',
  );
}

import { l10n, Uri } from 'vscode';
import { isComponents } from '../../engine/contract/run';
import type { StoredRun } from '../../engine/contract/storedRun';
import { reportFailure } from '../failures';
import type { FitReport } from '../fit/fitFlow';
import { fitInPanel } from '../fit/fitInPanel';
import { runFit } from '../fit/runFit';
import { chooseRun } from '../runs/chooseRun';
import type { Services } from '../services';
import { sourceOf } from '../source';

/**
 * "Fit More Exactly…": every way to fit the rows of a run, as a pilot measured them when it was fitted or measures them now, and the fit of the one
 * that is picked, with the kernel of the run.
 */
export async function moreExactlyCommand(services: Services, argument: unknown): Promise<FitReport | undefined> {
  const id = await chooseRun(services, argument, l10n.t('Fit More Exactly'));
  if (id === undefined) return undefined;
  const since = performance.now();
  let uri: Uri | undefined;
  try {
    const before = await services.store.load(id);
    const file = Uri.parse(before.origin);
    uri = file;
    const request = { ...before.request, source: await sourceOf(file) };
    const ways = { known: before.approximate?.ways, kernel: racedKernel(before) };
    const race = isComponents(before) ? undefined : before.race;
    const run = await fitInPanel(services, file, before.method.title, since, (begin) =>
      runFit(services, request, file, { begin, ways, race }),
    );
    return { runId: run.id };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'fit more exactly', ...(uri && { uri }) }) };
  }
}

/** The kernel that a race chose, with its length scales. */
function racedKernel(run: StoredRun) {
  if (isComponents(run) || run.race?.chosen === undefined) return {};
  const taken = run.parameters.filter(({ name }) => name === 'kernel' || name === 'lengthScale');
  return Object.fromEntries(taken.map(({ name, value }) => [name, value]));
}

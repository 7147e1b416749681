import { Uri } from 'vscode';
import { givenMembers } from '../../choices/members';
import { type Failure, KernelscopeError } from '../../engine/contract/failure';
import { isComponents } from '../../engine/contract/run';
import { stem } from '../../engine/words/fileName';
import { OUT } from '../arguments/address';
import { uriArgument } from '../chooseFile';
import { saveWithDialog } from '../export/saveDialog';
import { writeIfAgreed } from '../export/writeFile';
import { reportFailure } from '../failures';
import { chooseRun } from '../runs/chooseRun';
import type { Services } from '../services';
import { predictedRows } from './predict';

/** "Save Scores…": every row of a run's own file on its principal components, as a CSV. Resolves to what was written. */
export async function saveScoresCommand(
  services: Services,
  argument: unknown,
  given?: unknown,
): Promise<{ readonly out: Uri } | { readonly failure: Failure } | undefined> {
  const wanted = givenMembers(given, OUT);
  const id = await chooseRun(
    services,
    argument,
    'Save the Scores of a Run',
    ({ components }) => components !== undefined,
  );
  if (id === undefined) return undefined;
  try {
    const run = await services.store.load(id);
    if (!isComponents(run))
      throw new KernelscopeError(
        'parameter/invalid',
        'Only runs of principal components have scores. Predict rows with the model of this run instead.',
      );
    const origin = Uri.parse(run.origin);
    const content = await predictedRows(services, run, origin, run.request.read.acceptExpansion);
    const out = uriArgument(wanted.out);
    if (out) {
      await writeIfAgreed(out, content);
      return { out };
    }
    const saved = await saveWithDialog({
      title: 'Save Scores',
      beside: origin,
      name: `${stem(run.file.name)}-scores.csv`,
      filters: { 'Comma-separated values': ['csv'] },
      content,
    });
    return saved && { out: saved };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'save scores' }) };
  }
}

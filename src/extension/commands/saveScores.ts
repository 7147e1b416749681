import { Uri } from 'vscode';
import { givenMembers } from '../../choices/members';
import { KernelscopeError } from '../../engine/contract/failure';
import { isComponents } from '../../engine/contract/run';
import { stem } from '../../engine/words/fileName';
import { OUT } from '../arguments/address';
import { uriArgument } from '../chooseFile';
import { saveTo } from '../export/saveDialog';
import type { Services } from '../services';
import { fileOfRun, type WrittenFile } from './fileOfRun';
import { predictedRows } from './predict';

/** "Save Scores…": every row of a run's own file on its principal components, as a CSV. Resolves to what was written. */
export async function saveScoresCommand(services: Services, argument: unknown, given?: unknown): Promise<WrittenFile> {
  const wanted = givenMembers(given, OUT);
  return fileOfRun(services, argument, {
    title: 'Save the Scores of a Run',
    doing: 'save scores',
    fits: ({ components }) => components !== undefined,
    async write(run) {
      if (!isComponents(run))
        throw new KernelscopeError(
          'parameter/invalid',
          'Only runs of principal components have scores. Predict rows with the model of this run instead.',
        );
      const origin = Uri.parse(run.origin);
      return saveTo(uriArgument(wanted.out), {
        title: 'Save Scores',
        beside: origin,
        name: `${stem(run.file.name)}-scores.csv`,
        filters: { 'Comma-separated values': ['csv'] },
        content: await predictedRows(services, run, origin, run.request.read.acceptExpansion),
      });
    },
  });
}

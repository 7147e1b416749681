import { Uri, workspace } from 'vscode';
import { givenMembers } from '../../choices/members';
import type { Failure } from '../../engine/contract/failure';
import { RUN_SUFFIX } from '../../engine/contract/storedRun';
import { stem } from '../../engine/words/fileName';
import { OUT } from '../arguments/address';
import { uriArgument } from '../chooseFile';
import { saveTo } from '../export/saveDialog';
import { reportFailure } from '../failures';
import { showOpenDialog } from '../plainWindow';
import { foreignRun } from '../runs/foreignRun';
import type { Services } from '../services';
import { fileOfRun, type WrittenFile } from './fileOfRun';

const FILTER = { 'Kernelscope run': [RUN_SUFFIX.slice(1)] };

/** "Save a Copy of the Run…": the stored run as a file for someone else, or for another workspace. Resolves to what was written. */
export async function shareRunCommand(services: Services, argument: unknown, given?: unknown): Promise<WrittenFile> {
  const wanted = givenMembers(given, OUT);
  return fileOfRun(services, argument, {
    title: 'Save a Copy of a Run',
    doing: 'share run',
    write: async (run) =>
      saveTo(uriArgument(wanted.out), {
        title: 'Save a Copy of the Run',
        beside: Uri.parse(run.origin),
        name: `${stem(run.file.name)}${RUN_SUFFIX}`,
        filters: FILTER,
        content: await services.store.bytes(run.id),
        rowsOf: Uri.parse(run.origin),
      }),
  });
}

/** "Import Run…": takes a run's file into the history of this workspace and opens it. Resolves to its id there. */
export async function importRunCommand(
  services: Services,
  argument: unknown,
): Promise<{ readonly runId: string } | { readonly failure: Failure } | undefined> {
  const { store, tree, panels } = services;
  try {
    const uri = uriArgument(argument) ?? (await showOpenDialog({ title: 'Import Run', filters: FILTER }))?.[0];
    if (!uri) return undefined;
    const run = foreignRun(await workspace.fs.readFile(uri));
    await store.save(run);
    tree.refresh();
    panels.show(run, { since: performance.now() });
    return { runId: run.id };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'import run' }) };
  }
}

import { Uri } from 'vscode';
import { packModel } from '../../engine/model/packModel';
import { saveWithDialog } from '../export/saveDialog';
import { reportFailure } from '../failures';
import { stem } from '../fileName';
import { chooseRun } from '../runs/chooseRun';
import { targetsText } from '../runs/summary';
import type { Services } from '../services';

/** "Export Model…": the file that `kernelscope predict` on the command line takes. */
export async function exportModelCommand(services: Services, argument: unknown): Promise<void> {
  const id = await chooseRun(services, argument, 'Export the Model of a Run');
  if (id === undefined) return;
  try {
    const run = await services.store.load(id);
    await saveWithDialog({
      title: 'Export Model',
      beside: Uri.parse(run.origin),
      name: `${stem(run.file.name)}-${(targetsText(run) || run.method.id).replace(/[^\p{L}\p{N}]+/gu, '-')}.ksmodel`,
      filters: { 'Kernelscope model': ['ksmodel'] },
      content: packModel(run.model),
      rowsOf: Uri.parse(run.origin),
    });
  } catch (error) {
    reportFailure(services, error, { doing: 'export model' });
  }
}

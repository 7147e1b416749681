import { chooseFile, settleUnsavedChanges } from '../chooseFile';
import type { InspectReport } from '../panels/inspectPanel';
import type { Services } from '../services';

/** "Inspect Data": the panel of a file's data. Resolves to how many rows and columns it has, or to why it cannot be read. */
export async function inspectCommand({ inspections }: Services, argument: unknown): Promise<InspectReport | undefined> {
  const uri = await chooseFile(argument, 'Inspect Data');
  if (!uri) return undefined;
  await settleUnsavedChanges(uri);
  return inspections.show(uri);
}

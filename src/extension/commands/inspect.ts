import type { Uri } from 'vscode';
import type { Failure } from '../../engine/contract/failure';
import { chooseFile, settleUnsavedChanges } from '../chooseFile';
import { reportFailure } from '../failures';
import { baseName } from '../fileName';
import { inspectWithProgress } from '../fit/fitFlow';
import type { Services } from '../services';
import { sourceOf } from '../source';

/** "Inspect Data": the data report of a file, beside it. Resolves to the report's address. */
export async function inspectCommand(
  services: Services,
  argument: unknown,
): Promise<{ readonly report: Uri } | { readonly failure: Failure } | undefined> {
  const uri = await chooseFile(argument, 'Inspect Data');
  if (!uri) return undefined;
  try {
    await settleUnsavedChanges(uri);
    const { read = {} } = services.remembered.get(uri.toString());
    const inspection = await inspectWithProgress(services, await sourceOf(uri), read, baseName(uri.path));
    return { report: await services.reports.show(uri, inspection) };
  } catch (error) {
    const retry = () => inspectCommand(services, uri);
    const readAnyway = async () => {
      await services.remembered.acceptExpansion(uri.toString());
      return retry();
    };
    return { failure: reportFailure(services, error, { doing: 'inspect', uri, retry, readAnyway }) };
  }
}

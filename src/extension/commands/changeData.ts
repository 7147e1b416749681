import { toFailure } from '../../engine/contract/failure';
import { chooseFile } from '../chooseFile';
import { reportFailure } from '../failures';
import { baseName } from '../fileName';
import { fitFileAgain, inspectWithProgress } from '../fit/fitFlow';
import { showForm } from '../picks/form';
import { readFields, readOptionsOf, readValues } from '../picks/readFields';
import type { Services } from '../services';
import { sourceOf } from '../source';

/** "Change How the Data Are Read…": a form that says what was found; then a fit or the report with the changes. */
export async function changeDataCommand(services: Services, argument: unknown, firstMethod: string): Promise<void> {
  const uri = await chooseFile(argument, 'Change How the Data Are Read');
  if (!uri) return;
  const { remembered, reports } = services;
  const name = baseName(uri.path);
  try {
    const source = await sourceOf(uri);
    const before = remembered.get(uri.toString());
    // A file that cannot be read as it was said can still be read as found.
    const inspection = await inspectWithProgress(services, source, before.read ?? {}, name).catch((error) =>
      toFailure(error).code === 'file/expands'
        ? Promise.reject(error)
        : inspectWithProgress(services, source, {}, name),
    );
    const result = await showForm(`How ${name} is read`, readFields(inspection), readValues(before.read ?? {}), [
      { id: 'fit', icon: 'play', label: 'Fit', description: 'with these changes' },
      { id: 'report', icon: 'output', label: 'Show the data report', description: 'with these changes' },
    ]);
    if (!result) return;
    const accepted = before.read?.acceptExpansion;
    const read = { ...readOptionsOf(result.values), ...(accepted && { acceptExpansion: accepted }) };
    await remembered.set(uri.toString(), { ...before, read });
    if (result.action === 'report') await reports.show(uri, await inspectWithProgress(services, source, read, name));
    else await fitFileAgain(services, firstMethod, uri);
  } catch (error) {
    const readAnyway = async () => {
      await remembered.acceptExpansion(uri.toString());
      return changeDataCommand(services, uri, firstMethod);
    };
    reportFailure(services, error, { doing: 'change data', uri, readAnyway });
  }
}

import { l10n } from 'vscode';
import { toFailure } from '../../engine/contract/failure';
import { baseName } from '../../engine/words/fileName';
import { reportFailure } from '../failures';
import { fitFileAgain, inspectWithProgress } from '../fit/fitFlow';
import { askForm } from '../panels/askInPanel';
import type { Services } from '../services';
import { sourceOf } from '../source';
import { chooseShown } from './files';

/**
 * "Change How the Data Are Read…": a form that shows the findings; then a fit or the panel of the data with the
 * changes.
 */
export async function changeDataCommand(services: Services, argument: unknown, firstMethod?: string): Promise<void> {
  const uri = await chooseShown(services, argument, l10n.t('Change How the Data Are Read'));
  if (!uri) return;
  const { remembered, inspections } = services;
  const name = baseName(uri.path);
  try {
    const source = await sourceOf(uri);
    const before = remembered.get(uri.toString());
    // A file that cannot be read with the stored options can still be read as detected.
    const inspection = await inspectWithProgress(services, source, before.read ?? {}, name).catch((error) =>
      toFailure(error).code === 'file/expands'
        ? Promise.reject(error)
        : inspectWithProgress(services, source, {}, name),
    );
    const { readForm } = await import('../forms/field');
    const { formOfReading, INSPECT, readFields, readOptionsOf } = await import('../forms/readFields');
    const fields = readFields(inspection);
    const answer = await askForm(services, {
      form: formOfReading(name, fields, before.read ?? {}),
      check: (sent) => ({ problems: readForm(fields, sent).problems, summary: '' }),
    });
    if (!answer) return;
    const { values } = readForm(fields, answer.values);
    const accepted = before.read?.acceptExpansion;
    const read = { ...readOptionsOf(values), ...(accepted && { acceptExpansion: accepted }) };
    await remembered.set(uri.toString(), { ...before, read });
    if (answer.action === INSPECT) await inspections.show(uri);
    else await fitFileAgain(services, uri, firstMethod);
  } catch (error) {
    const readAnyway = async () => {
      await remembered.acceptExpansion(uri.toString());
      return changeDataCommand(services, uri, firstMethod);
    };
    reportFailure(services, error, { doing: 'change data', uri, readAnyway });
  }
}

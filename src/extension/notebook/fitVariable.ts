import { l10n, Uri, window, workspace } from 'vscode';
import { cancelledError } from '../../engine/contract/context';
import { KernelscopeError } from '../../engine/contract/failure';
import { isRecord } from '../../engine/contract/shape';
import { baseName } from '../../engine/words/fileName';
import { counted, quoted } from '../../engine/words/sentence';
import { uriArgument } from '../chooseFile';
import { type FitReport, fitFile } from '../fit/fitFlow';
import type { InspectReport } from '../panels/inspectPanel';
import { pickOne, showInformation } from '../plainWindow';
import type { Services } from '../services';
import { QUIET } from '../tasks';
import { copiesOf, copyName, pruneCopies } from './copies';
import { type Answer, type Asked, askKernel, type Copy } from './kernel';

/**
 * "Fit a Notebook Variable…": copies a table of the active notebook's kernel to a file, and fits it. The Jupyter
 * extension's list of variables names a table and its notebook: then nothing is picked, and the panel of its data
 * opens.
 */
export async function fitVariableCommand(
  services: Services,
  argument: unknown,
): Promise<FitReport | InspectReport | undefined> {
  const named = isRecord(argument) && typeof argument.name === 'string' ? argument : undefined;
  const editor = isRecord(argument) && isRecord(argument.notebookEditor) ? argument.notebookEditor : undefined;
  const notebook =
    uriArgument(named?.fileName) ?? uriArgument(editor?.notebookUri) ?? window.activeNotebookEditor?.notebook.uri;
  if (!notebook) throw new KernelscopeError('file/unreadable', 'No notebook is open. Open one and run its cells.');
  const variable = named === undefined ? await pickVariable(services, notebook) : String(named.name);
  if (variable === undefined) return undefined;
  const file = await copyVariable(services, notebook, variable);
  return named === undefined ? fitFile(services, undefined, file) : services.inspections.show(file);
}

async function pickVariable(services: Services, notebook: Uri): Promise<string | undefined> {
  const { tables = [] } = await ask(services, notebook, { name: null, folder: '', file: '', token: '' });
  if (tables.length === 0)
    throw new KernelscopeError(
      'file/empty',
      `The kernel of ${baseName(notebook.path)} has no DataFrame of pandas or polars and no table of pyarrow. Run the cell that makes one.`,
    );
  const items = tables.map(({ name, kind, rows, columns }) => ({
    label: name,
    description: `${counted(rows, 'row')}, ${counted(columns, 'column')}, ${kind}`,
    name,
  }));
  const placeHolder = l10n.t('Which table of {0}?', baseName(notebook.path));
  return (await pickOne(items, { title: l10n.t('Fit a Notebook Variable'), placeHolder, matchOnDescription: true }))
    ?.name;
}

function ask(services: Services, notebook: Uri, asked: Asked): Promise<Answer> {
  const file = baseName(notebook.path);
  const title =
    asked.name === null ? l10n.t('Listing tables of {0}', file) : l10n.t('Copying {0} of {1}', asked.name, file);
  return services.tasks.run({ title, quiet: QUIET.reading }, ({ signal }) => askKernel(notebook, asked, signal));
}

/**
 * Copies a table to a file in the workspace's storage. The file keeps its name, so that a run of it is listed beside
 * later ones.
 */
async function copyVariable(services: Services, notebook: Uri, name: string): Promise<Uri> {
  const folder = copiesOf(services, notebook);
  const [file, token] = [copyName(name, notebook), crypto.randomUUID()];
  const proof = Uri.joinPath(folder, token);
  await workspace.fs.createDirectory(folder);
  await workspace.fs.writeFile(proof, new Uint8Array(0));
  try {
    const { copy, pieces } = await ask(services, notebook, { name, folder: folder.fsPath, file, token });
    if (!copy) throw cancelledError();
    const place = Uri.joinPath(folder, `${file}.${copy.ending}`);
    if (pieces.length > 0)
      await workspace.fs.writeFile(
        place,
        Uint8Array.from(atob(pieces.join('')), (sign) => sign.charCodeAt(0)),
      );
    await tell(services, place, name, copy);
    return place;
  } finally {
    await workspace.fs.delete(proof);
    void pruneCopies(services).catch((error: unknown) => services.log.warn(`copies of notebooks: ${error}`));
  }
}

/**
 * Reports the columns that the file lacks, and has texts read as texts if the file's format cannot state their type.
 */
async function tell({ remembered }: Services, place: Uri, name: string, copy: Copy): Promise<void> {
  const { ending, leftOut, texts } = copy;
  const before = remembered.get(place.toString());
  const kinds = { ...Object.fromEntries(texts.map((column) => [column, 'category' as const])), ...before.read?.kinds };
  if (texts.length > 0) await remembered.set(place.toString(), { ...before, read: { ...before.read, kinds } });
  const left =
    leftOut.length > 0 ? `${l10n.t('Left out of {0}: {1}, which no table can hold.', name, quoted(leftOut))} ` : '';
  const csv = l10n.t(
    '{0} was copied as CSV, as its kernel has no pyarrow: "%pip install pyarrow" keeps all types of columns.',
    name,
  );
  const said = `${left}${ending === 'csv' ? csv : ''}`.trim();
  if (said !== '') void showInformation(said);
}

import { commands, l10n, Uri, workspace } from 'vscode';
import { givenMembers, type MemberChecks } from '../../choices/members';
import { targetsText } from '../../doors/brief/runFacts';
import type { ExportedFile, ModelFormat } from '../../engine/contract/exported';
import type { StoredRun } from '../../engine/contract/run';
import { allOrNone } from '../../engine/machine/allOrNone';
import { packModel } from '../../engine/model/packModel';
import { baseName, stem } from '../../engine/words/fileName';
import { OUT } from '../arguments/address';
import { browseFolder, uriArgument } from '../chooseFile';
import { saveTo } from '../export/saveDialog';
import { writeFile } from '../export/writeFile';
import { isExportChoice, pickFormat } from '../picks/formatPick';
import { showInformation, showWarning } from '../plainWindow';
import type { Services } from '../services';
import { fileOfRun, type WriteOutcome } from './fileOfRun';

/**
 * Arguments for callers without dialogs: the format, and the file (ksmodel) or the folder in which a new folder is
 * made.
 */
interface ExportArguments {
  readonly format?: unknown;
  readonly out?: unknown;
}
const MEMBERS: MemberChecks<ExportArguments> = {
  format: [isExportChoice, 'ksmodel, python, javascript, onnx, json, notebook, script or cell'],
  ...OUT,
};

/**
 * "Export Model…": the model's own file, or a new folder that holds it in another format. Resolves to the file or
 * folder written.
 */
export async function exportModelCommand(
  services: Services,
  argument: unknown,
  given?: unknown,
): Promise<WriteOutcome> {
  const wanted = givenMembers(given, MEMBERS);
  return fileOfRun(services, argument, {
    title: l10n.t('Export the Model of a Run'),
    doing: 'export model',
    async write(run) {
      const format = isExportChoice(wanted.format) ? wanted.format : await pickFormat();
      if (format === undefined) return undefined;
      const out = uriArgument(wanted.out);
      return format === 'ksmodel' ? saveModel(run, out) : saveFolder(services, run, format, out);
    },
  });
}

const saveModel = (run: StoredRun, out: Uri | undefined): Promise<Uri | undefined> =>
  saveTo(out, {
    title: l10n.t('Export Model'),
    beside: Uri.parse(run.origin),
    name: `${nameOf(run)}.ksmodel`,
    filters: { [l10n.t('Kernelscope model')]: ['ksmodel'] },
    content: packModel(run.model),
    rowsOf: Uri.parse(run.origin),
  });

async function saveFolder(
  { engine, tasks }: Services,
  run: StoredRun,
  format: ModelFormat,
  given: Uri | undefined,
): Promise<Uri | undefined> {
  const parent = given ?? (await chooseFolder(run));
  if (!parent) return undefined;
  const exported = (intervals?: boolean) =>
    tasks.run({ title: l10n.t('Exporting {0}', baseName(run.file.name)) }, (call) =>
      engine.call('export', { model: run.model, format, ...(intervals !== undefined && { intervals }) }, call),
    );
  let { files, size, leftOut } = await exported();
  if (leftOut !== undefined && !given) {
    const [without, withThem] = [l10n.t('Without Intervals'), l10n.t('With Intervals')];
    const answer = await showWarning(
      l10n.t('Export without prediction intervals?'),
      { modal: true, detail: `${leftOut} ${size}` },
      without,
      withThem,
    );
    if (answer === undefined) return undefined;
    if (answer === withThem) ({ files, size } = await exported(true));
  }
  const folder = await allOrNone(
    (uri: Uri) => workspace.fs.delete(uri),
    async (made) => {
      const place = await newFolder(parent, `${nameOf(run)}-${format}`);
      made(place);
      for (const { name, content } of files) {
        const uri = Uri.joinPath(place, name);
        await writeFile(uri, content, Uri.parse(run.origin));
        made(uri);
      }
      return place;
    },
  );
  if (!given) void offerToShow(folder, files, size);
  return folder;
}

function chooseFolder(run: StoredRun): Promise<Uri | undefined> {
  const origin = Uri.parse(run.origin);
  const beside = origin.scheme === 'untitled' ? workspace.workspaceFolders?.[0]?.uri : Uri.joinPath(origin, '..');
  return browseFolder(l10n.t('Export Model: Choose Where Its Folder Is Made'), {
    openLabel: l10n.t('Export Here'),
    ...(beside && { defaultUri: beside }),
  });
}

/** Makes a folder with this name, or with the next one that is free: nothing that exists is replaced. */
async function newFolder(parent: Uri, name: string): Promise<Uri> {
  const taken = new Set((await workspace.fs.readDirectory(parent)).map(([entry]) => entry.toLowerCase()));
  let free = name;
  for (let i = 2; taken.has(free.toLowerCase()); i++) free = `${name}-${i}`;
  const folder = Uri.joinPath(parent, free);
  await workspace.fs.createDirectory(folder);
  return folder;
}

async function offerToShow(folder: Uri, files: readonly ExportedFile[], size: string): Promise<void> {
  const [open, reveal] = [l10n.t('Open'), l10n.t('Show Folder')];
  const text = files.filter(({ name }) => !name.endsWith('.onnx'));
  const answer = await showInformation(
    l10n.t('Exported to the folder {0}: {1}', baseName(folder.path), size),
    ...(text.length > 0 ? [open] : []),
    reveal,
  );
  if (answer === open) await commands.executeCommand('vscode.open', Uri.joinPath(folder, text[0].name));
  if (answer === reveal)
    await commands.executeCommand(workspace.getWorkspaceFolder(folder) ? 'revealInExplorer' : 'revealFileInOS', folder);
}

/** A name of letters and digits only, which is valid everywhere. */
function nameOf(run: StoredRun): string {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return `${plain(stem(run.file.name)) || 'model'}-${plain(targetsText(run)) || run.method.id}`.slice(0, 100);
}

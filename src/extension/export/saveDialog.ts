import { commands, l10n, Uri, workspace } from 'vscode';
import { baseName } from '../../engine/words/fileName';
import type { ExportFormat } from '../../webview/protocol.schema';
import { showInformation, showSaveDialog } from '../plainWindow';
import { writeFile, writeIfAgreed } from './writeFile';

export interface SaveRequest {
  readonly title: string;
  /** The proposed place is beside this file, or in the first workspace folder. */
  readonly beside?: Uri;
  readonly name: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** The content, which may depend on the place. */
  readonly content: Uint8Array | ((place: Uri) => Uint8Array);
  /** The file whose rows the content has. */
  readonly rowsOf?: Uri;
  /** True to open the written file instead of offering to open it. */
  readonly open?: boolean;
}

/** Asks for a place, writes the file, and reports it with a button to open it. Undefined if the person cancels. */
export async function saveWithDialog(request: SaveRequest): Promise<Uri | undefined> {
  const { title, beside, name, filters, rowsOf, open } = request;
  const uri = await showSaveDialog({
    title,
    defaultUri: proposedPlace(beside, name),
    filters: Object.fromEntries(Object.entries(filters).map(([label, endings]) => [label, [...endings]])),
  });
  if (!uri) return undefined;
  await writeFile(uri, contentFor(request, uri), rowsOf);
  if (open) await commands.executeCommand('vscode.open', uri);
  else void offerToOpen(uri);
  return uri;
}

/**
 * Writes to the place that a command's arguments name, once the person agrees to replace an existing file, or else asks
 * for a place.
 */
export async function saveTo(out: Uri | undefined, request: SaveRequest): Promise<Uri | undefined> {
  if (!out) return saveWithDialog(request);
  await writeIfAgreed(out, contentFor(request, out));
  return out;
}

const contentFor = ({ content }: SaveRequest, place: Uri): Uint8Array =>
  typeof content === 'function' ? content(place) : content;

export async function offerToOpen(uri: Uri): Promise<void> {
  const answer = await showInformation(l10n.t('Saved {0}.', baseName(uri.path)), l10n.t('Open'));
  if (answer !== undefined) await commands.executeCommand('vscode.open', uri);
}

function proposedPlace(beside: Uri | undefined, name: string): Uri | undefined {
  const folder =
    beside && beside.scheme !== 'untitled' ? Uri.joinPath(beside, '..') : workspace.workspaceFolders?.[0]?.uri;
  // The name may come from the page: only its last part counts.
  return folder && Uri.joinPath(folder, baseName(name));
}

const LABEL: Readonly<Record<ExportFormat, string>> = {
  png: l10n.t('PNG image'),
  svg: l10n.t('SVG drawing'),
  csv: l10n.t('Comma-separated values'),
};

/** Saves a figure that the page has drawn, beside its file, if it has one. */
export async function saveFigure(
  origin: Uri | undefined,
  name: string,
  format: ExportFormat,
  bytes: Uint8Array,
): Promise<void> {
  const ending = `.${format}`;
  const fullName = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;
  await saveWithDialog({
    title: l10n.t('Save Figure'),
    beside: origin,
    name: fullName,
    filters: { [LABEL[format]]: [format] },
    content: bytes,
  });
}

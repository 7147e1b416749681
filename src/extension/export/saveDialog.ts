import { commands, Uri, workspace } from 'vscode';
import { baseName } from '../../engine/words/fileName';
import { showInformation, showSaveDialog } from '../plainWindow';
import { writeFile } from './writeFile';

export interface SaveRequest {
  readonly title: string;
  /** Proposed beside this file, or in the first workspace folder. */
  readonly beside?: Uri;
  readonly name: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** May depend on where it goes. */
  readonly content: Uint8Array | ((place: Uri) => Uint8Array);
  /** The file whose rows are in it. */
  readonly rowsOf?: Uri;
  /** Opens what was written, in place of offering to. */
  readonly open?: boolean;
}

/** Asks where, writes, and says so with a way to open it. Undefined when the person thinks better of it. */
export async function saveWithDialog({
  title,
  beside,
  name,
  filters,
  content,
  rowsOf,
  open,
}: SaveRequest): Promise<Uri | undefined> {
  const uri = await showSaveDialog({
    title,
    defaultUri: proposedPlace(beside, name),
    filters: Object.fromEntries(Object.entries(filters).map(([label, endings]) => [label, [...endings]])),
  });
  if (!uri) return undefined;
  await writeFile(uri, typeof content === 'function' ? content(uri) : content, rowsOf);
  if (open) await commands.executeCommand('vscode.open', uri);
  else void offerToOpen(uri);
  return uri;
}

export async function offerToOpen(uri: Uri): Promise<void> {
  const answer = await showInformation(`Saved ${baseName(uri.path)}.`, 'Open');
  if (answer === 'Open') await commands.executeCommand('vscode.open', uri);
}

function proposedPlace(beside: Uri | undefined, name: string): Uri | undefined {
  const folder =
    beside && beside.scheme !== 'untitled' ? Uri.joinPath(beside, '..') : workspace.workspaceFolders?.[0]?.uri;
  // The name may come from the page: only its last part counts.
  return folder && Uri.joinPath(folder, baseName(name));
}

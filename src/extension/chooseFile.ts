import {
  l10n,
  type OpenDialogOptions,
  QuickPickItemKind,
  TabInputCustom,
  TabInputText,
  Uri,
  window,
  workspace,
} from 'vscode';
import { invalidArgument } from '../choices/members';
import { cancelledError } from '../engine/contract/context';
import { baseName, DIALOG_ENDINGS, dataGlob, isDataFile } from '../engine/words/fileName';
import { AN_ADDRESS, isAddress } from './arguments/address';
import { moreEndings } from './fit/userSettings';
import { type PlainItem, pickOne, showOpenDialog, showWarning } from './plainWindow';
import { openDocument } from './source';

const FILES = 5000;

/** The scheme of the addresses that VS Code gives to webview panels. */
const PANEL_SCHEME = 'webview-panel';

interface Item extends PlainItem {
  readonly uri?: Uri;
  readonly browse?: boolean;
}

/**
 * The file of a command: named by the menu or caller, or the data file in the active editor, or picked by the person.
 * Undefined if the person cancels.
 */
export async function chooseFile(argument: unknown, title: string): Promise<Uri | undefined> {
  if (typeof argument === 'number' || typeof argument === 'boolean')
    throw invalidArgument('file', `The argument file has to be ${AN_ADDRESS}.`);
  const named = uriArgument(argument);
  if (named) return named;
  const active = activeFile();
  const more = moreEndings();
  if (active && isDataFile(active.path, more)) return active;
  const open = openFiles().filter(({ path }) => isDataFile(path, more));
  const seen = new Set(open.map(String));
  const found = await workspace.findFiles(dataGlob(more), '**/{node_modules,.git}/**', FILES);
  const items = found
    .filter((uri) => !seen.has(String(uri)))
    .sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }))
    .map(fileItem);
  const others: Item[] = [
    { label: '', kind: QuickPickItemKind.Separator },
    ...(active ? [{ label: baseName(active.path), description: l10n.t('the active editor'), uri: active }] : []),
    {
      icon: 'folder-opened',
      label: l10n.t('Browse…'),
      description: l10n.t('delimited text, JSON Lines or Parquet, gzip and zstd too'),
      browse: true,
      alwaysShow: true,
    },
  ];
  const ofEditors: Item[] =
    open.length > 0 ? [{ label: l10n.t('open'), kind: QuickPickItemKind.Separator }, ...open.map(fileItem)] : [];
  const ofFolders: Item[] =
    open.length > 0 ? [{ label: l10n.t('in this workspace'), kind: QuickPickItemKind.Separator }, ...items] : items;
  const picked = await pickOne([...ofEditors, ...ofFolders, ...others], {
    title,
    placeHolder: l10n.t('Which file?'),
    matchOnDescription: true,
  });
  return picked?.browse ? browse(title) : picked?.uri;
}

/** The file's name, with its folder beside it unless that is the workspace's own. */
function fileItem(uri: Uri): Item {
  const path = workspace.asRelativePath(uri);
  const folder = path.slice(0, path.length - baseName(path).length).replace(/[\\/]$/, '');
  return { label: baseName(uri.path), ...(folder !== '' && { description: folder }), uri };
}

/** The files of all tabs, each once. */
function openFiles(): Uri[] {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const files = tabs.flatMap(({ input }) =>
    input instanceof TabInputText || input instanceof TabInputCustom ? [input.uri] : [],
  );
  return [...new Map(files.map((uri) => [String(uri), uri])).values()];
}

/** The file shown in the active tab, whether or not an editor could open it. */
export function activeFile(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof TabInputText || input instanceof TabInputCustom) return input.uri;
  return window.activeTextEditor?.document.uri;
}

export async function browse(title: string): Promise<Uri | undefined> {
  const chosen = await showOpenDialog({
    title,
    canSelectMany: false,
    filters: { [l10n.t('Tables')]: [...DIALOG_ENDINGS], [l10n.t('All files')]: ['*'] },
  });
  return chosen?.[0];
}

export async function browseFolder(title: string, more: OpenDialogOptions = {}): Promise<Uri | undefined> {
  const chosen = await showOpenDialog({
    title,
    openLabel: l10n.t('Choose Folder'),
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    ...more,
  });
  return chosen?.[0];
}

/**
 * A Uri, or the object that JSON leaves of one, or an address or path from a keybinding. The title bar of a panel
 * passes the panel's own address, which is not a file.
 */
export function uriArgument(value: unknown): Uri | undefined {
  if (value instanceof Uri) return value.scheme === PANEL_SCHEME ? undefined : value;
  if (typeof value === 'string' && value !== '')
    return /^[a-z][\w+.-]+:/i.test(value) ? Uri.parse(value) : Uri.file(value);
  return isAddress(value) ? Uri.from(value as { scheme: string; path: string }) : undefined;
}

/** Results are about the file on disk: unsaved changes in an editor are saved first, if the person agrees. */
export async function settleUnsavedChanges(uri: Uri): Promise<void> {
  const document = openDocument(uri);
  if (!document?.isDirty || uri.scheme === 'untitled') return;
  const save = l10n.t('Save and Continue');
  const keep = l10n.t('Use the File on Disk');
  const answer = await showWarning(l10n.t('{0} has unsaved changes.', baseName(uri.path)), {}, save, keep);
  if (answer === undefined) throw cancelledError();
  if (answer === save) await document.save();
}

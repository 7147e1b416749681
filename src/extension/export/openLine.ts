import { FileType, l10n, Range, Uri, ViewColumn, window, workspace } from 'vscode';
import type { Dialect, FileStamp } from '../../engine/contract/data';
import { isPattern } from '../../engine/machine/pattern';
import { partLine } from '../../engine/words/dataWords';
import { baseName } from '../../engine/words/fileName';
import { count } from '../../engine/words/numbers';
import { fileSize } from '../../engine/words/quantities';
import { showInformation } from '../plainWindow';

/** VS Code does not show larger files to extensions. */
const EDITOR_LIMIT = 50 * 1024 * 1024;

export interface OpenedFile {
  readonly origin: string;
  readonly file: Pick<FileStamp, 'name' | 'path' | 'parts'>;
  readonly inspection: { readonly dialect: Pick<Dialect, 'compression' | 'format'> };
}

/** Shows the row in the file itself, beside the panel that asks, or says where it is if no editor can open the file. */
export async function openLine({ origin, file, inspection }: OpenedFile, row: number): Promise<void> {
  const { path, line } = partLine(file, row);
  const uri = file.parts ? Uri.file(path) : Uri.parse(origin);
  const name = baseName(uri.path);
  if (!file.parts && (await isSeveral(uri))) {
    void showInformation(
      l10n.t(
        'The row is on line {0} of a file of {1}: a fit on a cluster does not know which, so none can be opened there.',
        count(line),
        name,
      ),
    );
    return;
  }
  const { compression, format } = inspection.dialect;
  if (format === 'parquet') {
    void showInformation(l10n.t('{0} is no text, so it cannot be opened at a row. It is row {1}.', name, count(line)));
    return;
  }
  if (compression !== 'none') {
    void showInformation(
      l10n.t('{0} is compressed, so it cannot be opened at a line. The row is on line {1}.', name, count(line)),
    );
    return;
  }
  const stats = uri.scheme === 'untitled' ? undefined : await workspace.fs.stat(uri);
  if (stats && stats.size > EDITOR_LIMIT) {
    void showInformation(
      l10n.t('{0} ({1}) is too large for the editor. The row is on line {2}.', name, fileSize(stats.size), count(line)),
    );
    return;
  }
  const document = await workspace.openTextDocument(uri);
  const { range } = document.lineAt(Math.min(Math.max(line, 1), document.lineCount) - 1);
  await window.showTextDocument(document, {
    viewColumn: columnOf(uri) ?? (panelIsAlone() ? ViewColumn.Beside : ViewColumn.One),
    selection: new Range(range.start, range.end),
  });
}

/** True if an address is that of a folder or a pattern. */
async function isSeveral(uri: Uri): Promise<boolean> {
  if (uri.scheme !== 'file') return false;
  return workspace.fs.stat(uri).then(
    ({ type }) => type === FileType.Directory,
    // A file's name may look like a pattern.
    () => isPattern(uri.path),
  );
}

/** The column in which the file is already open. */
function columnOf(uri: Uri): ViewColumn | undefined {
  return window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString())?.viewColumn;
}

/** True if a panel, or the editor of a stored run, has the first column, where the file would cover it. */
function panelIsAlone(): boolean {
  const first = window.tabGroups.all.find(({ viewColumn }) => viewColumn === ViewColumn.One);
  const input = first?.activeTab?.input;
  return typeof input === 'object' && input !== null && 'viewType' in input;
}

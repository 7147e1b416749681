import {
  l10n,
  NotebookCellData,
  NotebookCellKind,
  NotebookEdit,
  type NotebookEditor,
  type TextEditor,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { KernelscopeError, toFailure } from '../../engine/contract/failure';
import type { StoredRun } from '../../engine/contract/run';
import { showWarning } from '../plainWindow';
import { chooseRun } from '../runs/chooseRun';
import type { Services } from '../services';
import { copiedVariable, copiesOf } from './copies';

const PYTHON = 'python';

/**
 * "Insert Code…": the short scikit-learn cell for a run, as a cell below the selection of the notebook, at the cursor
 * of a Python file, or as a new file. If scikit-learn lacks something, this is reported, and the program that repeats
 * the fit is offered. Resolves to its place.
 */
export async function insertCodeCommand(services: Services, argument: unknown): Promise<Uri | undefined> {
  const id = await chooseRun(services, argument, l10n.t('Insert the Code of a Run'));
  if (id === undefined) return undefined;
  const run = await services.store.load(id);
  const code = await codeOf(services, run, 'cell').catch(async (error: unknown) => {
    const replay = await codeOf(services, run, 'script').catch(() => undefined);
    if (replay === undefined) throw error;
    const repeat = l10n.t('Insert Exact Replay');
    return (await showWarning(toFailure(error).message, {}, repeat)) === repeat ? replay : undefined;
  });
  return code === undefined ? undefined : insert(services, Uri.parse(run.origin), code);
}

async function codeOf(services: Services, run: StoredRun, format: 'cell' | 'script'): Promise<string> {
  const variable = copiedVariable(services, Uri.parse(run.origin));
  const asked = { model: run.model, format, ...(variable !== undefined && { variable }) };
  const { files } = await services.engine.call('export', asked);
  return new TextDecoder().decode(files[0].content);
}

/**
 * Inserts the code. The panel of the run is in front, so editors beside it count as well, the notebook of its variable
 * first.
 */
async function insert(services: Services, origin: Uri, code: string): Promise<Uri> {
  const { activeNotebookEditor, visibleNotebookEditors, activeTextEditor, visibleTextEditors } = window;
  const holds = ({ notebook }: NotebookEditor) => origin.path.startsWith(`${copiesOf(services, notebook.uri).path}/`);
  const notebook = visibleNotebookEditors.find(holds) ?? activeNotebookEditor ?? visibleNotebookEditors[0];
  if (notebook) {
    const edit = new WorkspaceEdit();
    const cell = new NotebookCellData(NotebookCellKind.Code, code.trimEnd(), PYTHON);
    edit.set(notebook.notebook.uri, [NotebookEdit.insertCells(notebook.selection.end, [cell])]);
    return written(workspace.applyEdit(edit), notebook.notebook.uri);
  }
  const isPython = (editor: TextEditor | undefined) => editor?.document.languageId === PYTHON;
  const editor = isPython(activeTextEditor) ? activeTextEditor : visibleTextEditors.find(isPython);
  if (editor) {
    const { range } = editor.document.lineAt(editor.selection.active.line);
    const below = range.isEmpty ? code : `\n${code}`;
    return written(
      editor.edit((text) => text.insert(range.end, below)),
      editor.document.uri,
    );
  }
  const document = await workspace.openTextDocument({ language: PYTHON, content: code });
  await window.showTextDocument(document);
  return document.uri;
}

async function written(taken: Thenable<boolean>, uri: Uri): Promise<Uri> {
  if (await taken) return uri;
  const text = l10n.t('The editor did not take the code: it may be read-only. Close it and choose Insert Code… again.');
  throw new KernelscopeError('file/not-written', text);
}

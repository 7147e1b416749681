import {
  type Disposable,
  EventEmitter,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { Inspection } from '../../engine/contract/data';
import { baseName } from '../fileName';
import { REPORT_SCHEME } from '../ids';

/** Data reports as read-only documents beside the file: searchable, copyable, and nothing to run. */
export class DataReports implements TextDocumentContentProvider, Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registered: Disposable[];

  constructor() {
    this.registered = [
      workspace.registerTextDocumentContentProvider(REPORT_SCHEME, this),
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === REPORT_SCHEME) this.texts.delete(uri.toString());
      }),
    ];
  }

  provideTextDocumentContent(uri: Uri): string {
    return (
      this.texts.get(uri.toString()) ??
      'This report was closed with its window. Run "Kernelscope: Inspect Data" again.\n'
    );
  }

  async show(file: Uri, inspection: Inspection): Promise<Uri> {
    const name = baseName(file.path);
    // The query keeps files of one name in several folders apart.
    const uri = Uri.from({ scheme: REPORT_SCHEME, path: `/${name} (data report)`, query: file.toString() });
    const { inspectionText } = await import('./inspectionText');
    this.texts.set(uri.toString(), inspectionText(inspection));
    this.changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
    return uri;
  }

  dispose(): void {
    for (const disposable of this.registered) disposable.dispose();
    this.changed.dispose();
  }
}

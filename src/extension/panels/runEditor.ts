import { type CustomDocument, type CustomReadonlyEditorProvider, type Uri, type WebviewPanel, workspace } from 'vscode';
import type { RunStore } from '../../doors/runs/store';
import type { StoredRun } from '../../engine/contract/storedRun';
import { foreignRun } from '../runs/foreignRun';
import type { ResultsPanels } from './resultsPanels';

interface RunDocument extends CustomDocument {
  readonly run: StoredRun;
}

/** A `.ksrun` file in an editor: the run's panel, which leaves the file as it is. */
export class RunEditor implements CustomReadonlyEditorProvider<RunDocument> {
  constructor(
    private readonly store: RunStore,
    private readonly panels: ResultsPanels,
  ) {}

  /** Throws `run/unreadable`, which VS Code shows in the editor's place. */
  async openCustomDocument(uri: Uri): Promise<RunDocument> {
    const run = await foreignRun(await workspace.fs.readFile(uri));
    this.store.hold(run);
    return { uri, run, dispose: () => this.store.release(run.id) };
  }

  resolveCustomEditor({ run }: RunDocument, view: WebviewPanel): void {
    this.panels.adopt(view, run.id);
  }
}

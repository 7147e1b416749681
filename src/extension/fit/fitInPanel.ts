import type { Uri } from 'vscode';
import type { StoredRun } from '../../engine/contract/storedRun';
import { baseName } from '../../engine/words/fileName';
import type { ResultsPanel } from '../panels/resultsPanel';
import type { Services } from '../services';
import type { FitControls, FitWatcher } from '../tasks';

/** Called when a fit begins, with the title of what was picked instead of its method; what it returns watches the fit. */
export type BeginFit = (controls: FitControls, title?: string) => FitWatcher;

/**
 * A fit in a panel that opens as it begins and shows the run; it closes where there is none. `expecting`: a panel to take instead, which is the caller's
 * to close where no fit begins. `since`: `performance.now()` when the person asked for it.
 */
export async function fitInPanel(
  services: Services,
  uri: Uri,
  method: string,
  since: number,
  fitting: (begin: BeginFit) => Promise<StoredRun>,
  expecting?: ResultsPanel,
): Promise<StoredRun> {
  let panel: ResultsPanel | undefined;
  try {
    const run = await fitting((controls, title = method) => {
      const opened = services.panels.prepare(baseName(uri.path), title, controls, since, expecting);
      panel = opened;
      return opened.watcher;
    });
    // A panel that was closed in the last moment stays closed: the run is among the others.
    if (panel) panel.finish(run.id, since);
    else services.panels.show(run, { since });
    return run;
  } catch (error) {
    panel?.abandon();
    throw error;
  }
}

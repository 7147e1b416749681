import type { Uri } from 'vscode';
import type { StoredRun } from '../../engine/contract/run';
import { baseName } from '../../engine/words/fileName';
import type { ResultsPanel } from '../panels/resultsPanel';
import type { Services } from '../services';
import type { FitControls, FitWatcher } from '../tasks';

/**
 * Called when a fit begins, with the title of the choice that replaced its method, if any; the returned object
 * watches the fit.
 */
export type BeginFit = (controls: FitControls, title?: string) => FitWatcher;

/**
 * A fit in a panel that opens as it begins and shows the run; the panel closes if there is no run. `expecting`: an open
 * panel to use, which the caller has to close if no fit begins. `since`: `performance.now()` when the person asked for
 * the fit.
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
    // A panel that was closed at the last moment stays closed: the run is among the others.
    if (panel) panel.finish(run.id, since);
    else services.panels.show(run, { since });
    return run;
  } catch (error) {
    panel?.abandon();
    throw error;
  }
}

import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { HostTask } from '../engine/contract/host';
import type { Port } from '../engine/contract/rpc';
import { Engine } from '../engine/engine';
import { embeddedAlone } from '../engine/machine/backEnd';
import { plannedMemory } from '../engine/machine/memory';
import { serveTrials } from '../engine/search/trialThread';
import { serve } from '../engine/serve';
import { platform } from '../platform/platform';
import { giveWay } from './giveWay';
import { beginHost, workInHost } from './nativeHost';

/**
 * The task of engine.js when it is started: as the thread of a page, a thread of a search, the editor's worker, which
 * is given no data, or the process for native libraries and the thread in it, which are given a task. When another
 * bundle requires it, it does nothing.
 */
if (platform.requests) serveAlone(platform.requests);
else if (serveTrials()) {
  // `serveTrials` does everything that is needed.
} else if (!isMainThread && parentPort) {
  if (workerData) void workInHost(parentPort, workerData as HostTask);
  else {
    // On other systems the priority of a single thread cannot be set here, and the editor's would be lowered.
    if (process.platform === 'linux') giveWay();
    serveAlone(parentPort);
  }
} else if (require.main?.filename === __filename && process.argv[2]) beginHost(JSON.parse(process.argv[2]) as HostTask);

/** Serves requests with the embedded core, which is always available. */
function serveAlone(port: Port): void {
  serve(
    port,
    new Engine({
      memory: plannedMemory,
      linearAlgebra: embeddedAlone(),
      reproductions: () => import('../reproduce/run'),
      exports: () => import('../export/exportModel'),
    }),
  );
}

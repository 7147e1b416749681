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
 * What engine.js does when it is started: as the thread of a page, a thread of a search, the editor's worker, which is given no data, or the process
 * for native libraries and the thread in it, which are given a task. Required by another bundle it does nothing.
 */
if (platform.requests) serveAlone(platform.requests);
else if (serveTrials()) {
  // It has all it needs.
} else if (!isMainThread && parentPort) {
  if (workerData) void workInHost(parentPort, workerData as HostTask);
  else {
    // Elsewhere threads have no priority that could be set here, and it would be the editor's.
    if (process.platform === 'linux') giveWay();
    serveAlone(parentPort);
  }
} else if (require.main?.filename === __filename && process.argv[2]) beginHost(JSON.parse(process.argv[2]) as HostTask);

/** By the core that is always there. */
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

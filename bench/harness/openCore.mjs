// The core that computes on our side of a benchmark, in the process that computes.
import { createEmbedded } from '../../src/engine/linalg/core/embedded';
import { nativeWherePossible } from '../../src/engine/machine/nativeBackEnd';

/**
 * The embedded core or, where `bundles` says where the bridge is, the library that a fit with `native` would take, and its name; undefined
 * where there is none.
 */
export function openCore({ threads, bundles }) {
  const embedded = createEmbedded({ threads });
  embedded.scope(() => embedded.allocate(1));
  if (bundles === undefined) return { core: embedded };
  const choose = nativeWherePossible({
    embedded: () => ({ linalg: embedded, notes: () => [] }),
    onOneThread: () => createEmbedded({ threads: 1 }),
    bundles,
    log: (sentence) => console.error(`  ${sentence}`),
  });
  const core = choose(0).linalg;
  return core === embedded ? undefined : { core, library: core.core.name };
}

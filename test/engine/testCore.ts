import { contextWith, quietContext } from '../../src/engine/contract/context';
import type { RequestContext } from '../../src/engine/contract/rpc';
import type { Machine } from '../../src/engine/engine';
import type { FitContext } from '../../src/engine/fit/method';
import { createEmbedded } from '../../src/engine/linalg/core/embedded';

/** The core that tests of the engine compute with: one thread, so that test files running side by side share the machine. */
export const core = createEmbedded({ threads: 1 });

/** A fit on that core which reports nowhere and is never cancelled. */
export const fitContext: FitContext = { ...quietContext, linalg: core };

/**
 * The same where nobody looks at the effects of columns, which are then means over few rows, nor at the error of the
 * choice as such.
 */
export const briefContext: FitContext = { ...fitContext, hints: { brief: true } };

/** A request whose effects of columns nobody looks at: they take a fifth of a small fit. */
export const withoutEffects: RequestContext = contextWith(quietContext, { withoutPartial: true });

/** A machine on that core; memory in bytes. */
export const machine = (memory: number): Machine => ({
  memory: () => memory,
  linearAlgebra: () => ({ linalg: core, notes: () => [] }),
  reproductions: () => import('../../src/reproduce/run'),
  exports: () => import('../../src/export/exportModel'),
});

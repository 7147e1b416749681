import type { Callout } from '../contract/callout';
import type { RunContext } from '../contract/context';
import { type DesignOptions, HELD_OUT_SHARE } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { buildDesign } from '../data/design';
import { designBytes } from '../data/designBytes';
import type { Table } from '../data/table';
import { findLeak, leakCallouts } from './leaks';

/** The number of rows drawn, of which `findLeak` reads the training part, and the most bytes of their design. */
const ROWS = 5000;
const BYTES = 1e8;

/** Callouts about columns that already contain the target, before any fit; empty if the settings allow no design. */
export function leakOfFile(table: Table, chosen: DesignOptions, context: RunContext): readonly Callout[] {
  const design: DesignOptions = {
    ...chosen,
    holdout: { kind: 'fraction', fraction: HELD_OUT_SHARE },
    maxRows: Math.min(ROWS, chosen.maxRows ?? ROWS),
  };
  try {
    if (designBytes(table, design, false) > BYTES) return [];
    const built = buildDesign(table, design, context);
    return leakCallouts(built, findLeak(built, context));
  } catch (error) {
    if (error instanceof KernelscopeError && error.failure.code !== 'run/cancelled') return [];
    throw error;
  }
}

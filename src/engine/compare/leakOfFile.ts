import type { RunContext } from '../contract/context';
import { type DesignOptions, HELD_OUT_SHARE } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Profile } from '../contract/profile';
import { buildDesign } from '../data/design';
import { designBytes } from '../data/designBytes';
import type { Table } from '../data/table';
import { findLeak, leakText } from './leaks';

/** Rows drawn, of which `findLeak` reads the training part, and most bytes of their design. */
const ROWS = 5000;
const BYTES = 1e8;

/** Columns that hold the target already, before any fit; undefined where there are none, and where the choices allow no fit. */
export function leakOfFile(table: Table, chosen: DesignOptions, context: RunContext): Profile['leak'] {
  const design: DesignOptions = {
    ...chosen,
    holdout: { kind: 'fraction', fraction: HELD_OUT_SHARE },
    maxRows: Math.min(ROWS, chosen.maxRows ?? ROWS),
  };
  try {
    if (designBytes(table, design, false) > BYTES) return undefined;
    const built = buildDesign(table, design, context);
    const leak = findLeak(built, context);
    return leak && { columns: leak.columns, text: leakText(leak, built.target) };
  } catch (error) {
    if (error instanceof KernelscopeError && error.failure.code !== 'run/cancelled') return undefined;
    throw error;
  }
}

import { inOrder } from '../../../src/engine/contract/callout';
import { quietContext } from '../../../src/engine/contract/context';
import type { Design, DesignOptions } from '../../../src/engine/contract/data';
import type { Profile } from '../../../src/engine/contract/profile';
import { calloutsOf } from '../../../src/engine/data/calloutsOf';
import { buildDesign } from '../../../src/engine/data/design';
import { fileNotes } from '../../../src/engine/data/fileCallouts';
import { profileTable } from '../../../src/engine/data/profile/profile';
import type { Table } from '../../../src/engine/data/table';

/** The options of most tests of a design: predict y, a quarter held out. */
export const DESIGN: DesignOptions = {
  target: 'y',
  missing: 'impute',
  standardise: true,
  holdout: { kind: 'fraction', fraction: 0.25 },
  seed: 3,
};

/** The design of a table, `options` in place of those above. */
export const designed = (table: Table, options: Partial<DesignOptions> = {}, other?: Table): Design =>
  buildDesign(table, { ...DESIGN, ...options }, quietContext, other);

/** The same with every row for training. */
export const trained = (table: Table, options: Partial<DesignOptions> = {}): Design =>
  designed(table, { holdout: { kind: 'fraction', fraction: 0 }, ...options });

/** The columns of a table, with the proposed target unless `options` name one. */
export function profiled(table: Table, options: Partial<DesignOptions> = {}, alone = false): Profile {
  const design = { ...DESIGN, target: '', ...options };
  const callouts = inOrder(calloutsOf(table, design, alone, quietContext));
  const inspection = { ...table.inspection, notes: fileNotes(table.inspection.notes) };
  return { ...profileTable(table, design, alone, quietContext), inspection, callouts };
}

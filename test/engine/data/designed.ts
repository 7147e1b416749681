import { quietContext } from '../../../src/engine/contract/context';
import type { Design, DesignOptions } from '../../../src/engine/contract/data';
import { buildDesign } from '../../../src/engine/data/design';
import type { Table } from '../../../src/engine/data/table';

/** What most tests of a design ask for: predict y, a quarter held out. */
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

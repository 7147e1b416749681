import { SUMMED_METHODS } from '../contract/cluster';
import { DESIGN_OPTIONS, DIALECT, NAMED_READING, READ_OPTIONS } from '../contract/data.schema';
import { PARAMETERS } from '../contract/parameters';
import * as s from '../contract/schema';
import { isRecord } from '../contract/shape';
import type { Begun } from '../parts/family';
import { BINS, type RowShares, type SideRule } from '../parts/rowShares';
import { HELD_OUT_ROWS } from './heldOutRows';
import { PLAN_PART } from './planPart';

const isShare = (share: number): boolean => share >= 0 && share <= 1;
const share = s.such(s.finite(), isShare);

const ROW_SHARES = s.object<RowShares>({
  seed: s.natural(),
  heldOut: share,
  sampled: share,
  rule: s.optional(
    s.tagged<SideRule, 'kind'>('kind', {
      units: { column: s.text(), held: s.list(s.such(s.natural(), (bin) => bin < BINS)) },
      beyond: { column: s.text(), cut: s.finite() },
      from: { part: s.natural(), row: s.natural() },
    }),
  ),
  tested: s.optional(share),
});

/** Options of a design, except those that cannot choose the rows of a plan. */
const PLAN_DESIGN = s.such(
  DESIGN_OPTIONS,
  ({ holdout, maxRows, without }) =>
    maxRows === undefined && without === undefined && (holdout.kind === 'file' || isShare(holdout.fraction)),
);

export const PLAN_CONTENT = s.such(
  s.struct({
    design: PLAN_DESIGN,
    method: s.oneOf(SUMMED_METHODS),
    /** The parameters, with the kernel that won the race if one was run. */
    parameters: PARAMETERS,
    /** The rules by which parameters that were not set were chosen. */
    rules: s.record(s.text()),
    reading: s.struct({
      read: READ_OPTIONS,
      text: s.flag(),
      dialect: DIALECT,
      columns: s.list(NAMED_READING),
      names: s.list(s.texts()),
    }),
    parts: s.list(PLAN_PART),
    /** True if parts that fail because of their data are left out; otherwise they stop the fit. */
    skipFailed: s.flag(),
    /** Sampled training rows, as text (parts/sampleTable.ts). */
    sample: s.bytes(),
    /** The rows of another file, if that is held out. */
    heldOut: s.optional(HELD_OUT_ROWS),
    shares: ROW_SHARES,
    /** Expected number of training rows. */
    rows: s.natural(),
    /** Settings found on the sample. Any shape passes here: storedFamilies.ts checks them against the sample's encoded columns. */
    begun: s.byHand<Begun>({ type: 'object' }, isRecord),
  }),
  ({ parts, reading }) => parts.length > 0 && parts.every(({ names = 0 }) => names < reading.names.length),
);

/** The plan that all steps use, as a file holds it. */
export interface PlanContent extends s.Of<typeof PLAN_CONTENT> {}

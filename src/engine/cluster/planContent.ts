import { SUMMED_METHODS } from '../contract/cluster';
import { DESIGN_OPTIONS, DIALECT, NAMED_READING, READ_OPTIONS } from '../contract/data.schema';
import { PARAMETERS } from '../contract/parameters';
import {
  byHand,
  bytes,
  count,
  finite,
  flag,
  list,
  type Of,
  object,
  oneOf,
  optional,
  record,
  struct,
  such,
  tagged,
  text,
  texts,
} from '../contract/schema';
import { isRecord } from '../contract/shape';
import type { Begun } from '../parts/family';
import { BINS, type RowShares, type SideRule } from '../parts/rowShares';
import { HELD_OUT_ROWS } from './heldOutRows';
import { PLAN_PART } from './planPart';

const isShare = (share: number): boolean => share >= 0 && share <= 1;
const share = such(finite(), isShare);

const ROW_SHARES = object<RowShares>({
  seed: count(),
  heldOut: share,
  sampled: share,
  rule: optional(
    tagged<SideRule, 'kind'>('kind', {
      units: { column: text(), held: list(such(count(), (bin) => bin < BINS)) },
      beyond: { column: text(), cut: finite() },
      from: { part: count(), row: count() },
    }),
  ),
  tested: optional(share),
});

/** Options of a design, without those that cannot choose the rows of a plan. */
const PLAN_DESIGN = such(
  DESIGN_OPTIONS,
  ({ holdout, maxRows, without }) =>
    maxRows === undefined && without === undefined && (holdout.kind === 'file' || isShare(holdout.fraction)),
);

export const PLAN_CONTENT = such(
  struct({
    design: PLAN_DESIGN,
    method: oneOf(SUMMED_METHODS),
    /** The parameters, with the kernel that won the race if one was run. */
    parameters: PARAMETERS,
    /** The rules by which parameters that were not set were chosen. */
    rules: record(text()),
    reading: struct({
      read: READ_OPTIONS,
      text: flag(),
      dialect: DIALECT,
      columns: list(NAMED_READING),
      names: list(texts()),
    }),
    parts: list(PLAN_PART),
    /** True if parts that fail because of their data are left out; otherwise they stop the fit. */
    skipFailed: flag(),
    /** Sampled training rows, as text (parts/sampleTable.ts). */
    sample: bytes(),
    /** The rows of another file, if that is held out. */
    heldOut: optional(HELD_OUT_ROWS),
    shares: ROW_SHARES,
    /** Expected number of training rows. */
    rows: count(),
    /** Settings found on the sample. Any shape passes here: storedFamilies.ts checks them against the sample's encoded columns. */
    begun: byHand<Begun>({ type: 'object' }, isRecord),
  }),
  ({ parts, reading }) => parts.length > 0 && parts.every(({ names = 0 }) => names < reading.names.length),
);

/** The plan that all steps use, as a file holds it. */
export interface PlanContent extends Of<typeof PLAN_CONTENT> {}

import type { SummedId } from '../contract/cluster';
import type { DesignOptions, Dialect } from '../contract/data';
import type { Parameters } from '../contract/method';
import type { Begun } from '../parts/family';
import type { RowShares } from '../parts/rowShares';
import type { HeldOutRows } from './heldOutRows';
import type { PartsReading } from './partBlocks';
import type { PlanPart } from './planPart';

/** What all steps go by, as a file holds it. */
export interface PlanContent {
  readonly design: DesignOptions;
  readonly method: SummedId;
  /** With the kernel that won a race, where one was run. */
  readonly parameters: Parameters;
  /** How the parameters came about that nobody set. */
  readonly rules: Readonly<Record<string, string>>;
  readonly reading: PartsReading & { readonly dialect: Dialect };
  readonly parts: readonly PlanPart[];
  /** Whether parts that fail by their data are left out; otherwise they stop the fit. */
  readonly skipFailed: boolean;
  /** Sampled training rows, as text (parts/sampleTable.ts). */
  readonly sample: Uint8Array;
  /** Of another file, where that is held out. */
  readonly heldOut?: HeldOutRows;
  readonly shares: RowShares;
  /** Training rows that are expected. */
  readonly rows: number;
  readonly begun: Begun;
}

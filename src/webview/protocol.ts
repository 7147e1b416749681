import type { Failure } from '../engine/contract/failure';
import type { Proposals } from '../engine/contract/proposal';
import type { LaneId, Race } from '../engine/contract/race';
import type { ComparedRun } from '../figures/compare/comparedRun';
import type { FormSpec, FormVerdict } from './forms/form';
import type { CompareState, InspectState, ViewState } from './protocol.schema';

/** The contents of the panel of a comparison: runs, candidates of a race, or both. */
export interface Compared {
  readonly file: string;
  readonly target: string;
  readonly runs: readonly ComparedRun[];
  readonly race?: Race;
  /** Candidates that can be fitted to all rows. */
  readonly fits: readonly LaneId[];
}

/** Ways to fit a file, for a person to choose one. */
export interface Advice {
  readonly file: string;
  /** '' for principal components. */
  readonly target: string;
  readonly proposals: Proposals;
}

/**
 * A message from the extension to the page. `run` is a packed AnyRun (engine/contract/pack.ts); `first`: these are
 * first figures, whose fit continues.
 */
export type ToView =
  | { readonly type: 'show'; readonly run: Uint8Array; readonly view: ViewState; readonly first?: true }
  /** The run before, `view.before` (a packed RunBefore); sent after `show`. */
  | { readonly type: 'before'; readonly runId: string; readonly run: Uint8Array }
  /** `value` is the packed `AnswerTo` of the question with this number. */
  | { readonly type: 'answer'; readonly id: number; readonly value: Uint8Array }
  | { readonly type: 'noAnswer'; readonly id: number; readonly failure: Failure }
  /** `bytes` is a packed Reproduction. */
  | { readonly type: 'reproduction'; readonly bytes: Uint8Array }
  | { readonly type: 'form'; readonly form: FormSpec }
  /** `acted`: an action was asked for that the problems do not allow. */
  | { readonly type: 'formChecked'; readonly verdict: FormVerdict; readonly acted: boolean }
  /** `bytes` are packed Advice. */
  | { readonly type: 'advice'; readonly bytes: Uint8Array }
  /** `bytes` is a packed Compared. */
  | { readonly type: 'compare'; readonly bytes: Uint8Array; readonly view: CompareState }
  /** `bytes` is a packed Inspected (inspect/inspected.ts). */
  | { readonly type: 'inspected'; readonly bytes: Uint8Array; readonly view: InspectState }
  | { readonly type: 'progress'; readonly fraction: number; readonly stage: string }
  /** The progress of the candidates of the run shown, whose fit continues. */
  | { readonly type: 'race'; readonly runId: string; readonly race: Race }
  | { readonly type: 'idle' }
  /** Another panel of the run shown was moved: sliders, target and options are to be those of `view`. */
  | { readonly type: 'follow'; readonly view: ViewState }
  /** Selects the tab `by` places further. */
  | { readonly type: 'turnTab'; readonly by: number }
  /** A failure, with the buttons that help, if there are any. */
  | { readonly type: 'failure'; readonly failure: Failure; readonly buttons?: readonly FailureButton[] };

/** A button beside a failure. The id is the extension's own. */
export interface FailureButton {
  readonly id: string;
  readonly title: string;
}

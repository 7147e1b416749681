import type { Failure } from '../engine/contract/failure';
import type { Axis, FilterSpec } from '../engine/contract/filter';
import type { Proposals } from '../engine/contract/proposal';
import type { LaneId, Race } from '../engine/contract/race';
import type { StrengthAxis } from '../engine/contract/robust';
import type { ComparedRun } from '../figures/compare/comparedRun';
import type { ComparisonOptions } from '../figures/compare/comparison';
import type { ComponentsViewOptions } from '../figures/components/view';
import type { PanelCommand, RunChange } from '../figures/next/runChange';
import type { FormSpec, FormValues, FormVerdict } from './forms/form';
import type { DataAction, DataChange, InspectState } from './inspect/inspected';
import type { Question } from './questions';
import type { StartChoice } from './start/samples';

/** Of all kinds of runs; which of them a run has, and in which order, say views/runTabs.ts. */
export const TABS = [
  'overview',
  'rows',
  'columns',
  'spectrum',
  'alignment',
  'risk',
  'scores',
  'reconstruction',
  'outliers',
  'data',
] as const;
export type Tab = (typeof TABS)[number];

/** What the panel remembers over a reload or a restart of the window. */
export interface ViewState {
  readonly runId: string;
  readonly tab: Tab;
  /** The filter of the sliders; left out while it is the fitted one. */
  readonly filter?: FilterSpec;
  /** Which of several targets or classes is shown, 0 the first; left out for the first. */
  readonly target?: number;
  /** Directions that decay and alignment are fitted on; left out while it is the default stretch. */
  readonly range?: readonly [number, number];
  /** Axes of the risk map, x first; left out while it is the first pair. */
  readonly pair?: readonly [Axis, Axis];
  /** Index of the point shown on the path of a robust fit; left out while it is the fitted one. */
  readonly at?: number;
  /** Of two classes; left out while it is the fitted one. */
  readonly threshold?: number;
  /** What is shown of a run of principal components; left out while it is the default. */
  readonly components?: ComponentsViewOptions;
  /** The run that this one was fitted from without some of its rows or columns, to be shown beside it. */
  readonly before?: string;
  /** Set in a panel that shows one tab only, popped out of the others. */
  readonly only?: Tab;
}

/** What the panel of a comparison remembers. The race behind it is kept by the extension, under an id. */
export interface CompareState extends ComparisonOptions {
  readonly runIds: readonly string[];
  readonly race?: string;
}

/** What the panel of a comparison shows: runs, candidates of a race, or both. */
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

/** From the extension to the page. `run` is a packed AnyRun (engine/contract/pack.ts); `first`: first figures, whose fit goes on. */
export type ToView =
  | { readonly type: 'show'; readonly run: Uint8Array; readonly view: ViewState; readonly first?: true }
  /** The run before, `view.before` (a packed RunBefore); sent after `show`. */
  | { readonly type: 'before'; readonly runId: string; readonly run: Uint8Array }
  /** Packed: `AnswerTo` of the question with this number. */
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
  /** How far the candidates of the run shown are, whose fit goes on. */
  | { readonly type: 'race'; readonly runId: string; readonly race: Race }
  | { readonly type: 'idle' }
  /** Another panel of the run shown was moved: sliders, target and what figures show are to be those of `view`. */
  | { readonly type: 'follow'; readonly view: ViewState }
  /** Selects the tab `by` places further. */
  | { readonly type: 'turnTab'; readonly by: number }
  /** With the buttons that help, where there are some. */
  | { readonly type: 'failure'; readonly failure: Failure; readonly buttons?: readonly FailureButton[] };

/** The id is the extension's own. */
export interface FailureButton {
  readonly id: string;
  readonly title: string;
}

/** What the head of a panel asks another one of. */
export type HeadPick = 'method' | 'kernel';

export type ExportFormat = 'png' | 'svg' | 'csv';

/** From the page to the extension. */
export type FromView =
  | { readonly type: 'ready' }
  | { readonly type: 'state'; readonly view: ViewState }
  | { readonly type: 'drawn'; readonly tab: Tab; readonly milliseconds: number }
  | { readonly type: 'save'; readonly name: string; readonly format: ExportFormat; readonly bytes: Uint8Array }
  /** The threshold of two classes where it was moved. */
  | { readonly type: 'use'; readonly filter: FilterSpec; readonly threshold?: number }
  /** The same for a robust fit: its strength. */
  | { readonly type: 'useStrength'; readonly axis: StrengthAxis; readonly value: number }
  | { readonly type: 'command'; readonly command: PanelCommand }
  | { readonly type: 'pick'; readonly what: HeadPick }
  | { readonly type: 'change'; readonly change: RunChange }
  | { readonly type: 'openLine'; readonly line: number }
  | { readonly type: 'popOut'; readonly tab: Tab }
  | { readonly type: 'changeData' }
  /** The run beside others of its file and target. */
  | { readonly type: 'compare' }
  | { readonly type: 'compareState'; readonly view: CompareState }
  /** Of a comparison: opens one of its runs, asks for other runs, fits a candidate of its race. */
  | { readonly type: 'openRun'; readonly id: string }
  | { readonly type: 'chooseRuns' }
  | { readonly type: 'fitCandidate'; readonly lane: LaneId }
  | { readonly type: 'inspectState'; readonly view: InspectState }
  | { readonly type: 'dataChange'; readonly change: DataChange }
  | { readonly type: 'dataAction'; readonly action: DataAction }
  | { readonly type: 'failureButton'; readonly id: string }
  /** The scores of all rows of the run's file, as CSV. */
  | { readonly type: 'saveScores' }
  /** Answered under the same number. A later question of the same kind takes its place. */
  | { readonly type: 'ask'; readonly id: number; readonly question: Question }
  /** Undo: the run before this one, in its place. */
  | { readonly type: 'showBefore' }
  /** Rows "12,40-52" of the file as CSV. */
  | { readonly type: 'saveRows'; readonly rows: string }
  | { readonly type: 'formChanged'; readonly values: FormValues }
  | { readonly type: 'formAction'; readonly action: string; readonly values: FormValues }
  /** A part of a document that comes along: "methods.md#kernels". */
  | { readonly type: 'explain'; readonly anchor: string }
  /** Of the first page. */
  | { readonly type: 'start'; readonly choice: StartChoice }
  /** Of advice: one of its proposals, by its index. */
  | { readonly type: 'takeWay'; readonly way: number }
  | { readonly type: 'cancel' }
  /** The comparison of kernels ends with what was judged by now. */
  | { readonly type: 'finishRace' }
  | { readonly type: 'defect'; readonly message: string; readonly stack: string };

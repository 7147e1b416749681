import type { Failure } from '../engine/contract/failure';

export const TABS = ['overview', 'spectrum', 'alignment', 'risk', 'fit', 'data'] as const;
export type Tab = (typeof TABS)[number];

/** What the panel remembers over a reload or a restart of the window. */
export interface ViewState {
  readonly runId: string;
  readonly tab: Tab;
  /** The lambda under the slider, per sample; left out while it stands at the fitted one. */
  readonly lambda?: number;
  /** Set in a panel that shows one tab only, popped out of the others. */
  readonly only?: Tab;
}

/** From the extension to the page. `run` is a packed RunResult (engine/contract/pack.ts). */
export type ToView =
  | { readonly type: 'show'; readonly run: Uint8Array; readonly view: ViewState }
  | { readonly type: 'progress'; readonly fraction: number; readonly stage: string }
  | { readonly type: 'idle' }
  | { readonly type: 'failure'; readonly failure: Failure };

export type ExportFormat = 'png' | 'svg' | 'csv';

/** From the page to the extension. */
export type FromView =
  | { readonly type: 'ready' }
  | { readonly type: 'state'; readonly view: ViewState }
  | { readonly type: 'drawn'; readonly tab: Tab; readonly milliseconds: number }
  | { readonly type: 'save'; readonly name: string; readonly format: ExportFormat; readonly bytes: Uint8Array }
  | { readonly type: 'use'; readonly lambda: number }
  | { readonly type: 'openLine'; readonly line: number }
  | { readonly type: 'popOut'; readonly tab: Tab }
  | { readonly type: 'changeData' }
  | { readonly type: 'cancel' }
  | { readonly type: 'defect'; readonly message: string; readonly stack: string };

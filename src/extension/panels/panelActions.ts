import type { RunHead } from '../../doors/runs/summary';
import type { StoredRun } from '../../engine/contract/run';
import type { PanelCommand, RunChange } from '../../figures/next/runChange';
import type { ExportFormat, HeadPick, RunQuestion } from '../../webview/protocol.schema';
import type { HeadChoice, SliderSetting } from '../fit/request';
import type { ReportProgress } from '../tasks';

/** The requests of a page that reach beyond its panel. These functions report failures and never throw them. */
export interface PanelActions {
  /** Fits again with the values of the sliders, or with a change; undefined if that failed. */
  refit(
    run: RunHead,
    setting: SliderSetting | RunChange | HeadChoice,
    follow: ReportProgress,
    signal: AbortSignal,
  ): Promise<StoredRun | undefined>;
  /** Asks for another method or kernel for the run; undefined if the person cancels. */
  pick(run: RunHead, what: HeadPick): Promise<HeadChoice | undefined>;
  /** Calls a command for the run. */
  command(run: RunHead, command: PanelCommand): Promise<void>;
  /** The packed answer. Throws errors that the page shows to the person. */
  answer(run: RunHead, question: RunQuestion, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Fits the file of a panel with this title, whose run is not stored: the file fitted last whose name is in the title,
   * or one that is asked for.
   */
  fitTitled(title: string): Promise<void>;
  saveRows(run: RunHead, rows: string): Promise<void>;
  openLine(run: RunHead, line: number): Promise<void>;
  save(run: RunHead, name: string, format: ExportFormat, bytes: Uint8Array): Promise<void>;
  changeData(run: RunHead): Promise<void>;
  /** Opens this run beside others of its file and target. */
  compare(run: RunHead): Promise<void>;
  /** For a run of principal components: saves its scores. */
  saveScores(run: RunHead): Promise<void>;
}

import type { RunHead } from '../../doors/runs/summary';
import type { StoredRun } from '../../engine/contract/storedRun';
import type { PanelCommand, RunChange } from '../../figures/next/runChange';
import type { ExportFormat, HeadPick, RunQuestion } from '../../webview/protocol.schema';
import type { HeadChoice, SliderSetting } from '../fit/request';
import type { ReportProgress } from '../tasks';

/** What a page can ask for that reaches beyond its panel. Failures are reported by these, never thrown. */
export interface PanelActions {
  /** Fits again with what the sliders say, or with a change; undefined when that did not work out. */
  refit(
    run: RunHead,
    setting: SliderSetting | RunChange | HeadChoice,
    follow: ReportProgress,
    signal: AbortSignal,
  ): Promise<StoredRun | undefined>;
  /** Another method or kernel for the run; undefined when the person thinks better of it. */
  pick(run: RunHead, what: HeadPick): Promise<HeadChoice | undefined>;
  /** Calls a command for the run. */
  command(run: RunHead, command: PanelCommand): Promise<void>;
  /** Packed. Throws what the person is to be told in the page. */
  answer(run: RunHead, question: RunQuestion, signal: AbortSignal): Promise<Uint8Array>;
  /** Fits the file of a panel with this title, whose run is not stored: the one fitted last that has the title's name, or one that is asked for. */
  fitTitled(title: string): Promise<void>;
  saveRows(run: RunHead, rows: string): Promise<void>;
  openLine(run: RunHead, line: number): Promise<void>;
  save(run: RunHead, name: string, format: ExportFormat, bytes: Uint8Array): Promise<void>;
  changeData(run: RunHead): Promise<void>;
  /** This run beside others of its file and target. */
  compare(run: RunHead): Promise<void>;
  /** For a run of principal components. */
  saveScores(run: RunHead): Promise<void>;
}

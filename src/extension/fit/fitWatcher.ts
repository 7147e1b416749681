import type { Race } from '../../engine/contract/race';
import type { RunResult } from '../../engine/contract/run';
import type { ProgressPlace, ReportProgress } from '../tasks';

/** What whoever watches a fit may do to it. */
export interface FitControls {
  readonly cancel: () => void;
  /** Ends the comparison of kernels; the best so far is fitted. */
  readonly finish: () => void;
  /** First figures are drawn. */
  readonly seen: () => void;
}

/** Who watches a fit. */
export interface FitWatcher {
  readonly progress: ReportProgress;
  /** Where the progress is to be seen. */
  readonly place: ProgressPlace;
  /** First figures, of some of the rows; the finished run has their id. */
  readonly interim: (run: RunResult) => void;
  /** How far the candidates of that run are. */
  readonly race: (runId: string, race: Race) => void;
}

import type { Race } from '../../engine/contract/race';
import type { RunResult } from '../../engine/contract/run';
import type { ReportProgress } from '../tasks';

/** Who watches a fit. */
export interface FitWatcher {
  readonly progress: ReportProgress;
  /** First figures, of some of the rows; the finished run has their id. */
  readonly interim: (run: RunResult) => void;
  /** How far the candidates of that run are. */
  readonly race: (runId: string, race: Race) => void;
}

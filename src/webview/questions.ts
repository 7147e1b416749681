import type { RowCard, RowDifferences } from '../engine/contract/explain';
import type { Importance } from '../engine/contract/importance';
import type { ColumnDetail } from '../engine/contract/profile';
import type { Predictions } from '../engine/contract/rpc';

/** What is answered to a question of each kind. */
export interface AnswerTo {
  readonly differences: RowDifferences;
  readonly row: RowCard;
  readonly whatIf: Predictions;
  readonly importance: Importance;
  readonly column: ColumnDetail;
}

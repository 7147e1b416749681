import type { RowCard, RowDifferences } from '../engine/contract/explain';
import type { Importance } from '../engine/contract/importance';
import type { ColumnDetail } from '../engine/contract/profile';
import type { Predictions } from '../engine/contract/rpc';

/** What a page can ask about its run, to be computed from the file and the stored model. */
export type RunQuestion =
  /** "12,40-52" */
  | { readonly kind: 'differences'; readonly rows: string }
  | { readonly kind: 'row'; readonly row: number }
  | {
      readonly kind: 'whatIf';
      readonly row: number;
      readonly values: Readonly<Record<string, string>>;
      readonly intervals: boolean;
    }
  | { readonly kind: 'importance' };

/** And about a column of its file, by its position. */
export type Question = RunQuestion | { readonly kind: 'column'; readonly column: number };

export interface AnswerTo {
  readonly differences: RowDifferences;
  readonly row: RowCard;
  readonly whatIf: Predictions;
  readonly importance: Importance;
  readonly column: ColumnDetail;
}

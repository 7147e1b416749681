import type { Importance, RowCard, RowDifferences } from '../engine/contract/explain';
import type { Predictions } from '../engine/contract/rpc';

/** What a page can ask about its run, to be computed from the file and the stored model. */
export type Question =
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

export interface AnswerTo {
  readonly differences: RowDifferences;
  readonly row: RowCard;
  readonly whatIf: Predictions;
  readonly importance: Importance;
}

import type { Failure } from '../engine/contract/failure';

/** What a person can do next about a failure; each is one button. */
export type FailureAction = 'chooseTarget' | 'chooseColumns' | 'changeData' | 'useRows' | 'tryAgain' | 'showLog';

export const ACTION_TITLE: Readonly<Record<Exclude<FailureAction, 'useRows'>, string>> = {
  chooseTarget: 'Choose Target…',
  chooseColumns: 'Choose Columns…',
  changeData: 'Change How the Data Are Read…',
  tryAgain: 'Try Again',
  showLog: 'Show Log',
};

/** The buttons under a failure's sentence, most useful first. None for a cancellation: nothing is shown then. */
export function actionsFor(failure: Failure): readonly FailureAction[] {
  switch (failure.code) {
    case 'run/cancelled':
      return [];
    case 'data/unknown-column':
    case 'data/no-target':
    case 'data/target-text':
    case 'data/target-constant':
    case 'data/target-missing':
      return ['chooseTarget', 'changeData'];
    case 'data/no-features':
    case 'data/too-many-columns':
      return ['chooseColumns', 'changeData'];
    case 'data/header-only':
    case 'data/one-column':
    case 'data/malformed':
    case 'data/too-few-rows':
    case 'data/not-finite':
      return ['changeData'];
    case 'memory/too-large':
      return typeof failure.data?.proposedRows === 'number' ? ['useRows'] : [];
    case 'file/changed':
    case 'file/not-found':
    case 'file/no-permission':
      return ['tryAgain'];
    case 'engine/crashed':
      return ['tryAgain', 'showLog'];
    case 'engine/failed':
    case 'file/unreadable':
    case 'numerics/failed':
      return ['showLog'];
    default:
      return [];
  }
}

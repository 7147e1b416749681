import { l10n } from 'vscode';
import type { Failure, FailureCode } from '../engine/contract/failure';

/** The actions that a person can take on a failure; each is one button. */
export type FailureAction = keyof typeof ACTION_TITLE | 'useRows';

/** One button, and its action. */
export interface Help {
  readonly action: FailureAction;
  readonly title: string;
  readonly act: () => unknown;
}

export const ACTION_TITLE = {
  chooseTarget: l10n.t('Choose Target…'),
  chooseColumns: l10n.t('Choose Columns…'),
  changeData: l10n.t('Change How the Data Are Read…'),
  compareWays: l10n.t('Ways to Fit…'),
  readAnyway: l10n.t('Read It Anyway'),
  tryAgain: l10n.t('Try Again'),
  trust: l10n.t('Manage Trust…'),
  clusterSettings: l10n.t('Cluster Settings…'),
  showLog: l10n.t('Show Log'),
};

const TARGET: readonly FailureAction[] = ['chooseTarget', 'changeData'];
const COLUMNS: readonly FailureAction[] = ['chooseColumns', 'changeData'];
const READING: readonly FailureAction[] = ['changeData'];
const AGAIN: readonly FailureAction[] = ['tryAgain'];
const LOG: readonly FailureAction[] = ['showLog'];

/** The actions for each failure; empty if the sentence says all that can be done. */
export const ACTIONS: Readonly<Record<FailureCode, readonly FailureAction[]>> = {
  'file/not-found': AGAIN,
  'file/is-directory': [],
  'file/no-permission': AGAIN,
  'file/empty': [],
  'file/binary': [],
  'file/changed': AGAIN,
  'file/unreadable': LOG,
  'file/expands': ['readAnyway'],
  'file/not-written': [],
  'data/header-only': READING,
  'data/one-column': READING,
  'data/too-many-columns': COLUMNS,
  'data/malformed': READING,
  'data/unknown-column': TARGET,
  'data/no-target': TARGET,
  'data/target-text': TARGET,
  'data/target-constant': TARGET,
  'data/target-missing': TARGET,
  'data/no-features': COLUMNS,
  'data/too-few-rows': READING,
  'data/not-finite': READING,
  'parameter/unknown': [],
  'parameter/invalid': [],
  'method/unknown': [],
  'memory/too-large': ['compareWays', 'useRows'],
  'cluster/failed': ['trust', 'tryAgain', 'clusterSettings'],
  'numerics/failed': LOG,
  'model/unreadable': [],
  'model/columns': [],
  'reproduction/unknown': [],
  'run/cancelled': [],
  'run/unreadable': [],
  'engine/crashed': ['tryAgain', 'showLog'],
  'engine/failed': LOG,
};

/** The buttons under a failure's sentence, most useful first. */
export function actionsFor({ code, data }: Failure): readonly FailureAction[] {
  const untrusted = data?.untrusted === true;
  return ACTIONS[code].filter((action) => {
    if (action === 'useRows') return typeof data?.proposedRows === 'number';
    return code !== 'cluster/failed' || untrusted === (action === 'trust');
  });
}

import { commands, l10n, type Uri } from 'vscode';
import { type Failure, toFailure } from '../engine/contract/failure';
import { count } from '../engine/words/numbers';
import { ACTION_TITLE, actionsFor, type FailureAction, type Help } from './failureActions';
import { COMMAND, EXTENSION_ID } from './ids';
import { showError } from './plainWindow';
import type { Services } from './services';

interface FailureContext {
  /** The task that failed, for the log: "fit". */
  readonly doing: string;
  readonly uri?: Uri;
  /** The command that asks again for target and columns. */
  readonly choose?: string;
  /** Does the same again; with `maxRows`, on a random sample. */
  readonly retry?: (maxRows?: number) => unknown;
  /** Does the same again, and reads a compressed file however large it unzips. */
  readonly readAnyway?: () => unknown;
  /** Offers every way to fit the file. */
  readonly compareWays?: () => unknown;
}

/** Logs an error and shows its sentence with the buttons that help. A cancellation is only logged. */
export function reportFailure({ log }: Services, error: unknown, context: FailureContext): Failure {
  const failure = toFailure(error);
  if (failure.code === 'run/cancelled') {
    log.info(`${context.doing}: cancelled`);
    return failure;
  }
  log.error(`${context.doing}: ${failure.code}: ${failure.message}`, failure.data ?? {});
  void offer(failure, context);
  return failure;
}

/** The actions that help against a failure and that the context makes possible. */
export function helpFor(
  failure: Failure,
  { uri, choose, retry, readAnyway, compareWays }: FailureContext,
): readonly Help[] {
  const acts: Readonly<Record<FailureAction, (() => unknown) | undefined>> = {
    chooseTarget: uri && choose ? () => commands.executeCommand(choose, uri) : undefined,
    chooseColumns: uri && choose ? () => commands.executeCommand(choose, uri) : undefined,
    changeData: uri ? () => commands.executeCommand(COMMAND.changeData, uri) : undefined,
    useRows: retry ? () => retry(Number(failure.data?.proposedRows)) : undefined,
    compareWays,
    readAnyway,
    tryAgain: retry ? () => retry() : undefined,
    trust: () => commands.executeCommand('workbench.trust.manage'),
    clusterSettings: () => commands.executeCommand('workbench.action.openSettings', `@ext:${EXTENSION_ID} cluster`),
    showLog: () => commands.executeCommand(COMMAND.showLog),
  };
  return actionsFor(failure).flatMap((action) => {
    const act = acts[action];
    return act ? [{ action, title: titleOf(action, failure), act }] : [];
  });
}

async function offer(failure: Failure, context: FailureContext): Promise<void> {
  const pressed = await showError(failure.message, ...helpFor(failure, context));
  await pressed?.act();
}

const titleOf = (action: FailureAction, failure: Failure): string =>
  action === 'useRows' ? useRowsTitle(Number(failure.data?.proposedRows)) : ACTION_TITLE[action];

/** "Use 5,000 Random Rows" */
const useRowsTitle = (rows: number): string => l10n.t('Use {0} Random Rows', count(rows));

import { commands, type Uri } from 'vscode';
import { type Failure, toFailure } from '../engine/contract/failure';
import { count } from '../engine/words/numbers';
import { ACTION_TITLE, actionsFor, type FailureAction } from './failureActions';
import { COMMAND } from './ids';
import { showError } from './plainWindow';
import type { Services } from './services';

export interface FailureContext {
  /** What was being done, for the log: "fit". */
  readonly doing: string;
  readonly uri?: Uri;
  /** The command that asks for target and columns anew. */
  readonly choose?: string;
  /** Does the same again; with `maxRows` on a random sample. */
  readonly retry?: (maxRows?: number) => unknown;
  /** Does the same again, and reads a gzip file however large it unzips. */
  readonly readAnyway?: () => unknown;
}

/** Logs an error and shows its sentence with the buttons that help. A cancellation is logged and nothing is shown. */
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

async function offer(failure: Failure, { uri, choose, retry, readAnyway }: FailureContext): Promise<void> {
  const act: Readonly<Record<FailureAction, (() => unknown) | undefined>> = {
    chooseTarget: uri && choose ? () => commands.executeCommand(choose, uri) : undefined,
    chooseColumns: uri && choose ? () => commands.executeCommand(choose, uri) : undefined,
    changeData: uri ? () => commands.executeCommand(COMMAND.changeData, uri) : undefined,
    useRows: retry ? () => retry(Number(failure.data?.proposedRows)) : undefined,
    readAnyway,
    tryAgain: retry ? () => retry() : undefined,
    showLog: () => commands.executeCommand(COMMAND.showLog),
  };
  const buttons = actionsFor(failure)
    .filter((action) => act[action] !== undefined)
    .map((action) => ({ title: titleOf(action, failure), action }));
  const pressed = await showError(failure.message, ...buttons);
  if (pressed) await act[pressed.action]?.();
}

const titleOf = (action: FailureAction, failure: Failure): string =>
  action === 'useRows' ? useRowsTitle(Number(failure.data?.proposedRows)) : ACTION_TITLE[action];

/** "Use 5,000 Random Rows" */
export const useRowsTitle = (rows: number): string => `Use ${count(rows)} Random Rows`;

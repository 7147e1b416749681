import { commands, Uri } from 'vscode';
import { baseName } from '../engine/words/fileName';
import { inertText } from '../engine/words/inertText';
import { changeDataCommand } from './commands/changeData';
import { compareRunsCommand } from './commands/compare';
import { saveScoresCommand } from './commands/predict';
import { openLine } from './export/openLine';
import { saveFigure } from './export/saveDialog';
import { reportFailure } from './failures';
import { refit } from './fit/refit';
import { COMMAND, CONTEXT } from './ids';
import { RunAnswers } from './improve/answers';
import { saveRows } from './improve/saveRows';
import type { PanelActions } from './panels/panelActions';
import { headChoice } from './picks/methodPick';
import { fileOf } from './runs/fileOf';
import type { Services } from './services';

/** Runs a job, and says why if it fails. */
export const reporting = (services: () => Services) => (doing: string, job: () => Promise<void>) =>
  job().catch((error: unknown) => void reportFailure(services(), error, { doing }));

/** Everything that the panel of a run asks of the editor. */
export function runActions(services: () => Services): PanelActions {
  const answers = new RunAnswers(services);
  const reported = reporting(services);
  return {
    refit: (run, setting, follow, signal) => {
      void commands.executeCommand('setContext', CONTEXT.improved, true);
      return refit(services(), run, setting, follow, signal);
    },
    pick: (run, what) =>
      headChoice(services(), run, what, services().methods).catch((error: unknown) => {
        reportFailure(services(), error, { doing: `pick ${what}` });
        return undefined;
      }),
    // A command with another name would have been ignored (webview/protocol.schema.ts).
    command: (run, command) =>
      reported(command, async () => {
        // For the run, or for the file that the panel in front shows.
        await commands.executeCommand(command, ...(command === 'kernelscope.compare' ? [] : [run.id]));
      }),
    compare: async (run) => void (await compareRunsCommand(services(), run.id)),
    answer: (run, question, signal) => answers.answer(run, question, signal),
    fitTitled: async (title) => {
      const file = services()
        .remembered.files()
        .find((uri) => title.startsWith(`${inertText(baseName(Uri.parse(uri).path))} · `));
      await commands.executeCommand(COMMAND.fitAgain, file && Uri.parse(file));
    },
    saveRows: (run, rows) => reported('save rows', () => saveRows(services(), run, rows)),
    changeData: (run) =>
      reported('change data', async () => changeDataCommand(services(), await fileOf(services(), run), run.method.id)),
    saveScores: async (run) => void (await saveScoresCommand(services(), run)),
    openLine: (run, line) =>
      reported('open line', async () => openLine({ ...run, origin: (await fileOf(services(), run)).toString() }, line)),
    save: (run, name, format, bytes) =>
      reported('save figure', () => saveFigure(Uri.parse(run.origin), name, format, bytes)),
  };
}

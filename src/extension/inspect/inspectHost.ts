import { commands, env, l10n } from 'vscode';
import type { DataAction } from '../../webview/inspect/inspected';
import { openLine } from '../export/openLine';
import { saveFigure } from '../export/saveFigure';
import { helpFor, reportFailure } from '../failures';
import { COMMAND } from '../ids';
import type { InspectHost } from '../panels/inspectPanel';
import { showInformation } from '../plainWindow';
import type { Services } from '../services';
import { lookAt } from './inspectedFile';

/** Shorter answers need no notification. */
const QUIET = 1000;

/** Commands that the panel calls for its file. */
const COMMANDS: Readonly<Record<Exclude<DataAction, 'copyCommandLine' | 'fit'>, string>> = {
  compare: COMMAND.compare,
  settings: COMMAND.settings,
  changeData: COMMAND.changeData,
};

/** The actions of data panels. `services` is a function: the panels are made before the services are complete. */
export function inspectHost(services: () => Services, firstMethod: string): Omit<InspectHost, 'extensionUri' | 'log'> {
  const reported = (doing: string, job: () => PromiseLike<unknown>) =>
    Promise.resolve(job()).then(
      () => {},
      (error: unknown) => void reportFailure(services(), error, { doing }),
    );
  return {
    look: (file, asking) => lookAt(services(), file, firstMethod, asking),
    detail({ source, read, design }, column, signal) {
      const { engine, tasks } = services();
      return tasks.run({ title: l10n.t('Looking at a column'), quiet: QUIET, signal }, (call) =>
        engine.call('column', { source, read, design, column }, call),
      );
    },
    async choose(file, { inspected }, change) {
      const { remembered } = services();
      const origin = file.toString();
      const { withChange } = await import('./choices');
      await remembered.set(origin, withChange(remembered.get(origin), inspected.profile.inspection, change));
    },
    async act(file, action, { inspected }) {
      if (action === 'copyCommandLine') {
        await env.clipboard.writeText(inspected.commandLine);
        void showInformation(l10n.t('The command line is on the clipboard.'));
        return;
      }
      // With a target chosen nothing is left to ask.
      const fit = inspected.chosen.target ? COMMAND.fitAgain : COMMAND.fit;
      await reported(action, () => commands.executeCommand(action === 'fit' ? fit : COMMANDS[action], file));
    },
    helps: (uri, failure, retry) =>
      helpFor(failure, {
        doing: 'inspect',
        uri,
        retry,
        readAnyway: async () => {
          await services().remembered.acceptExpansion(uri.toString());
          return retry();
        },
      }),
    openLine: (file, line) => reported('open line', () => openLine(file, line)),
    save: (file, name, format, bytes) => reported('save figure', () => saveFigure(file, name, format, bytes)),
  };
}

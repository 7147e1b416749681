import { commands, type Disposable } from 'vscode';
import { withSelection } from '../arguments/selection';
import { spreadArguments } from '../arguments/spread';
import { reportFailure } from '../failures';
import { COMMAND, CONTEXT, type CommandName, EXTENSION_ID, WALKTHROUGH } from '../ids';
import { fitVariableCommand } from '../notebook/fitVariable';
import { insertCodeCommand } from '../notebook/insertCode';
import type { Services } from '../services';
import { changeDataCommand } from './changeData';
import { compareCommand, compareRunsCommand } from './compare';
import { exportModelCommand } from './exportModel';
import { reportCommand, shareRunCommand } from './fileOfRun';
import {
  allMethodsCommand,
  fitAgainCommand,
  fitCommand,
  fitOnClusterCommand,
  inspectCommand,
  recommendCommand,
  settingsCommand,
} from './files';
import { leaveOutCommand } from './leaveOut';
import { openSampleCommand } from './openSample';
import { predictCommand, saveScoresCommand } from './predict';
import { reproduceCommand } from './reproduce';
import {
  clearRunsCommand,
  copyCommandLineCommand,
  deleteRunCommand,
  fitRunAgainCommand,
  importRunCommand,
  moreExactlyCommand,
  openRunCommand,
  pinRunCommand,
  renameRunCommand,
} from './runs';

/** The action of a command; manifest/commands.ts has its places in menus. */
interface Command {
  readonly run: (services: Services, argument: unknown, given: unknown) => unknown;
  /** The name of its first argument, for keybindings that pass both in one object. */
  readonly subject?: 'file' | 'run';
  /** The step of the walkthrough that it completes. */
  readonly step?: 'improved' | 'used';
}

/** The fit with a method that the command names by its purpose. */
const fitBy =
  (id: string): Command['run'] =>
  (services, argument, given) =>
    fitCommand(
      services,
      argument,
      given,
      services.methods.find((method) => method.id === id),
    );

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  fit: { run: (services, argument, given) => fitCommand(services, argument, given), subject: 'file' },
  someOutliers: { run: fitBy('huber'), subject: 'file' },
  manyOutliers: { run: fitBy('tukey'), subject: 'file' },
  ranges: { run: fitBy('quantile'), subject: 'file' },
  allMethods: { run: allMethodsCommand },
  settings: { run: settingsCommand, step: 'improved' },
  fitAgain: { run: fitAgainCommand, step: 'improved' },
  fitOnCluster: { run: fitOnClusterCommand, subject: 'file' },
  recommend: { run: recommendCommand, subject: 'file' },
  moreExactly: { run: moreExactlyCommand, subject: 'run', step: 'improved' },
  compare: { run: compareCommand, subject: 'file', step: 'improved' },
  compareRuns: { run: compareRunsCommand, step: 'improved' },
  inspect: { run: inspectCommand, subject: 'file' },
  changeData: { run: (services, argument) => changeDataCommand(services, argument) },
  openRun: { run: openRunCommand, subject: 'run' },
  deleteRun: { run: deleteRunCommand },
  renameRun: { run: renameRunCommand },
  pinRun: { run: pinRunCommand },
  fitRunAgain: { run: fitRunAgainCommand },
  clearRuns: { run: clearRunsCommand },
  predict: { run: predictCommand, subject: 'run', step: 'used' },
  leaveOut: { run: leaveOutCommand, subject: 'run', step: 'improved' },
  saveScores: { run: saveScoresCommand, subject: 'run', step: 'used' },
  exportModel: { run: exportModelCommand, subject: 'run', step: 'used' },
  insertCode: { run: insertCodeCommand, subject: 'run', step: 'used' },
  fitVariable: { run: fitVariableCommand },
  report: { run: reportCommand, subject: 'run', step: 'used' },
  copyCommandLine: { run: copyCommandLineCommand, subject: 'run' },
  shareRun: { run: shareRunCommand, subject: 'run' },
  importRun: { run: importRunCommand },
  openSample: { run: openSampleCommand },
  getStarted: {
    run: () => commands.executeCommand('workbench.action.openWalkthrough', `${EXTENSION_ID}#${WALKTHROUGH}`, false),
  },
  reproduce: { run: reproduceCommand },
  nextTab: { run: ({ panels }) => panels.active?.turnTab(1) },
  previousTab: { run: ({ panels }) => panels.active?.turnTab(-1) },
  cancel: { run: ({ tasks }, all) => tasks.cancel(all === true) },
  showLog: { run: ({ log }) => log.show(true) },
};

/** Registers every command. An error thrown by one is reported, and is its result. */
export function registerCommands(services: Services): Disposable[] {
  const ofMethods = services.methods.map((method): [string, Command] => [
    method.command,
    { run: (_, argument, given) => fitCommand(services, argument, given, method), subject: 'file' },
  ]);
  const fixed = Object.entries(COMMAND).map(([name, id]): [string, Command] => [id, COMMANDS[name as CommandName]]);
  return [...ofMethods, ...fixed].map(([id, { run, subject, step }]) =>
    commands.registerCommand(id, async (...said: unknown[]) => {
      try {
        const given = await withSelection(said);
        const [first, second] = subject ? spreadArguments(subject, given) : given;
        const result = await run(services, first, second);
        // Walkthroughs do not see commands that the extension itself calls; they see contexts.
        if (step && !isFailure(result)) void commands.executeCommand('setContext', CONTEXT[step], true);
        return result;
      } catch (error) {
        return { failure: reportFailure(services, error, { doing: id }) };
      }
    }),
  );
}

const isFailure = (result: unknown): boolean => typeof result === 'object' && result !== null && 'failure' in result;

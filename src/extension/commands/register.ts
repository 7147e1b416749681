import { commands, type Disposable, Uri } from 'vscode';
import { fitArguments } from '../../choices/readArguments';
import type { Failure } from '../../engine/contract/failure';
import { RUN_SUFFIX } from '../../engine/contract/storedRun';
import { isDataFile } from '../../engine/words/fileName';
import { withSelection } from '../arguments/selection';
import { spreadArguments } from '../arguments/spread';
import { activeFile, chooseFile, uriArgument } from '../chooseFile';
import { reportFailure } from '../failures';
import { fitFileOnCluster } from '../fit/clusterFlow';
import { type FitReport, fitFile, fitFileAgain } from '../fit/fitFlow';
import { moreEndings } from '../fit/userSettings';
import { COMMAND, CONTEXT, EXTENSION_ID, WALKTHROUGH } from '../ids';
import type { Services } from '../services';
import { allMethodsCommand } from './allMethods';
import { changeDataCommand } from './changeData';
import { compareCommand, compareRunsCommand } from './compare';
import { copyCommandLineCommand } from './copyCommandLine';
import { exportModelCommand } from './exportModel';
import { inspectCommand } from './inspect';
import { leaveOutCommand } from './leaveOut';
import type { MethodCommand } from './methodCommand';
import { openSampleCommand } from './openSample';
import { predictCommand } from './predict';
import { recommendCommand } from './recommend';
import { reportCommand } from './report';
import { reproduceCommand } from './reproduce';
import {
  clearRunsCommand,
  deleteRunCommand,
  fitRunAgainCommand,
  openRunCommand,
  pinRunCommand,
  renameRunCommand,
} from './runs';
import { saveScoresCommand } from './saveScores';
import { importRunCommand, shareRunCommand } from './shareRun';

type Handler = (first?: unknown, second?: unknown) => unknown;

/** The name of a command's first argument where a keybinding passes both in one object. */
const SUBJECT: Readonly<Record<string, 'file' | 'run'>> = {
  [COMMAND.fit]: 'file',
  [COMMAND.fitOnCluster]: 'file',
  [COMMAND.recommend]: 'file',
  [COMMAND.compare]: 'file',
  [COMMAND.inspect]: 'file',
  [COMMAND.predict]: 'run',
  [COMMAND.leaveOut]: 'run',
  [COMMAND.saveScores]: 'run',
  [COMMAND.exportModel]: 'run',
  [COMMAND.report]: 'run',
  [COMMAND.shareRun]: 'run',
  [COMMAND.openRun]: 'run',
  [COMMAND.copyCommandLine]: 'run',
};

/** Registers every command. Whatever one throws is reported, and is its result. */
export function registerCommands(services: Services, methods: readonly MethodCommand[]): Disposable[] {
  const [first] = methods;
  const handlers: Readonly<Record<string, Handler>> = {
    ...Object.fromEntries(methods.map((method) => [method.command, fitHandler(services, method)])),
    [COMMAND.fit]: fitHandler(services, { ...first, title: 'Fit' }),
    [COMMAND.allMethods]: (argument) => allMethodsCommand(services, argument, methods),
    [COMMAND.settings]: (argument) => fitWithSettings(services, argument, first.id),
    [COMMAND.fitAgain]: (argument) => fitAgain(services, argument, first.id),
    [COMMAND.fitOnCluster]: (argument, given) => fitOnCluster(services, argument, given),
    [COMMAND.recommend]: (argument, given) =>
      recommendCommand(services, fileArgument(argument) ?? shownOrigin(services), given, first.id),
    [COMMAND.compare]: (argument, given) =>
      compareCommand(services, fileArgument(argument) ?? shownOrigin(services), given, first.id),
    [COMMAND.compareRuns]: (argument, selected) => compareRunsCommand(services, argument, selected),
    [COMMAND.inspect]: (argument) => inspectCommand(services, fileArgument(argument) ?? shownOrigin(services)),
    [COMMAND.changeData]: (argument) =>
      changeDataCommand(services, fileArgument(argument) ?? shownOrigin(services), first.id),
    [COMMAND.openRun]: (argument) => openRunCommand(services, argument),
    [COMMAND.deleteRun]: (argument, selected) => deleteRunCommand(services, argument, selected),
    [COMMAND.renameRun]: (argument, name) => renameRunCommand(services, argument, name),
    [COMMAND.pinRun]: (argument) => pinRunCommand(services, argument),
    [COMMAND.fitRunAgain]: (argument) => fitRunAgainCommand(services, argument),
    [COMMAND.clearRuns]: () => clearRunsCommand(services),
    [COMMAND.predict]: (argument, given) => predictCommand(services, argument, given),
    [COMMAND.leaveOut]: (argument, given) => leaveOutCommand(services, argument, given),
    [COMMAND.saveScores]: (argument, given) => saveScoresCommand(services, argument, given),
    [COMMAND.exportModel]: (argument, given) => exportModelCommand(services, argument, given),
    [COMMAND.report]: (argument, given) => reportCommand(services, argument, given),
    [COMMAND.copyCommandLine]: (argument) => copyCommandLineCommand(services, argument),
    [COMMAND.shareRun]: (argument, given) => shareRunCommand(services, argument, given),
    [COMMAND.importRun]: (argument) => importRunCommand(services, argument),
    [COMMAND.openSample]: (argument, given) => openSampleCommand(services, argument, given),
    [COMMAND.getStarted]: () =>
      commands.executeCommand('workbench.action.openWalkthrough', `${EXTENSION_ID}#${WALKTHROUGH}`, false),
    [COMMAND.reproduce]: (argument, given) => reproduceCommand(services, argument, given),
    [COMMAND.nextTab]: () => services.panels.active?.turnTab(1),
    [COMMAND.previousTab]: () => services.panels.active?.turnTab(-1),
    [COMMAND.cancel]: (all) => services.tasks.cancel(all === true),
    [COMMAND.showLog]: () => services.log.show(true),
  };
  const subjects = { ...Object.fromEntries(methods.map(({ command }) => [command, 'file' as const])), ...SUBJECT };
  return Object.entries(handlers).map(([id, handler]) =>
    commands.registerCommand(id, async (...said: unknown[]) => {
      try {
        const given = await withSelection(said);
        const subject = subjects[id];
        const result = await (subject ? handler(...spreadArguments(subject, given)) : handler(...given));
        if (!isFailure(result)) noteStep(id);
        return result;
      } catch (error) {
        return { failure: reportFailure(services, error, { doing: id }) };
      }
    }),
  );
}

const isFailure = (result: unknown): boolean => typeof result === 'object' && result !== null && 'failure' in result;

/** Steps of the walkthrough, and the commands that are done with one. */
const STEP_COMMANDS: Readonly<Record<'improved' | 'used', ReadonlySet<string>>> = {
  improved: new Set([COMMAND.compare, COMMAND.compareRuns, COMMAND.settings, COMMAND.fitAgain, COMMAND.leaveOut]),
  used: new Set([COMMAND.predict, COMMAND.saveScores, COMMAND.exportModel, COMMAND.report]),
};

/** Walkthroughs do not see commands that the extension itself calls; they see contexts. */
function noteStep(id: string): void {
  for (const step of ['improved', 'used'] as const)
    if (STEP_COMMANDS[step].has(id)) void commands.executeCommand('setContext', CONTEXT[step], true);
}

/** The data file that a menu or a caller names; over the editor of a stored run the menu names that. */
function fileArgument(argument: unknown): Uri | undefined {
  const uri = uriArgument(argument);
  return uri?.path.endsWith(RUN_SUFFIX) ? undefined : uri;
}

const fitHandler =
  (services: Services, { id, title }: MethodCommand): Handler =>
  async (argument, given): Promise<FitReport | { readonly failure: Failure } | undefined> => {
    const choices = fitArguments(given);
    const uri = await chooseFile(argument, title);
    return uri && fitFile(services, choices?.method ?? id, uri, choices);
  };

async function fitOnCluster(services: Services, argument: unknown, given: unknown): Promise<FitReport | undefined> {
  const choices = fitArguments(given);
  const uri = await chooseFile(fileArgument(argument), 'Fit on a Cluster');
  return uri && fitFileOnCluster(services, uri, choices);
}

/** The form for the method last used for the file. */
async function fitWithSettings(
  services: Services,
  argument: unknown,
  fallback: string,
): Promise<FitReport | undefined> {
  const uri = await chooseFile(fileArgument(argument) ?? shownOrigin(services), 'Fit with Other Settings');
  if (!uri) return undefined;
  const { method = fallback } = services.remembered.get(uri.toString());
  return fitFile(services, method, uri, undefined, false, 'form');
}

/** Of the file said, the data file in front, the file whose results are in front, or one picked. */
async function fitAgain(services: Services, argument: unknown, fallback: string): Promise<FitReport | undefined> {
  const uri = await chooseFile(fileArgument(argument) ?? shownOrigin(services), 'Fit Again');
  return uri && fitFileAgain(services, fallback, uri);
}

/** The file behind the results panel in front, unless a data file is. */
function shownOrigin({ panels, comparisons, inspections }: Services): Uri | undefined {
  const active = activeFile();
  if (active && isDataFile(active.path, moreEndings())) return undefined;
  const origin = panels.active?.origin ?? comparisons.active?.origin ?? inspections.active?.origin;
  return origin === undefined ? undefined : Uri.parse(origin);
}

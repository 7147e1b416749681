import { commands, env, l10n, type Uri } from 'vscode';
import { designChoices } from '../../choices/design';
import type { FitChoices } from '../../choices/fitChoices';
import { fitRequest } from '../../choices/fitRequest';
import type { FileSource } from '../../engine/contract/data';
import type { MethodSpec } from '../../engine/contract/method';
import type { Profile } from '../../engine/contract/profile';
import type { FitRequest } from '../../engine/contract/run';
import { baseName } from '../../engine/words/fileName';
import { shellOf } from '../../engine/words/shellWord';
import type { DataAction } from '../../webview/protocol.schema';
import { openLine } from '../export/openLine';
import { saveFigure } from '../export/saveDialog';
import { helpFor, reportFailure } from '../failures';
import { methodSpec } from '../fit/changedRequest';
import { methodSettings } from '../fit/userSettings';
import { COMMAND } from '../ids';
import type { Asking, InspectHost, LookedAt } from '../panels/inspectPanel';
import { showInformation } from '../plainWindow';
import type { Services } from '../services';
import { sourceOf } from '../source';
import { QUIET } from '../tasks';

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
      return tasks.run({ title: l10n.t('Looking at a column'), quiet: QUIET.answering, signal }, (call) =>
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

/** Reads the file with the choices for it and examines every column. Throws the engine's failures. */
async function lookAt(services: Services, uri: Uri, firstMethod: string, asking: Asking): Promise<LookedAt> {
  const { engine, tasks, remembered } = services;
  const { alone, follow, place, signal } = asking;
  const choices = remembered.get(uri.toString());
  const method = await predictingMethod(services, choices, firstMethod);
  const source: FileSource = await sourceOf(uri);
  const settings = methodSettings(method, uri);
  const request = fitRequest(source, method, { ...choices, target: choices.target ?? '' }, settings);
  const { read, design } = request;
  const file = baseName(uri.path);
  const looking = { title: l10n.t('Looking at {0}', file), quiet: QUIET.reading, also: follow, place, signal };
  const profile = await tasks.run(looking, (call) =>
    engine.call('profile', { source, read, design, ...(alone && { alone }) }, call),
  );
  const { dialectWords, readValues } = await import('../forms/readFields');
  const task = { ...designChoices(settings), ...choices.design }.task ?? 'auto';
  return {
    request,
    inspected: {
      file,
      profile,
      dialect: dialectWords(profile.inspection.dialect),
      commandLine: await commandLine(profile, request, alone),
      chosen: {
        target: choices.target !== undefined && !alone,
        task,
        gaps: design.missing,
        signs: String(readValues(read).missing ?? ''),
        kinds: profile.inspection.columns
          .filter(({ name }) => Object.hasOwn(read.kinds ?? {}, name))
          .map((c) => c.index),
      },
    },
  };
}

/** The file's last method, unless that predicts nothing. */
async function predictingMethod(
  services: Services,
  { method: last = '' }: FitChoices,
  first: string,
): Promise<MethodSpec> {
  const known = await methodSpec(services, last).catch(() => undefined);
  return known && known.family !== 'components' ? known : methodSpec(services, first);
}

async function commandLine({ inspection, target }: Profile, request: FitRequest, alone: boolean): Promise<string> {
  const { fitCommandLine, inspectCommandLine } = await import('../../figures/report/commandLine');
  const { file } = inspection;
  const say = target === undefined || alone ? inspectCommandLine : fitCommandLine;
  return say({ file, request }, shellOf(env.shell)).line;
}

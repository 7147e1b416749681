import { env, l10n, type Uri } from 'vscode';
import { designChoices } from '../../choices/design';
import type { FitChoices } from '../../choices/fitChoices';
import { fitRequest } from '../../choices/fitRequest';
import type { FileSource } from '../../engine/contract/data';
import type { MethodSpec } from '../../engine/contract/method';
import type { Profile } from '../../engine/contract/profile';
import type { FitRequest } from '../../engine/contract/run';
import { baseName } from '../../engine/words/fileName';
import { shellOf } from '../../engine/words/shellWord';
import { methodSpec } from '../fit/changedRequest';
import { methodSettings } from '../fit/methodSettings';
import type { Asking, LookedAt } from '../panels/inspectPanel';
import type { Services } from '../services';
import { sourceOf } from '../source';

/** A notification of shorter reading would only flash. */
const QUIET = 400;

/** Reads the file as was chosen for it and looks at every column. Throws the engine's failures. */
export async function lookAt(services: Services, uri: Uri, firstMethod: string, asking: Asking): Promise<LookedAt> {
  const { engine, tasks, remembered } = services;
  const { alone, follow, place, signal } = asking;
  const choices = remembered.get(uri.toString());
  const method = await predictingMethod(services, choices, firstMethod);
  const source: FileSource = await sourceOf(uri);
  const settings = methodSettings(method, uri);
  const request = fitRequest(source, method, { ...choices, target: choices.target ?? '' }, settings);
  const { read, design } = request;
  const file = baseName(uri.path);
  const looking = { title: l10n.t('Looking at {0}', file), quiet: QUIET, also: follow, place, signal };
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

/** The last one of the file, unless that predicts nothing. */
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

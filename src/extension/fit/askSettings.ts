import { l10n, type Uri } from 'vscode';
import { type CompleteChoices, targetless } from '../../choices/fitChoices';
import { isSummedMethod } from '../../engine/contract/cluster';
import { cancelledError } from '../../engine/contract/context';
import type { FormValues } from '../../webview/forms/form';
import { amount } from '../amount';
import { askForm } from '../panels/askInPanel';
import type { Ranks } from '../picks/targetPick';
import { showInformation } from '../plainWindow';
import type { Services } from '../services';
import type { SettingsSubject } from './settingsForm';
import { methodSettings, saveDefaults } from './userSettings';

/** The subject of picks and forms: a file and the facts known about it. */
export interface AskedSubject extends SettingsSubject {
  readonly file: Uri;
  readonly ranks: Ranks;
  /** Called once the target is picked, with the choices that will be fitted unless columns are chosen. */
  readonly onTarget?: (choices: CompleteChoices) => void;
}

/**
 * Every choice for a fit, in a form, including the method, which the choices name. Choosing another method brings its
 * own form, with the choices so far. Throws `run/cancelled` if the person closes it.
 */
export async function askSettings(services: Services, { file, ...asked }: AskedSubject): Promise<CompleteChoices> {
  const { otherMethod, withChosen: withValues } = await import('./methodField');
  const {
    ACTION,
    changedDefaults: ownDefaults,
    settingNames,
    settingsChoices,
    settingsForm,
    settingsVerdict,
  } = await import('./settingsForm');
  const all = await services.engine.call('methods', {});
  const methods = asked.onCluster ? all.filter(({ id }) => isSummedMethod(id)) : all;
  let subject: SettingsSubject = { ...asked, methods };
  const change = (values: FormValues) => {
    const method = otherMethod(methods, subject.method, values);
    if (!method) return undefined;
    subject = { ...subject, method, settings: methodSettings(method, file) };
    return withValues(settingsForm(subject), values);
  };
  const save = async (values: FormValues) => {
    const own = ownDefaults(subject, values);
    await saveDefaults(settingNames(subject), own);
    void showInformation(
      l10n.t(
        'Saved: {0} of your own for {1}.',
        amount(Object.keys(own).length, 'settings'),
        l10n.t(subject.method.title),
      ),
    );
  };
  const answer = await askForm(services, {
    form: settingsForm(subject),
    check: (values) => settingsVerdict(subject, values),
    change,
    stays: { [ACTION.save]: save },
  });
  if (!answer) throw cancelledError();
  const choices = settingsChoices(subject, answer.values);
  return subject.method.family === 'components' ? { ...targetless(choices), method: subject.method.id } : choices;
}

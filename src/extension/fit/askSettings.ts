import { cancelledError } from '../../engine/contract/context';
import { counted } from '../../engine/words/sentence';
import type { FormValues } from '../../webview/forms/form';
import { askForm } from '../panels/formPanel';
import { showInformation } from '../plainWindow';
import type { Services } from '../services';
import type { CompleteChoices } from './request';
import {
  ACTION,
  ownDefaults,
  type SettingsSubject,
  settingNames,
  settingsChoices,
  settingsForm,
  settingsVerdict,
} from './settingsForm';
import { saveDefaults } from './userSettings';

/** Every choice for a fit, in a form. Throws `run/cancelled` when the person closes it. */
export async function askSettings(services: Services, subject: SettingsSubject): Promise<CompleteChoices> {
  const save = async (values: FormValues) => {
    const own = ownDefaults(subject, values);
    await saveDefaults(settingNames(subject), own);
    void showInformation(
      `Saved: ${counted(Object.keys(own).length, 'setting')} of your own for ${subject.method.title}.`,
    );
  };
  const answer = await askForm(services, {
    form: settingsForm(subject),
    check: (values) => settingsVerdict(subject, values),
    stays: { [ACTION.save]: save },
  });
  if (!answer) throw cancelledError();
  return settingsChoices(subject, answer.values);
}

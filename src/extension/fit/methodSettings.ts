import type { Uri } from 'vscode';
import { DESIGN_NAMES } from '../../choices/design';
import { settingsFor } from '../../choices/fitRequest';
import type { MethodSpec, Parameters } from '../../engine/contract/method';
import { settingValues } from './userSettings';

/** What the person's settings say of a method's parameters and of the rows of a file. */
export const methodSettings = (method: MethodSpec, uri: Uri): Parameters =>
  settingsFor(method, settingValues(new Set([...DESIGN_NAMES, ...method.parameters.map(({ name }) => name)]), uri));

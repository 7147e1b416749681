import { type Uri, workspace } from 'vscode';
import type { ParameterValue } from '../../engine/contract/method';
import { SETTING } from '../ids';
import type { FieldValues } from '../picks/field';

/** The `kernelscope.defaults.*` settings that someone set, by name; those left at their defaults are not in it. */
export function settingValues(names: Iterable<string>, file: Uri): FieldValues {
  const section = workspace.getConfiguration(SETTING.defaults, file);
  const values: Record<string, ParameterValue> = {};
  for (const name of names) {
    const found = section.inspect<ParameterValue | null>(name);
    const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    if (value !== undefined && value !== null) values[name] = value;
  }
  return values;
}

/** How many runs are kept. */
export function historyLimit(): number {
  return workspace.getConfiguration().get<number>(SETTING.historyLimit, 50);
}

import { type Uri, workspace } from 'vscode';
import type { ParameterValue } from '../../engine/contract/method';
import type { LinearAlgebraSetting } from '../engine/engineSwitch';
import { SETTING } from '../ids';
import type { FieldValues } from '../picks/field';

/** The `kernelscope.defaults.*` settings that someone set, by name; those left at their defaults are not in it. */
export function settingValues(names: Iterable<string>, file: Uri): FieldValues {
  const section = workspace.getConfiguration(SETTING.defaults, file);
  const values: Record<string, ParameterValue> = {};
  for (const name of names) {
    const inspected = section.inspect<ParameterValue | null>(name);
    const value = inspected?.workspaceFolderValue ?? inspected?.workspaceValue ?? inspected?.globalValue;
    if (value !== undefined && value !== null) values[name] = value;
  }
  return values;
}

/** How many runs are kept. */
export function historyLimit(): number {
  return workspace.getConfiguration().get<number>(SETTING.historyLimit, 50);
}

/** Endings of data files beside the usual ones, with their dots. */
export function moreEndings(): readonly string[] {
  const endings = workspace.getConfiguration().get<Record<string, unknown>>(SETTING.moreEndings, {});
  return Object.keys(endings).filter((ending) => endings[ending] === true && ending.startsWith('.'));
}

/** What computes. VS Code leaves a workspace's own value out while the workspace is not trusted. */
export function linearAlgebraSetting(): LinearAlgebraSetting {
  const value = workspace.getConfiguration().get<string>(SETTING.linearAlgebra);
  return value === 'auto' || value === 'native' ? value : 'embedded';
}

import { ConfigurationTarget, type Uri, workspace } from 'vscode';
import { DESIGN_NAMES } from '../../choices/design';
import { settingsFor } from '../../choices/fitRequest';
import type { MethodSpec, Parameters, ParameterValue } from '../../engine/contract/method';
import type { LinearAlgebraSetting } from '../engine/engineSwitch';
import { SETTING } from '../ids';

/** The person's values in `kernelscope.defaults`; the innermost scope takes precedence. */
export function ownDefaults(file: Uri): Parameters {
  const inspected = workspace.getConfiguration(undefined, file).inspect<OwnDefaults>(SETTING.defaults);
  const { globalValue, workspaceValue, workspaceFolderValue } = inspected ?? {};
  const all = Object.entries({ ...globalValue, ...workspaceValue, ...workspaceFolderValue });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** The same, limited to these names. */
function settingValues(names: Iterable<string>, file: Uri): Parameters {
  const wanted = new Set(names);
  return Object.fromEntries(Object.entries(ownDefaults(file)).filter(([name]) => wanted.has(name)));
}

type OwnDefaults = Readonly<Record<string, ParameterValue | null>>;

/** Makes these values the person's own defaults for the names; all others stay. */
export async function saveDefaults(names: readonly string[], values: Parameters): Promise<void> {
  const configuration = workspace.getConfiguration();
  const before = configuration.inspect<OwnDefaults>(SETTING.defaults)?.globalValue ?? {};
  const others = Object.entries(before).filter(([name]) => !names.includes(name));
  const after = { ...Object.fromEntries(others), ...values };
  const empty = Object.keys(after).length === 0;
  await configuration.update(SETTING.defaults, empty ? undefined : after, ConfigurationTarget.Global);
}

/** The number of runs that the history retains. */
export function historyLimit(): number {
  return workspace.getConfiguration().get<number>(SETTING.historyLimit, 50);
}

/** Endings of data files in addition to the usual ones, with their dots. */
export function moreEndings(): readonly string[] {
  const endings = workspace.getConfiguration().get<Record<string, unknown>>(SETTING.moreEndings, {});
  return Object.keys(endings).filter((ending) => endings[ending] === true && ending.startsWith('.'));
}

/** The setting for linear algebra. VS Code ignores a workspace's own value while the workspace is not trusted. */
export function linearAlgebraSetting(): LinearAlgebraSetting {
  const value = workspace.getConfiguration().get<string>(SETTING.linearAlgebra);
  return value === 'embedded' || value === 'native' ? value : 'auto';
}

/** The person's settings for a method's parameters and for the rows of a file. */
export const methodSettings = (method: MethodSpec, uri: Uri): Parameters =>
  settingsFor(method, settingValues(new Set([...DESIGN_NAMES, ...method.parameters.map(({ name }) => name)]), uri));

import { ConfigurationTarget, workspace } from 'vscode';
import type { Adapter } from '../../cluster/adapter';
import { type ClusterEngine, DETAIL_NAMES, isClusterEngine, takesDetail } from '../../engine/contract/cluster';
import { SETTING } from '../ids';

/** A cluster, and the Python that reaches it, as far as they are known. */
export interface KnownCluster {
  readonly engine?: ClusterEngine;
  /** '': as the engine's own configuration has it. */
  readonly address?: string;
  readonly python?: string;
}

/** What a person has set. A trusted workspace may name the cluster; the program that is run here comes from this machine's own settings. */
export function clusterSettings(): KnownCluster {
  const configuration = workspace.getConfiguration();
  const of = (key: string) => {
    const found = configuration.inspect<string>(key);
    const { globalValue, workspaceValue, workspaceFolderValue } = found ?? {};
    return { machine: globalValue, any: workspaceFolderValue ?? workspaceValue ?? globalValue };
  };
  const engine = of(SETTING.clusterEngine).any;
  const address = of(SETTING.clusterAddress).any;
  const python = of(SETTING.clusterPython).machine;
  return {
    ...(isClusterEngine(engine) && { engine }),
    ...(typeof address === 'string' && { address }),
    ...(typeof python === 'string' && python !== '' && { python }),
  };
}

/** What else a person has set of an engine, on this machine alone. */
export function clusterDetails(engine: ClusterEngine): NonNullable<Adapter['details']> {
  const { globalValue = {} } =
    workspace.getConfiguration().inspect<Readonly<Record<string, unknown>>>(SETTING.clusterDetails) ?? {};
  const taken = DETAIL_NAMES.filter((name) => takesDetail(engine, name));
  return Object.fromEntries(
    taken.flatMap((name) => {
      const value = globalValue[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}

const KEYS: { readonly [K in keyof Required<KnownCluster>]: string } = {
  engine: SETTING.clusterEngine,
  address: SETTING.clusterAddress,
  python: SETTING.clusterPython,
};

/** Makes them settings of this machine. */
export async function saveCluster(cluster: KnownCluster): Promise<void> {
  const configuration = workspace.getConfiguration();
  for (const [name, value] of Object.entries(cluster))
    await configuration.update(KEYS[name as keyof KnownCluster], value, ConfigurationTarget.Global);
}

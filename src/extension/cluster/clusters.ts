import { ConfigurationTarget, l10n, workspace } from 'vscode';
import type { Adapter } from '../../cluster/adapter';
import {
  CLUSTER_ENGINES,
  CLUSTER_NAMES,
  type ClusterEngine,
  type ClusterPlace,
  DETAIL_NAMES,
  isClusterEngine,
  takesDetail,
} from '../../engine/contract/cluster';
import { cancelledError } from '../../engine/contract/context';
import { KernelscopeError } from '../../engine/contract/failure';
import { SETTING } from '../ids';
import { pickOne, showInformation, showInputBox, showWarning } from '../plainWindow';

const TITLE = l10n.t('Fit on a Cluster');

/** The questions about the address of an engine and about its Python. */
const QUESTIONS: Readonly<
  Record<ClusterEngine, { readonly address: string; readonly usual: string; readonly package: string }>
> = {
  spark: {
    address: l10n.t('Address of the Spark master: spark://host:7077, yarn, k8s://…'),
    usual: 'spark://localhost:7077',
    package: 'pyspark',
  },
  dask: {
    address: l10n.t('Address of the Dask scheduler: tcp://host:8786 or tls://…'),
    usual: 'tcp://localhost:8786',
    package: 'distributed',
  },
};

/**
 * The destination of fits on a cluster: from the settings or, where they are not set, from the person's answers, as
 * long as the window is open.
 */
export class Clusters {
  private answered: KnownCluster = {};
  /** Clusters of runs that the person has allowed. */
  private readonly agreed = new Set<string>();

  constructor(private readonly scripts: string) {}

  /** Throws `cluster/failed` in a workspace that is not trusted. */
  requireTrust(): void {
    if (workspace.isTrusted) return;
    throw new KernelscopeError(
      'cluster/failed',
      'A fit on a cluster starts Python, which only trusted workspaces may. Trust this workspace, or fit the files here.',
      { untrusted: true },
    );
  }

  /**
   * The cluster for a new fit. `asks`: a person is there to answer. Throws `cluster/failed`, and `run/cancelled` on
   * Escape.
   */
  async choose(asks: boolean): Promise<ClusterPlace> {
    this.requireTrust();
    const before = this.known();
    if (!asks) return placeOf(before);
    const engine = before.engine ?? (await askEngine());
    const address = before.address ?? (await askAddress(engine));
    const python = before.python ?? (await askPython(engine));
    const known = { engine, address, python };
    this.answered = known;
    const fresh = Object.entries(known).filter(([name]) => before[name as keyof KnownCluster] === undefined);
    if (fresh.length > 0) void offerToKeep(known, Object.fromEntries(fresh));
    return placeOf(known);
  }

  /**
   * The adapter that runs a fit there. A run from elsewhere may name any cluster, and clusters run programs: the person
   * is asked about one that is not in the settings.
   */
  async adapter(place: ClusterPlace): Promise<Adapter> {
    this.requireTrust();
    const known = this.known();
    const same = known.engine === place.engine && (known.address ?? '') === (place.address ?? '');
    if (!same) await this.agreeTo(place);
    const program = known.python ?? (await askPython(place.engine));
    this.answered = { ...this.answered, python: program };
    return {
      place,
      program,
      naming: `in the setting ${SETTING.clusterPython}`,
      scripts: this.scripts,
      details: clusterDetails(place.engine),
    };
  }

  private known(): KnownCluster {
    return { ...this.answered, ...clusterSettings() };
  }

  private async agreeTo(place: ClusterPlace): Promise<void> {
    const said = wordsOf(place);
    if (this.agreed.has(said)) return;
    const use = l10n.t('Use It');
    const question = l10n.t(
      'This fit names {0}, which your settings do not. A cluster has programs run on this computer and reads the rows: use it only if you know it.',
      said,
    );
    if ((await showWarning(question, { modal: true }, use)) !== use) throw cancelledError();
    this.agreed.add(said);
  }
}

function placeOf({ engine, address }: KnownCluster): ClusterPlace {
  if (engine === undefined)
    throw new KernelscopeError(
      'cluster/failed',
      `Which cluster? Set ${SETTING.clusterEngine} to ${CLUSTER_NAMES.join(' or ')}, and ${SETTING.clusterAddress} to its address.`,
    );
  return { engine, ...(address !== undefined && address !== '' && { address }) };
}

/** "Dask at tcp://host:8786" */
const wordsOf = ({ engine, address }: ClusterPlace): string =>
  address === undefined ? CLUSTER_ENGINES[engine].title : l10n.t('{0} at {1}', CLUSTER_ENGINES[engine].title, address);

async function askEngine(): Promise<ClusterEngine> {
  const items = CLUSTER_NAMES.map((engine) => ({
    label: CLUSTER_ENGINES[engine].title,
    description: l10n.t(
      '{0}, with Python and {1} on this computer',
      QUESTIONS[engine].usual,
      QUESTIONS[engine].package,
    ),
    engine,
  }));
  const picked = await pickOne(items, { title: TITLE, placeHolder: l10n.t('Which cluster?'), ignoreFocusOut: true });
  if (picked === undefined) throw cancelledError();
  return picked.engine;
}

async function askAddress(engine: ClusterEngine): Promise<string> {
  const { address, usual } = QUESTIONS[engine];
  const prompt = l10n.t('{0}. Empty: as the configuration of {1} has it.', address, CLUSTER_ENGINES[engine].title);
  const answer = await showInputBox({ title: TITLE, prompt, value: usual, ignoreFocusOut: true });
  if (answer === undefined) throw cancelledError();
  return answer.trim();
}

async function askPython(engine: ClusterEngine): Promise<string> {
  const answer = await showInputBox({
    title: TITLE,
    prompt: l10n.t(
      'Which Python of this computer has {0}? A name on the PATH, or an absolute path.',
      QUESTIONS[engine].package,
    ),
    value: 'python3',
    ignoreFocusOut: true,
    validateInput: (typed) => (typed.trim() === '' ? l10n.t('A name or a path is needed.') : undefined),
  });
  if (answer === undefined) throw cancelledError();
  return answer.trim();
}

/** Offers to store the answers as settings, so that nothing is asked twice; the fit does not wait for that. */
async function offerToKeep({ engine, address, python }: Required<KnownCluster>, fresh: KnownCluster): Promise<void> {
  const keep = l10n.t('Keep as My Settings');
  const said = wordsOf(placeOf({ engine, address }));
  if ((await showInformation(l10n.t('Fit on {0} with {1} next time too?', said, python), keep)) === keep)
    await saveCluster(fresh);
}

/** The known parts of a cluster, and the Python that reaches it. */
interface KnownCluster {
  readonly engine?: ClusterEngine;
  /** '': as in the engine's own configuration. */
  readonly address?: string;
  readonly python?: string;
}

/**
 * The person's settings. A trusted workspace may name the cluster; the program that is run here comes from this
 * machine's own settings.
 */
function clusterSettings(): KnownCluster {
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

/** The person's further settings for an engine, from this machine only. */
function clusterDetails(engine: ClusterEngine): NonNullable<Adapter['details']> {
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

/** Stores these as settings of this machine. */
async function saveCluster(cluster: KnownCluster): Promise<void> {
  const configuration = workspace.getConfiguration();
  for (const [name, value] of Object.entries(cluster))
    await configuration.update(KEYS[name as keyof KnownCluster], value, ConfigurationTarget.Global);
}

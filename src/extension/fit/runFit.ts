import { l10n, type Uri } from 'vscode';
import { fitOnCluster } from '../../cluster/fitOnCluster';
import { cancelledError } from '../../engine/contract/context';
import { KernelscopeError, toFailure } from '../../engine/contract/failure';
import { measuredWay } from '../../engine/contract/measuredWay';
import type { Parameters } from '../../engine/contract/method';
import type { Approximate, Proposals } from '../../engine/contract/proposal';
import { requestOfProposal } from '../../engine/contract/proposalRequest';
import type { Race } from '../../engine/contract/race';
import type { Interim } from '../../engine/contract/rpc';
import { type FitRequest, isComponents, type StoredRun } from '../../engine/contract/run';
import { baseName } from '../../engine/words/fileName';
import { platform } from '../../platform/platform';
import { askWay } from '../panels/askInPanel';
import { showInformation, showWarning } from '../plainWindow';
import type { Services } from '../services';
import { QUIET, type ReportProgress } from '../tasks';
import type { BeginFit } from './fitInPanel';
import type { LookAhead } from './lookAhead';
import { historyLimit } from './userSettings';

export interface RunFitOptions {
  /** Called with the progress, which then is not shown in a notification. */
  readonly follow?: ReportProgress;
  readonly signal?: AbortSignal;
  /** The race that chose the kernel, if this fit runs none. */
  readonly race?: Race | undefined;
  /** Present if the person chooses the way to fit, among these if they are known. */
  readonly ways?: Ways;
  /** The estimate that began while the person picked. */
  readonly look?: LookAhead;
  /** Called when everything has been asked and the fit begins. */
  readonly begin?: BeginFit;
}

/** The ways to fit that a person chooses from: measured now, unless they are known. */
interface Ways {
  readonly known?: Proposals | undefined;
  /** The parameters that each of them is combined with. */
  readonly kernel?: Parameters;
}

/**
 * Estimates the fit, runs it, and stores the run. A request for a cluster goes there without an estimate. Throws the
 * engine's failures; a run that cannot be stored is a warning, not a failure.
 */
export async function runFit(
  services: Services,
  request: FitRequest,
  origin: Uri,
  options: RunFitOptions = {},
): Promise<StoredRun> {
  const { follow, signal, begin, race } = options;
  const { engine, tasks, paces, clusters } = services;
  const file = baseName(origin.path);
  const adapter = request.onCluster && (await clusters.adapter(request.onCluster));
  const agreed: Agreed = adapter ? { request } : await agreedHere(services, request, file, options);
  const [stop, finish, seen] = [new AbortController(), new AbortController(), new AbortController()];
  const ended = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
  const controls = {
    cancel: () => stop.abort(),
    finish: () => (platform.sharesMemory ? finish.abort() : sayUnheard()),
    seen: () => seen.abort(),
  };
  const also = begin?.(controls, agreed.title);
  const task = { title: l10n.t('Fitting {0}', file), follow, also: also?.progress, place: also?.place, signal: ended };
  const result = await tasks.run(task, (call) => {
    const onInterim = (interim: Interim) => {
      if (interim.kind === 'run') also?.interim(interim.run);
      else also?.race(interim.runId, interim.race);
    };
    if (adapter) return fitOnCluster({ request }, adapter, (...asked) => engine.call(...asked), call);
    return engine.call('fit', agreed.request, {
      ...call,
      ...(also && { onInterim, finish: finish.signal, seen: seen.signal }),
    });
  });
  const from = race && !isComponents(result) ? { race } : {};
  const { approximate } = agreed;
  const run: StoredRun = { ...from, ...result, ...(approximate && { approximate }), origin: origin.toString() };
  const { total = 0, read = 0 } = result.timings;
  const method = (await engine.call('methods', {})).find(({ id }) => id === result.method.id);
  // A fit with fewer landmarks than allowed says nothing about the pace.
  if (method && agreed.seconds !== undefined && result.approximate?.most === undefined)
    await paces.learn(run.origin, method.family, agreed.seconds, total - read);
  await keep(services, run);
  return run;
}

/**
 * The fit agreed on: the request, the seconds that it should take here, and the title of its method if that is another.
 */
interface Agreed {
  readonly request: FitRequest;
  readonly seconds?: number;
  readonly title?: string;
  /** The way that the person chose. */
  readonly approximate?: Approximate;
}

/**
 * The estimate of a fit here, and the way that the person chose if there is a choice. Throws the errors of `choose`.
 */
async function agreedHere(
  services: Services,
  request: FitRequest,
  file: string,
  { follow, signal, ways, look }: RunFitOptions,
): Promise<Agreed> {
  const { engine, tasks, paces } = services;
  if (ways) return choose(services, request, file, ways, { follow, signal });
  const estimate = await tasks.run(
    { title: l10n.t('Looking at {0}', file), quiet: QUIET.reading, follow, signal },
    async (call) =>
      (await look?.of(request, call.signal)) ?? engine.call('estimate', { ...request, paces: paces.get() }, call),
  );
  const title = services.methods.find(({ id }) => id === estimate.method)?.name;
  return { request, seconds: estimate.seconds, ...(title !== undefined && { title }) };
}

/**
 * The request that the person chooses among the ways that the engine compares, and its title. Throws `run/cancelled` if
 * the person cancels, and `memory/too-large` if nothing fits.
 */
async function choose(
  services: Services,
  request: FitRequest,
  file: string,
  { known, kernel }: Ways,
  also: Pick<RunFitOptions, 'follow' | 'signal'>,
): Promise<Agreed> {
  const { engine, tasks, paces } = services;
  const comparison =
    known ??
    (await tasks.run({ title: l10n.t('Comparing ways to fit {0}', file), ...also }, (call) =>
      engine.call('propose', { ...request, paces: paces.get() }, call),
    ));
  if (!comparison.proposals.some(({ possible }) => possible))
    throw new KernelscopeError('memory/too-large', comparison.message);
  const advice = { file, target: request.design.target, proposals: comparison };
  const picked = await askWay(services, advice, also.signal);
  if (!picked) throw cancelledError();
  const { openMethod: _, ...way } = requestOfProposal(request, picked, comparison);
  return {
    request: { ...way, parameters: { ...kernel, ...way.parameters } },
    seconds: picked.seconds,
    title: picked.title,
    ...(picked.kind !== 'whole' && {
      approximate: measuredWay({ by: 'person', kind: picked.kind, count: picked.count }, comparison),
    }),
  };
}

/** Deletes the oldest runs beyond the person's limit, but none that a panel shows. */
export async function pruneHistory({ store, panels, comparisons, log }: Services): Promise<void> {
  const dropped = await store.prune(historyLimit(), new Set([...panels.openRuns(), ...comparisons.openRuns()]));
  if (dropped > 0) log.info(`history: ${dropped} oldest runs deleted`);
}

async function keep(services: Services, run: StoredRun): Promise<void> {
  const { store, tree, log } = services;
  try {
    await store.save(run);
    await pruneHistory(services);
  } catch (error) {
    const { message } = toFailure(error);
    log.error(`history: ${message}`);
    void showWarning(l10n.t('The run is shown but could not be saved in the history. {0}', message), {});
  }
  tree.refresh();
}

/** Where threads share no memory, a computing engine receives no messages; it can only be ended. */
function sayUnheard(): void {
  const text = l10n.t('In this browser the engine hears nothing while it compares. Wait for it, or cancel the fit.');
  void showInformation(text);
}

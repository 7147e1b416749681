import { l10n, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { givenMembers, invalidArgument, type MemberChecks } from '../../choices/members';
import { type Failure, KernelscopeError } from '../../engine/contract/failure';
import { pack } from '../../engine/contract/pack';
import type { Reproduction, ReproductionRequest, ReproductionSpec } from '../../engine/contract/reproduction';
import { isCount, isRecord } from '../../engine/contract/shape';
import { baseName } from '../../engine/words/fileName';
import { AN_ADDRESS, isAddress } from '../arguments/address';
import { uriArgument } from '../chooseFile';
import { saveFigure } from '../export/saveDialog';
import { reportFailure } from '../failures';
import { PANEL } from '../ids';
import { hear } from '../panels/pagePanel';
import { pageOptions, postTo, servePage } from '../panels/servedPage';
import { pickAmount, pickInput, pickOptions, pickReproduction } from '../picks/reproductionPicks';
import { checkDraws, reproductionOptions } from '../picks/reproductionWords';
import type { Services } from '../services';

/**
 * Arguments for callers without dialogs: `{ file, seed, quick, draws, options }`; `file` is the folder if one is
 * needed.
 */
interface ReproduceArguments {
  readonly file?: unknown;
  readonly seed?: unknown;
  readonly quick?: unknown;
  readonly draws?: unknown;
  readonly options?: unknown;
}

const MEMBERS: MemberChecks<ReproduceArguments> = {
  file: [isAddress, AN_ADDRESS],
  seed: [isCount, 'a whole number from 0'],
  quick: [(value) => typeof value === 'boolean', 'true or false'],
  draws: [isCount, 'a whole number'],
  options: [isRecord, 'an object of choices by name'],
};

export interface ReproduceReport {
  readonly id: string;
  readonly verdict: Reproduction['verdict'];
  readonly seconds: number;
}

/**
 * "Reproduce a Figure from the Papers…": picks one, asks for the options it leaves open and for the file or folder it
 * needs, computes it, and shows it. `argument` may be an id.
 */
export async function reproduceCommand(
  services: Services,
  argument: unknown,
  given?: unknown,
): Promise<ReproduceReport | { readonly failure: Failure }> {
  const { engine, tasks } = services;
  try {
    const specs = await engine.call('reproductions', {});
    const spec = specs.find(({ id }) => id === argument) ?? (await pickReproduction(specs));
    const request = await requestFor(spec, givenMembers(given, MEMBERS));
    const reproduction = await tasks.run({ title: l10n.t('Reproducing {0}', spec.title) }, (call) =>
      engine.call('reproduce', request, call),
    );
    showReproduction(services, reproduction);
    return { id: spec.id, verdict: reproduction.verdict, seconds: reproduction.seconds };
  } catch (error) {
    const retry = () => reproduceCommand(services, argument, given);
    return { failure: reportFailure(services, error, { doing: 'reproduce', retry }) };
  }
}

/** A caller who says how much to compute is asked only for a file that is needed and not named. */
async function requestFor(spec: ReproductionSpec, given: ReproduceArguments): Promise<ReproductionRequest> {
  const { options = [] } = spec;
  const amountGiven = typeof given.quick === 'boolean' || given.draws !== undefined;
  const asks = !amountGiven && given.options === undefined;
  const chosen = asks ? await pickOptions(spec.title, options) : reproductionOptions(options, given.options);
  const amount = amountGiven ? givenAmount(spec, given) : await pickAmount(spec);
  const needs = spec.file !== undefined || spec.folder !== undefined;
  const input = needs ? (uriArgument(given.file) ?? (await pickInput(spec))) : undefined;
  return {
    id: spec.id,
    seed: Number.isInteger(given.seed) ? Number(given.seed) : 0,
    ...amount,
    ...(options.length > 0 && { options: chosen }),
    ...(input && { file: pathOf(input) }),
  };
}

function givenAmount(spec: ReproductionSpec, given: ReproduceArguments): Pick<ReproductionRequest, 'quick' | 'draws'> {
  const quick = given.quick === true;
  if (given.draws === undefined) return { quick };
  if (spec.draws === undefined) throw invalidArgument('draws', `${spec.title} is not made of draws; leave draws out.`);
  const checked = checkDraws(String(given.draws), spec, spec.draws);
  if ('problem' in checked) throw invalidArgument('draws', `The argument draws: ${checked.problem}`);
  return { quick, ...checked.request };
}

function pathOf(uri: Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  throw new KernelscopeError(
    'file/unreadable',
    `${baseName(uri.path)} is not on this machine. Save a copy here and choose that.`,
  );
}

/**
 * Shows a reproduction beside the open editors. It is stored here as long as its panel: a page that returns from hiding
 * asks for it again. It is lost with the window, as repeating the same command brings it back.
 */
export function showReproduction(services: Services, reproduction: Reproduction): WebviewPanel {
  const { extensionUri } = services.context;
  const view = window.createWebviewPanel(
    PANEL.reproduction,
    reproduction.spec.title,
    { viewColumn: ViewColumn.Active },
    pageOptions(extensionUri),
  );
  const bytes = pack(reproduction);
  const hearing = { extensionUri, log: services.log };
  view.webview.onDidReceiveMessage((sent: unknown) =>
    hear(sent, hearing, async (message) => {
      if (message.type === 'ready') await postTo(view, { type: 'reproduction', bytes });
      if (message.type !== 'save') return;
      try {
        await saveFigure(undefined, message.name, message.format, message.bytes);
      } catch (error) {
        reportFailure(services, error, { doing: 'save figure' });
      }
    }),
  );
  servePage(view, extensionUri, { title: reproduction.spec.title, style: ['media', 'reproduction.css'] });
  return view;
}

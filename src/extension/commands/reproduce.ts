import { type QuickPickItem, window } from 'vscode';
import { type Failure, KernelscopeError } from '../../engine/contract/failure';
import type { Reproduction, ReproductionSpec } from '../../engine/contract/reproduction';
import { browse, uriArgument } from '../chooseFile';
import { reportFailure } from '../failures';
import { baseName } from '../fileName';
import { showReproduction } from '../panels/reproductionPanel';
import type { Services } from '../services';

/** Above it a person is asked whether less will do. */
const PATIENCE = 90;

/** For callers that need no dialogs: `{ file, seed, quick }`. */
interface ReproduceArguments {
  readonly file?: unknown;
  readonly seed?: unknown;
  readonly quick?: unknown;
}

export interface ReproduceReport {
  readonly id: string;
  readonly verdict: Reproduction['verdict'];
  readonly seconds: number;
}

/** "Reproduce a Figure from the Papers…": picks one, asks for the file it needs, computes it, shows it. `argument` may be an id. */
export async function reproduceCommand(
  services: Services,
  argument: unknown,
  given: ReproduceArguments = {},
): Promise<ReproduceReport | { readonly failure: Failure } | undefined> {
  const { engine, tasks } = services;
  try {
    const spec = await chooseSpec(await engine.call('reproductions', {}), argument);
    if (!spec) return undefined;
    const quick = typeof given.quick === 'boolean' ? given.quick : await chooseSize(spec);
    if (quick === undefined) return undefined;
    const file = spec.file === undefined ? undefined : await chooseImages(spec, given.file);
    if (spec.file !== undefined && file === undefined) return undefined;
    const seed = Number.isInteger(given.seed) ? Number(given.seed) : 0;
    const request = { id: spec.id, seed, quick, ...(file !== undefined && { file }) };
    const found = await tasks.run({ title: `Reproducing ${spec.title}` }, (onProgress, signal) =>
      engine.call('reproduce', request, { onProgress, signal }),
    );
    showReproduction(services, found);
    return { id: spec.id, verdict: found.verdict, seconds: found.seconds };
  } catch (error) {
    const retry = () => reproduceCommand(services, argument, given);
    return { failure: reportFailure(services, error, { doing: 'reproduce', retry }) };
  }
}

async function chooseSpec(
  specs: readonly ReproductionSpec[],
  argument: unknown,
): Promise<ReproductionSpec | undefined> {
  const said = specs.find(({ id }) => id === argument);
  if (said) return said;
  const items = specs.map((spec): QuickPickItem & { readonly spec: ReproductionSpec } => ({
    label: spec.title,
    description: `${durationText(spec.seconds)}${spec.file === undefined ? '' : ', needs a file'}`,
    detail: spec.claim,
    spec,
  }));
  const picked = await window.showQuickPick(items, {
    title: 'Reproduce a Figure from the Papers',
    placeHolder: 'Which one? Times are for two cores.',
    matchOnDetail: true,
  });
  return picked?.spec;
}

/** True for the reduced size; what was reduced stands among the settings of the result. */
async function chooseSize({ title, seconds }: ReproductionSpec): Promise<boolean | undefined> {
  if (seconds <= PATIENCE) return false;
  const items = [
    {
      label: 'Reduced',
      description: 'under a minute',
      detail: 'Fewer repetitions, folds or rows than published',
      quick: true,
    },
    { label: 'As published', description: durationText(seconds), detail: 'It can be cancelled', quick: false },
  ];
  return (await window.showQuickPick(items, { title, placeHolder: 'How much of it?' }))?.quick;
}

async function chooseImages(spec: ReproductionSpec, given: unknown): Promise<string | undefined> {
  const uri = uriArgument(given) ?? (await browse(`Choose ${spec.file}`));
  if (!uri) return undefined;
  if (uri.scheme === 'file') return uri.fsPath;
  throw new KernelscopeError(
    'file/unreadable',
    `${baseName(uri.path)} is not on this machine. Save a copy here and choose that.`,
  );
}

/** "15 s", "7 min", "2.5 h" */
function durationText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

import { InputBoxValidationSeverity, l10n, type QuickPickItem, QuickPickItemKind, type Uri } from 'vscode';
import { cancelledError } from '../../engine/contract/context';
import type { ReproductionOption, ReproductionSpec } from '../../engine/contract/reproduction';
import { browse, browseFolder } from '../chooseFile';
import { pickOne, showInputBox } from '../plainWindow';
import { checkDraws, durationText, needsText, paperText } from './reproductionWords';

// Each of these throws `run/cancelled` on Escape.

/** Seconds. Above this a person is asked whether less will do. */
const PATIENCE = 90;

/** One of all reproductions, listed by paper. */
export async function pickReproduction(specs: readonly ReproductionSpec[]): Promise<ReproductionSpec> {
  type Item = QuickPickItem & { readonly spec?: ReproductionSpec };
  const items = specs.flatMap((spec, i): Item[] => [
    ...(i === 0 || paperText(specs[i - 1]) !== paperText(spec)
      ? [{ label: paperText(spec), kind: QuickPickItemKind.Separator }]
      : []),
    { label: spec.title, description: needsText(spec), detail: spec.check, spec },
  ]);
  const picked = await pickOne(items, {
    title: l10n.t('Reproduce a Figure from the Papers'),
    placeHolder: l10n.t('Which one? Times are for two cores.'),
    matchOnDetail: true,
  });
  return chosen(picked?.spec);
}

/** The choices that the paper leaves open, one after the other, the default first. */
export async function pickOptions(
  title: string,
  options: readonly ReproductionOption[],
): Promise<Readonly<Record<string, string>>> {
  const values: Record<string, string> = {};
  for (const option of options) {
    const items = option.choices.map(({ value, title: label }, i) => ({
      label,
      ...(i === 0 && { description: l10n.t('default') }),
      value,
    }));
    const picked = await pickOne(items, { title, placeHolder: option.title, ignoreFocusOut: true });
    values[option.name] = chosen(picked).value;
  }
  return values;
}

/** How much to compute: a number of draws, or all of it, or less if it takes long. */
export async function pickAmount(
  spec: ReproductionSpec,
): Promise<{ readonly draws?: number; readonly quick: boolean }> {
  if (spec.draws !== undefined) return { ...(await typeDraws(spec, spec.draws)), quick: false };
  if (spec.seconds <= PATIENCE) return { quick: false };
  const items = [
    {
      label: l10n.t('Reduced'),
      description: l10n.t('under a minute'),
      detail: l10n.t('Fewer repetitions than published, or a smaller size; never says that something differs'),
      quick: true,
    },
    {
      label: l10n.t('As published'),
      description: durationText(spec.seconds),
      detail: l10n.t('It can be cancelled'),
      quick: false,
    },
  ];
  const { quick } = chosen(await pickOne(items, { title: spec.title, placeHolder: l10n.t('Full or quick?') }));
  return { quick };
}

/** Asks for the number of draws; the time is shown below the field as the number is typed. */
async function typeDraws(spec: ReproductionSpec, published: number): Promise<{ readonly draws?: number }> {
  const text = await showInputBox({
    title: spec.title,
    prompt: l10n.t('How many of the {0} published draws?', published),
    value: String(published),
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const checked = checkDraws(typed, spec, published);
      return 'problem' in checked
        ? checked.problem
        : { message: checked.message, severity: InputBoxValidationSeverity.Info };
    },
  });
  const checked = checkDraws(chosen(text), spec, published);
  return 'problem' in checked ? {} : checked.request;
}

/** The file or folder that the spec names; undefined if it needs none. */
export async function pickInput({ file, folder }: ReproductionSpec): Promise<Uri | undefined> {
  if (file !== undefined) return chosen(await browse(l10n.t('Choose {0}', file)));
  if (folder !== undefined) return chosen(await browseFolder(l10n.t('Choose {0}', folder)));
  return undefined;
}

function chosen<T>(answer: T | undefined): T {
  if (answer === undefined) throw cancelledError();
  return answer;
}

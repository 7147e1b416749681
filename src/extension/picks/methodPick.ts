import { l10n, QuickPickItemKind } from 'vscode';
import type { RunHead } from '../../doors/runs/summary';
import type { MethodSpec } from '../../engine/contract/method';
import { METHOD_FAMILIES } from '../../engine/words/methodWords';
import type { HeadPick } from '../../webview/protocol.schema';
import { methodSpec } from '../fit/changedRequest';
import type { HeadChoice } from '../fit/request';
import { type PlainItem, pickOne } from '../plainWindow';
import type { MethodEntry, Services } from '../services';

interface Item extends PlainItem {
  readonly id?: string;
}

/** The id of one of these methods, each shown with its purpose; undefined on Escape. */
export async function pickMethod(methods: readonly MethodEntry[], title: string): Promise<string | undefined> {
  const options = { title, placeHolder: l10n.t('Which method?'), matchOnDescription: true };
  return (await pickOne(methodItems(methods), options))?.id;
}

const methodItems = (methods: readonly MethodEntry[]): Item[] =>
  methods.flatMap(({ id, name, purpose, family }, i) => [
    ...(methods[i - 1]?.family === family
      ? []
      : [{ label: l10n.t(METHOD_FAMILIES[family]), kind: QuickPickItemKind.Separator }]),
    { label: l10n.t(name), description: l10n.t('for {0}', l10n.t(purpose)), id },
  ]);

/**
 * A kernel by its name in an expression, or auto, each shown with the sentence that says when to use it; undefined on
 * Escape.
 */
async function pickKernel({ parameters }: MethodSpec, title: string): Promise<string | undefined> {
  const kernel = parameters.find(({ name }) => name === 'kernel');
  const items = (kernel?.suggestions ?? []).map((value) => {
    const [label, words = ''] = kernel?.suggestionWords?.[value] ?? [value];
    return { label: l10n.t(label), description: l10n.t(words), value };
  });
  const options = { title, placeHolder: l10n.t('Which kernel?'), matchOnDescription: true };
  return (await pickOne(items, options))?.value;
}

/**
 * Asks for another method or kernel of a run; undefined on Escape. Only methods that fit the same are offered: to a
 * target, or without one.
 */
export async function headChoice(
  services: Services,
  run: RunHead,
  what: HeadPick,
  methods: readonly MethodEntry[],
): Promise<HeadChoice | undefined> {
  const { name } = run.file;
  const title = what === 'kernel' ? l10n.t('{0}: another kernel', name) : l10n.t('{0}: another method', name);
  if (what === 'kernel') {
    const kernel = await pickKernel(await methodSpec(services, run.method.id), title);
    return kernel === undefined ? undefined : { kind: 'anyKernel', kernel };
  }
  const targetless = ({ family }: MethodEntry) => family === 'components';
  const own = methods.find(({ id }) => id === run.method.id);
  const fitting = methods.filter((method) => own === undefined || targetless(method) === targetless(own));
  const method = await pickMethod(fitting, title);
  return method === undefined ? undefined : { kind: 'method', method };
}

import { QuickPickItemKind } from 'vscode';
import { METHOD_FAMILIES } from '../../engine/words/methodWords';
import { type PlainItem, pickOne } from '../plainWindow';
import type { MethodEntry } from '../services';

interface Item extends PlainItem {
  readonly id?: string;
}

/** The id of one of these methods, each with what it is for; undefined on Escape. */
export async function pickMethod(methods: readonly MethodEntry[], title: string): Promise<string | undefined> {
  const options = { title, placeHolder: 'Which method?', matchOnDescription: true };
  return (await pickOne(methodItems(methods), options))?.id;
}

const methodItems = (methods: readonly MethodEntry[]): Item[] =>
  methods.flatMap(({ id, name, purpose, family }, i) => [
    ...(methods[i - 1]?.family === family
      ? []
      : [{ label: METHOD_FAMILIES[family], kind: QuickPickItemKind.Separator }]),
    { label: name, description: `for ${purpose}`, id },
  ]);

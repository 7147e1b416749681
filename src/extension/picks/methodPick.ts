import { QuickPickItemKind } from 'vscode';
import type { MethodSpec } from '../../engine/contract/method';
import type { MethodCommand } from '../commands/methodCommand';
import { type PlainItem, pickOne } from '../plainWindow';

const FAMILY: Readonly<Record<MethodSpec['family'], string>> = {
  spectral: 'squared error',
  robust: 'robust, sparse and quantiles',
  features: 'large files',
  components: 'no target',
};

interface Item extends PlainItem {
  readonly id?: string;
}

/** The id of one of these methods, each with what it is for; undefined on Escape. */
export async function pickMethod(methods: readonly MethodCommand[], title: string): Promise<string | undefined> {
  const options = { title, placeHolder: 'Which method?', matchOnDescription: true };
  return (await pickOne(methodItems(methods), options))?.id;
}

const methodItems = (methods: readonly MethodCommand[]): Item[] =>
  methods.flatMap(({ id, name, purpose, family }, i) => [
    ...(methods[i - 1]?.family === family ? [] : [{ label: FAMILY[family], kind: QuickPickItemKind.Separator }]),
    { label: name, description: `for ${purpose}`, id },
  ]);

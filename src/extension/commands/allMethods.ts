import { QuickPickItemKind } from 'vscode';
import type { MethodSpec } from '../../engine/contract/method';
import { chooseFile } from '../chooseFile';
import { type FitReport, fitFile } from '../fit/fitFlow';
import { type PlainItem, pickOne } from '../plainWindow';
import type { Services } from '../services';
import type { MethodCommand } from './methodCommand';

const FAMILY: Readonly<Record<MethodSpec['family'], string>> = {
  spectral: 'squared error',
  robust: 'robust, sparse and quantiles',
  features: 'large files',
  components: 'no target',
};

interface Item extends PlainItem {
  readonly id?: string;
}

/** "All Methods…": every method with what it is for, then the fit of the one that is picked. */
export async function allMethodsCommand(
  services: Services,
  argument: unknown,
  methods: readonly MethodCommand[],
): Promise<FitReport | undefined> {
  const uri = await chooseFile(argument, 'All Methods');
  if (!uri) return undefined;
  const picked = await pickOne(methodItems(methods), {
    title: 'All Methods',
    placeHolder: 'Which method?',
    matchOnDescription: true,
  });
  return picked?.id === undefined ? undefined : fitFile(services, picked.id, uri);
}

const methodItems = (methods: readonly MethodCommand[]): Item[] =>
  methods.flatMap(({ id, name, purpose, family }, i) => [
    ...(methods[i - 1]?.family === family ? [] : [{ label: FAMILY[family], kind: QuickPickItemKind.Separator }]),
    { label: name, description: `for ${purpose}`, id },
  ]);

import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { Inspection } from '../../engine/contract/data';
import { plural } from '../numbers';
import { type ColumnItem, targetItems } from './targetItems';

const SETTINGS = 'settings';

export type TargetAnswer = { readonly target: string } | typeof SETTINGS | undefined;

interface Item extends QuickPickItem {
  readonly answer?: TargetAnswer;
}

/** The target, or "settings" when the person asks for more of them, or undefined on Escape. */
export async function pickTarget(title: string, inspection: Inspection, remembered?: string): Promise<TargetAnswer> {
  const { fit, unfit } = targetItems(inspection, remembered);
  const item = ({ label, description, column }: ColumnItem): Item => ({
    label,
    description,
    answer: { target: column },
  });
  const items: Item[] = [
    ...fit.map(item),
    ...(unfit.length > 0
      ? [{ label: 'cannot be a target', kind: QuickPickItemKind.Separator }, ...unfit.map(item)]
      : []),
    { label: '', kind: QuickPickItemKind.Separator },
    {
      label: '$(settings-gear) More settings…',
      description: 'parameters, held-out rows, missing cells, seed',
      alwaysShow: true,
      answer: SETTINGS,
    },
  ];
  const picked = await window.showQuickPick(items, {
    title,
    placeHolder: `Which column should be predicted? ${plural(inspection.rows, 'row')}, ${plural(inspection.columns.length, 'column')}`,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.answer;
}

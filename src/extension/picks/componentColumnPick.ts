import { type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { Inspection } from '../../engine/contract/data';
import { counted } from '../../engine/words/sentence';
import { createPick, plainItem } from '../plainWindow';
import { chosenFeatures, type FeatureItem, featureItems } from './columnItems';

interface Item extends QuickPickItem {
  readonly column?: string;
}

type Answer = { readonly features?: readonly string[] } | 'settings' | undefined;

/**
 * The columns that principal components are found in (`features` undefined: the default ones), "settings" when the person asks for
 * more of them, or undefined on Escape.
 */
export function pickComponentColumns(
  title: string,
  inspection: Inspection,
  remembered?: readonly string[],
): Promise<Answer> {
  const items = featureItems(inspection, [], remembered);
  const settings: QuickInputButton = { iconPath: new ThemeIcon('settings-gear'), tooltip: 'More Settings…' };
  const prompt = `Which columns may it use? Enter starts the fit. ${counted(inspection.rows, 'row')}`;
  const pick = createPick<Item>(title, prompt);
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  const separator: Item = { label: 'left out unless you choose them', kind: QuickPickItemKind.Separator };
  const shown = [...items.usable, ...(items.unusable.length > 0 ? [separator, ...items.unusable] : [])];
  pick.items = shown.map(plainItem);
  pick.selectedItems = pick.items.filter((item) => (item as Partial<FeatureItem>).picked);
  pick.buttons = [settings];
  return new Promise<Answer>((resolve) => {
    const settle = (answer: Answer) => {
      resolve(answer);
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const columns = pick.selectedItems.flatMap(({ column }) => (column === undefined ? [] : [column]));
      // Without a column there is nothing to fit: the pick stays open.
      if (columns.length === 0) return;
      const features = chosenFeatures(items, columns);
      settle(features === undefined ? {} : { features });
    });
    pick.onDidTriggerButton(() => settle('settings'));
    pick.onDidHide(() => settle(undefined));
    pick.show();
  });
}

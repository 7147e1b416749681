import { l10n, type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { Inspection } from '../../engine/contract/data';
import { amount } from '../amount';
import { createPick, pickMany, plainItem } from '../plainWindow';
import { chosenFeatures, type FeatureItem, type FeatureItems, featureItems } from './columnItems';

interface Item extends QuickPickItem {
  readonly column?: string;
}

/** The columns to predict from, or to find components in; if omitted, the default ones. */
interface Picked {
  readonly features?: readonly string[];
}

/** The uses of the columns that are not features, by name. */
export interface ColumnUses {
  readonly targets: readonly string[];
  readonly weights?: string;
}

const SEPARATOR: Item = { label: l10n.t('left out unless you choose them'), kind: QuickPickItemKind.Separator };

const shownItems = ({ usable, unusable }: FeatureItems): Item[] => [
  ...usable,
  ...(unusable.length > 0 ? [SEPARATOR, ...unusable] : []),
];

function pickedColumns(items: FeatureItems, picked: readonly Item[]): Picked {
  const columns = picked.flatMap(({ column }) => (column === undefined ? [] : [column]));
  const features = chosenFeatures(items, columns);
  return features === undefined ? {} : { features };
}

/** The columns to predict from, or undefined on Escape. */
export async function askForColumns(
  title: string,
  inspection: Inspection,
  { targets, weights }: ColumnUses,
  remembered?: readonly string[],
): Promise<Picked | undefined> {
  const items = featureItems(inspection, weights === undefined ? targets : [...targets, weights], remembered);
  // With a single candidate there is nothing to choose.
  if (items.usable.length === 1 && items.unusable.length === 0) return {};
  const picked = await pickMany(shownItems(items), {
    title,
    placeHolder: l10n.t('Which columns may it use to predict {0}? Enter starts the fit.', targets.join(', ')),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked && pickedColumns(items, picked);
}

/**
 * The columns that principal components are found in, "settings" if the person asks for more choices, or undefined on
 * Escape.
 */
export function pickComponentColumns(
  title: string,
  inspection: Inspection,
  remembered?: readonly string[],
): Promise<Picked | 'settings' | undefined> {
  const items = featureItems(inspection, [], remembered);
  const settings: QuickInputButton = { iconPath: new ThemeIcon('settings-gear'), tooltip: l10n.t('More Settings…') };
  const prompt = `${l10n.t('Which columns may it use? Enter starts the fit.')} ${amount(inspection.rows, 'rows')}`;
  const pick = createPick<Item>(title, prompt);
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.items = shownItems(items).map(plainItem);
  pick.selectedItems = pick.items.filter((item) => (item as Partial<FeatureItem>).picked);
  pick.buttons = [settings];
  return new Promise((resolve) => {
    const settle = (answer: Picked | 'settings' | undefined) => {
      resolve(answer);
      pick.dispose();
    };
    // Without a column there is nothing to fit: the pick stays open.
    pick.onDidAccept(() => {
      if (pick.selectedItems.some(({ column }) => column !== undefined))
        settle(pickedColumns(items, pick.selectedItems));
    });
    pick.onDidTriggerButton(() => settle('settings'));
    pick.onDidHide(() => settle(undefined));
    pick.show();
  });
}

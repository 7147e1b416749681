import { type QuickPickItem, QuickPickItemKind } from 'vscode';
import type { Inspection } from '../../engine/contract/data';
import { pickMany } from '../plainWindow';
import { chosenFeatures, featureItems } from './columnItems';

interface Item extends QuickPickItem {
  readonly column?: string;
}

/** What the columns that are not features are for, by name. */
export interface Roles {
  readonly targets: readonly string[];
  readonly weights?: string;
}

/** The columns to predict from (`features` undefined: the default ones), or undefined on Escape. */
export async function pickColumns(
  title: string,
  inspection: Inspection,
  { targets, weights }: Roles,
  remembered?: readonly string[],
): Promise<{ readonly features?: readonly string[] } | undefined> {
  const items = featureItems(inspection, weights === undefined ? targets : [...targets, weights], remembered);
  // A single candidate leaves nothing to choose.
  if (items.usable.length === 1 && items.unusable.length === 0) return {};
  const shown: Item[] = [...items.usable];
  if (items.unusable.length > 0) {
    shown.push({ label: 'left out unless you choose them', kind: QuickPickItemKind.Separator }, ...items.unusable);
  }
  const picked = await pickMany(shown, {
    title,
    placeHolder: `Which columns may it use to predict ${targets.join(', ')}? Enter starts the fit.`,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  const features = chosenFeatures(
    items,
    picked.flatMap(({ column }) => (column === undefined ? [] : [column])),
  );
  return features === undefined ? {} : { features };
}

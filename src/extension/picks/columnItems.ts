import type { Inspection } from '../../engine/contract/data';
import { loggedIn } from '../../engine/words/logarithmName';
import { describeColumn } from '../../figures/words/columnText';
import type { ColumnItem } from './targetItems';

export interface FeatureItem extends ColumnItem {
  readonly picked: boolean;
}

export interface FeatureItems {
  readonly usable: readonly FeatureItem[];
  /** Columns that are left out unless chosen, with the reason. */
  readonly unusable: readonly FeatureItem[];
}

/**
 * Every column that is not taken as a target or weight; the remembered ones that still exist are checked, or else all
 * usable ones.
 */
export function featureItems(
  inspection: Inspection,
  taken: readonly string[],
  remembered?: readonly string[],
): FeatureItems {
  const roles = withTheirColumns(taken);
  const others = inspection.columns.filter((column) => !roles.has(column.name));
  const stillThere = remembered?.filter((name) => others.some((column) => column.name === name));
  const chosen = stillThere && stillThere.length > 0 ? new Set(stillThere) : undefined;
  const items = others.map((column) => ({
    label: column.name,
    description: column.usable ? describeColumn(column) : `${column.reason} · ${describeColumn(column)}`,
    column: column.name,
    picked: chosen ? chosen.has(column.name) : column.usable,
    usable: column.usable,
  }));
  const strip = ({ usable: _, ...item }: FeatureItem & { usable: boolean }): FeatureItem => item;
  return {
    usable: items.filter(({ usable }) => usable).map(strip),
    unusable: items.filter(({ usable }) => !usable).map(strip),
  };
}

/** These names, and for names of logarithms also their columns. */
export const withTheirColumns = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [name, loggedIn(name) ?? name]));

/** The choice as it is stored: undefined if it equals the default, so that the default continues to apply. */
export function chosenFeatures(items: FeatureItems, chosen: readonly string[]): readonly string[] | undefined {
  const picked = new Set(chosen);
  const isDefault =
    items.usable.every(({ column }) => picked.has(column)) && items.unusable.every(({ column }) => !picked.has(column));
  return isDefault ? undefined : chosen;
}

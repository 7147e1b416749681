import { l10n, type QuickInputButton, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { Inspection, TargetCandidate } from '../../engine/contract/data';
import { amount } from '../amount';
import { createPick, type PlainItem, pickMany, plainItem } from '../plainWindow';
import {
  type ColumnItem,
  severalItems,
  type TargetChoices,
  type TargetItems,
  type Targets,
  targetItems,
} from './targetItems';

const SETTINGS = 'settings';
const SEVERAL = 'several';

type Answer = Targets | typeof SETTINGS | typeof SEVERAL | undefined;
export type TargetAnswer = Exclude<Answer, typeof SEVERAL>;

interface Item extends PlainItem {
  readonly answer?: Answer;
}

/** Measures the columns as targets; ends when the signal is aborted. */
export type Ranks = (signal: AbortSignal) => Promise<readonly TargetCandidate[]>;

/** The targets, or "settings" if the person asks for more choices, or undefined on Escape. */
export async function pickTarget(
  title: string,
  inspection: Inspection,
  choices: TargetChoices,
  ranks: Ranks,
): Promise<TargetAnswer> {
  for (;;) {
    const answer = await pickOne(title, inspection, choices, ranks);
    if (answer !== SEVERAL) return answer;
    const several = await pickSeveral(title, inspection, choices);
    // Escape leads back to the single target.
    if (several) return several;
  }
}

/**
 * Opens at once, with the columns in the order of the file. If nothing is preselected, no row has the focus, so that
 * Enter alone chooses nothing. Ranks are added when they have been measured; once the person has moved or typed, rows
 * keep their places and only get their reasons.
 */
function pickOne(title: string, inspection: Inspection, choices: TargetChoices, ranks: Ranks): Promise<Answer> {
  const several: QuickInputButton = { iconPath: new ThemeIcon('checklist'), tooltip: l10n.t('Several Targets…') };
  const first = targetItems(inspection, choices);
  const pick = createPick<Item>(`${title}, ${sizeOf(inspection)}`, placeholder(first));
  const show = (items: readonly PlainItem<Item>[], focused: string | undefined) => {
    pick.items = items;
    pick.activeItems = items.filter((item) => focused !== undefined && keyOf(item) === focused);
  };
  const start = first.again
    ? JSON.stringify(first.again.targets)
    : first.preselected && keyOfTarget(first.preselected.column);
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  show(itemsOf(first), start);
  pick.buttons = severalItems(inspection, choices).length > 1 ? [several] : [];
  const stop = new AbortController();
  const rank = (targets: readonly TargetCandidate[]) => {
    if (stop.signal.aborted) return;
    const ranked = itemsOf(targetItems(inspection, { ...choices, targets }));
    const [active] = pick.activeItems;
    const focused = active && keyOf(active);
    const reasons = new Map(ranked.map((item) => [keyOf(item), item.detail]));
    const still = pick.value === '' && focused === start;
    show(still ? ranked : pick.items.map((item) => ({ ...item, detail: reasons.get(keyOf(item)) })), focused);
  };
  return new Promise<Answer>((resolve) => {
    const settle = (answer: Answer) => {
      stop.abort();
      resolve(answer);
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.answer !== undefined) settle(item.answer);
    });
    pick.onDidTriggerButton(() => settle(SEVERAL));
    pick.onDidHide(() => settle(undefined));
    pick.show();
    // Without ranks the names can still be chosen.
    void ranks(stop.signal).then(rank, () => rank([]));
  });
}

const keyOf = ({ answer, label }: Item): string => (answer === undefined ? label : JSON.stringify(answer));
const keyOfTarget = (target: string): string => JSON.stringify({ target });

const sizeOf = ({ rows, columns }: Inspection): string =>
  `${amount(rows, 'rows')}, ${amount(columns.length, 'columns')}`;

function placeholder({ again, preselected }: TargetItems): string {
  const enter = again
    ? l10n.t('Enter: the same as last time.')
    : preselected
      ? preselected.why === 'name'
        ? l10n.t('Enter: {0}, as its name says.', preselected.column)
        : l10n.t('Enter: {0}, as last time.', preselected.column)
      : l10n.t('Nothing is proposed: type its name, or press ↓.');
  return `${l10n.t('Which column should be predicted?')} ${enter}`;
}

function itemsOf({ again, groups, unfit }: TargetItems): readonly PlainItem<Item>[] {
  const item = ({ column, ...texts }: ColumnItem): Item => ({ ...texts, answer: { target: column } });
  const under = (title: string, items: readonly ColumnItem[]): Item[] =>
    items.length > 0 ? [{ label: title, kind: QuickPickItemKind.Separator }, ...items.map(item)] : [];
  const items: PlainItem<Item>[] = [
    ...(again ? [{ label: again.label, description: again.description, answer: again.targets }] : []),
    ...groups.flatMap(({ title, items: columns }) => under(title, columns)),
    ...under(l10n.t('cannot be a target'), unfit),
    { label: '', kind: QuickPickItemKind.Separator },
    {
      icon: 'settings-gear',
      label: l10n.t('More settings…'),
      description: l10n.t('parameters, classes or numbers, weights, held-out rows, missing cells, seed'),
      alwaysShow: true,
      answer: SETTINGS,
    },
  ];
  return items.map(plainItem);
}

/** The columns that were checked, in the order of the file; undefined if none were, and on Escape. */
async function pickSeveral(
  title: string,
  inspection: Inspection,
  choices: TargetChoices,
): Promise<Targets | undefined> {
  const picked = await pickMany(severalItems(inspection, choices), {
    title,
    placeHolder: l10n.t('Which columns should be predicted? One fit predicts them all; rows need a value in each.'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  const [target, ...moreTargets] = picked?.map(({ column }) => column) ?? [];
  if (target === undefined) return undefined;
  return moreTargets.length > 0 ? { target, moreTargets } : { target };
}

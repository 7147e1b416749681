import { type QuickInputButton, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { Inspection } from '../../engine/contract/data';
import { counted } from '../../engine/words/sentence';
import { createPick, type PlainItem, pickMany, plainItem } from '../plainWindow';
import { type ColumnItem, severalItems, type TargetChoices, type Targets, targetItems } from './targetItems';

const SETTINGS = 'settings';
const SEVERAL = 'several';

type Answer = Targets | typeof SETTINGS | typeof SEVERAL | undefined;
export type TargetAnswer = Exclude<Answer, typeof SEVERAL>;

interface Item extends PlainItem {
  readonly answer?: Answer;
}

/** The targets, or "settings" when the person asks for more of them, or undefined on Escape. */
export async function pickTarget(title: string, inspection: Inspection, choices: TargetChoices): Promise<TargetAnswer> {
  for (;;) {
    const answer = await pickOne(title, inspection, choices);
    if (answer !== SEVERAL) return answer;
    const several = await pickSeveral(title, inspection, choices);
    // Escape leads back to the single target.
    if (several) return several;
  }
}

function pickOne(title: string, inspection: Inspection, choices: TargetChoices): Promise<Answer> {
  const several: QuickInputButton = { iconPath: new ThemeIcon('checklist'), tooltip: 'Several Targets…' };
  const { rows, columns } = inspection;
  const prompt = `Which column should be predicted? ${counted(rows, 'row')}, ${counted(columns.length, 'column')}`;
  const pick = createPick<Item>(title, prompt);
  pick.matchOnDescription = true;
  pick.items = itemsOf(inspection, choices).map(plainItem);
  pick.buttons = severalItems(inspection, choices).length > 1 ? [several] : [];
  return new Promise<Answer>((resolve) => {
    const settle = (answer: Answer) => {
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
  });
}

function itemsOf(inspection: Inspection, choices: TargetChoices): readonly Item[] {
  const { again, fit, unfit } = targetItems(inspection, choices);
  const item = ({ label, description, column }: ColumnItem): Item => ({
    label,
    description,
    answer: { target: column },
  });
  return [
    ...(again ? [{ label: again.label, description: again.description, answer: again.targets }] : []),
    ...fit.map(item),
    ...(unfit.length > 0
      ? [{ label: 'cannot be a target', kind: QuickPickItemKind.Separator }, ...unfit.map(item)]
      : []),
    { label: '', kind: QuickPickItemKind.Separator },
    {
      icon: 'settings-gear',
      label: 'More settings…',
      description: 'parameters, classes or numbers, weights, held-out rows, missing cells, seed',
      alwaysShow: true,
      answer: SETTINGS,
    },
  ];
}

/** The columns that were checked, in the order of the file; undefined when none were, and on Escape. */
async function pickSeveral(
  title: string,
  inspection: Inspection,
  choices: TargetChoices,
): Promise<Targets | undefined> {
  const picked = await pickMany(severalItems(inspection, choices), {
    title,
    placeHolder: 'Which columns should be predicted? One fit predicts them all; rows need a value in each.',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  const [target, ...moreTargets] = picked?.map(({ column }) => column) ?? [];
  if (target === undefined) return undefined;
  return moreTargets.length > 0 ? { target, moreTargets } : { target };
}

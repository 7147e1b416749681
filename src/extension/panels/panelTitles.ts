import { inertText } from '../../engine/words/inertText';
import { panelTitle } from '../runs/label';

/** What a panel shows, as far as its title goes. */
export interface PanelTitle {
  readonly file: string;
  readonly method: string;
  readonly kernel: string;
  /** The one tab of a panel that was popped out. */
  readonly tab?: string;
}

/**
 * "airfoil.csv · kernel ridge", popped out "Overview · airfoil"; with the kernel where another panel has that title already, and with a number
 * where it has that too.
 */
export function titleAmong({ file, method, kernel, tab }: PanelTitle, taken: ReadonlySet<string>): string {
  const plain =
    tab === undefined ? panelTitle(file, method) : inertText(`${tab} · ${file.replace(/(?<=.)\.[^.]*$/, '')}`);
  if (!taken.has(plain)) return plain;
  const named = kernel === '' ? plain : `${plain} · ${inertText(kernel)}`;
  let title = named;
  for (let number = 2; taken.has(title); number++) title = `${named} · ${number}`;
  return title;
}

/** Whether a panel of such a run may have got this title. */
export const isTitleOf = (plain: string, title: string): boolean => title === plain || title.startsWith(`${plain} · `);

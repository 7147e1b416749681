import { labelled, nameList } from './picker';

/** Which of several targets, or which class, the figures are about. */
export function targetPicker(
  names: readonly string[],
  label: string,
  chosen: number,
  choose: (index: number) => void,
): HTMLElement {
  const list = nameList('target', names, chosen, choose);
  list.title = `${label} shown in figures, sliders and numbers`;
  return labelled(label, list);
}

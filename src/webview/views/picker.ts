import { el } from '../element';

/** A control with an id after its label. */
export function labelled(label: string, control: HTMLElement, ...beside: readonly Node[]): HTMLElement {
  return el('span.picker', el('label.muted', { for: control.id }, label), control, ...beside);
}

/** The platform's own list of these names, as it is known to assistive tools. */
export function nameList(
  id: string,
  names: readonly string[],
  chosen: number,
  choose: (index: number) => void,
): HTMLSelectElement {
  const list = el(
    'select',
    { id },
    ...names.map((name, i) => el('option', { value: i, selected: i === chosen }, name)),
  );
  list.addEventListener('change', () => choose(list.selectedIndex));
  return list;
}

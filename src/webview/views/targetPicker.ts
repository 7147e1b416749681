import { el } from '../element';

/** Which of several targets, or which class, the figures are about: the platform's own list, as it is known to assistive tools. */
export function targetPicker(
  names: readonly string[],
  label: string,
  chosen: number,
  choose: (index: number) => void,
): HTMLElement {
  const select = el(
    'select',
    { id: 'target', title: `${label} shown in figures, sliders and numbers` },
    ...names.map((name, i) => el('option', { value: i, selected: i === chosen }, name)),
  );
  select.addEventListener('change', () => choose(select.selectedIndex));
  return el('span', { class: 'picker' }, el('label', { for: 'target', class: 'muted' }, label), select);
}

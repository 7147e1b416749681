import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';
import { el } from './element';

/** Registers the toolkit's buttons, the only part of it that the page uses. No other file imports the toolkit. */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton());
}

export interface ActionButton {
  readonly element: HTMLElement;
  enable(enabled: boolean): void;
}

/** A button with the editor's own look. */
export function actionButton(text: string, kind: 'primary' | 'secondary', hint: string, act: () => void): ActionButton {
  const element = document.createElement('vscode-button');
  element.setAttribute('appearance', kind);
  element.setAttribute('title', hint);
  element.append(text);
  const enabled = () => !element.hasAttribute('disabled');
  element.addEventListener('click', () => enabled() && act());
  return {
    element,
    enable: (on) => {
      if (on !== enabled()) element.toggleAttribute('disabled', !on);
    },
  };
}

/** A small square button with an icon, for the head of a figure. */
export function iconButton(
  label: string,
  icon: SVGElement,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  return el('button.icon', { type: 'button', title: label, 'aria-label': label, ...attributes }, icon);
}

/** A control with an id after its label. */
export function labelled(label: string, control: HTMLElement, ...beside: readonly Node[]): HTMLElement {
  return el('span.picker', el('label.muted', { for: control.id }, label), control, ...beside);
}

/** The platform's own list of these names, which assistive tools know. */
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

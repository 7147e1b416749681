import { actionButton } from './controls';
import { el } from './element';
import type { FailureButton, FromView } from './protocol';

/** The buttons that help against a failure, the first one filled; false where there are none. */
export function failureButtons(
  buttons: readonly FailureButton[] = [],
  post: (message: FromView) => void,
): HTMLElement | false {
  const acts = buttons.map(
    ({ id, title }, i) =>
      actionButton(title, i === 0 ? 'primary' : 'secondary', title, () => post({ type: 'failureButton', id })).element,
  );
  return acts.length > 0 && el('div.actions', ...acts);
}

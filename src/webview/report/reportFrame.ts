import { el } from '../element';
import type { FrameMaker } from '../live/sliderStrip';

/** Sliders with Reset; a report fits nothing. */
export const reportFrame: FrameMaker = (sliders, reset) => {
  const button = el('button', { type: 'button', disabled: true }, 'Reset');
  button.title = 'Back to the fitted values';
  button.addEventListener('click', reset);
  const element = el(
    'div',
    { class: 'controls', role: 'group', 'aria-label': 'Live parameters' },
    el('div', { class: `axes of-${sliders.length}` }, ...sliders),
    el('div', { class: 'actions' }, button),
  );
  return {
    element,
    offer: (moved) => {
      // The focus stays where it is: a disabled button loses it.
      if (document.activeElement === button && !moved) button.setAttribute('aria-disabled', 'true');
      else {
        button.disabled = !moved;
        button.removeAttribute('aria-disabled');
      }
    },
    working: () => '',
    idle: () => {},
  };
};

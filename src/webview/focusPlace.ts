/** What names an element that is made anew with another run. */
const NAMES = ['id', 'data-lane'] as const;

/**
 * Finds the place of the focus again after `within` was filled anew; undefined where the focus is not in it. What has no name there gives way to
 * the slider that was used last, from the buttons beside it, or to the tab in front.
 */
export function focusPlace(within: HTMLElement): (() => void) | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !within.contains(activeElement)) return undefined;
  const places = NAMES.flatMap((name) => {
    const value = activeElement.getAttribute(name);
    return value ? [`[${name}="${CSS.escape(value)}"]`] : [];
  });
  const strip = activeElement.closest<HTMLElement>('.controls');
  const { last } = strip?.dataset ?? {};
  if (last !== undefined) places.push(`[data-axis="${CSS.escape(last)}"] input[type=range]`);
  if (strip) places.push('.controls input[type=range]');
  places.push('[role=tab][aria-selected=true]');
  return () => {
    for (const place of places) {
      const found = within.querySelector<HTMLElement>(place);
      if (!found?.checkVisibility()) continue;
      found.focus({ preventScroll: true });
      return;
    }
  };
}

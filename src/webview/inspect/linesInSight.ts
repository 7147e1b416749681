/** Pixels of a line, as the style has it (--line). */
export const LINE = 40;
/** Lines drawn beyond what is seen. */
const BEYOND = 12;

/** Where the lines of a table stand in the window. */
interface LinesPlace {
  /** Of the first line, and the lower edge of the window, in pixels from its upper edge. */
  readonly top: number;
  readonly bottom: number;
  readonly length: number;
  /** The line with its details below it, and how high those are; −1 without one. */
  readonly open: number;
  readonly extra: number;
}

/** The lines to draw: those in the window and some around them. */
export function linesInSight({ top, bottom, length, open, extra }: LinesPlace): number[] {
  // Below an open line everything stands lower by the height of its details.
  const lineAt = (y: number) => {
    const plain = Math.floor((y - top) / LINE);
    return open >= 0 && plain > open ? Math.max(open, Math.floor((y - top - extra) / LINE)) : plain;
  };
  const first = Math.max(0, lineAt(0) - BEYOND);
  const last = Math.min(length - 1, lineAt(bottom) + BEYOND);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

/** Puts these children in place and takes all others away; what stands where it should is not touched, so that it keeps the focus. */
export function place(parent: Element, children: readonly Element[]): void {
  let here = parent.firstElementChild;
  for (const child of children) {
    while (here && here !== child && !children.includes(here)) {
      const gone = here;
      here = here.nextElementSibling;
      gone.remove();
    }
    if (here === child) here = here.nextElementSibling;
    else parent.insertBefore(child, here);
  }
  while (here) {
    const gone = here;
    here = here.nextElementSibling;
    gone.remove();
  }
}

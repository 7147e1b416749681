import type { Pixel } from '../../figures/layout/shapes';
import { roving } from '../a11y';
import { el, svg } from '../element';
import { markText, placedMarks, type TrackMark } from './marks';
import type { Scent } from './slider';

interface TrackSetup {
  readonly range: HTMLInputElement;
  /** The place of a value on the track, 0…1. */
  readonly place: (value: number) => number;
  readonly text: (value: number) => string;
  /** Called when a mark is chosen. */
  readonly go: (value: number) => void;
}

/** The width of a track that is not in the page yet, in pixels. */
const USUAL_WIDTH = 300;

/** A slider over the landscape of the error along its axis, with the values of note marked below. */
export class Track {
  readonly element: HTMLElement;
  private readonly area = svg('path.area');
  private readonly line = svg('path.line');
  private readonly pins = el('div.pins', { role: 'group', 'aria-label': 'Values of note' });
  private scent: Scent = { values: [], error: [], marks: [] };

  constructor(private readonly setup: TrackSetup) {
    this.element = el(
      'div.slide',
      svg(
        'svg',
        { viewBox: `0 0 100 ${SCENT_HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        this.area,
        this.line,
        svg('line.base', { x1: 0, x2: 100, y1: SCENT_HEIGHT, y2: SCENT_HEIGHT }),
      ),
      setup.range,
      this.pins,
    );
    this.pins.addEventListener('keydown', (event) => {
      const next = roving(event, this.buttons, 'horizontal');
      if (!next) return;
      event.preventDefault();
      this.reach(next);
      next.focus();
    });
    // The track's width decides how many names have room.
    new ResizeObserver(() => this.pin(this.scent.marks)).observe(this.pins);
  }

  /** Draws the landscape and the marks. Costs nothing when nothing changed. */
  drawScent(scent: Scent): void {
    if (scent.values !== this.scent.values || scent.error !== this.scent.error) {
      const at = Array.from(scent.values, this.setup.place);
      const { line, area } = scentPaths(scentOutline(at, scent.error));
      this.line.setAttribute('d', line);
      this.area.setAttribute('d', area);
    }
    const key = (marks: readonly TrackMark[]) => marks.map(({ text, value }) => `${text} ${value}`).join();
    if (key(scent.marks) !== key(this.scent.marks)) this.pin(scent.marks);
    this.scent = scent;
  }

  private get buttons(): readonly HTMLButtonElement[] {
    return [...this.pins.querySelectorAll('button')];
  }

  /** The marks of a track are one stop of the Tab key; arrow keys move among them. */
  private reach(button: HTMLButtonElement | undefined): void {
    for (const other of this.buttons) other.tabIndex = other === button ? 0 : -1;
  }

  private pin(marks: readonly TrackMark[]): void {
    const focused = this.buttons.indexOf(document.activeElement as HTMLButtonElement);
    const width = this.pins.clientWidth || USUAL_WIDTH;
    const placed = placedMarks(marks, this.setup.place, width);
    // From left to right, as the arrow keys go.
    const all = placed.toSorted((a, b) => a.at - b.at);
    this.pins.replaceChildren(
      ...all.flatMap(({ texts, value, at, name }) => {
        const hint = `Go to ${markText(texts)}: ${this.setup.text(value)}`;
        const go = () => this.setup.go(value);
        // The thumb is 12 px wide, so its middle runs from 6 px to the width less 6 px.
        const left = `calc(6px + ${at} * (100% - 12px))`;
        const pin = el('button.pin', { type: 'button', tabindex: -1, 'aria-label': hint });
        pin.style.left = left;
        pin.addEventListener('click', go);
        if (name === undefined) return [pin];
        const label = el(
          'span',
          { class: `pin-name${name.before ? ' leftward' : ''}`, title: hint, 'aria-hidden': 'true' },
          name.text,
        );
        label.style.left = left;
        label.addEventListener('click', go);
        return [pin, label];
      }),
    );
    const { buttons } = this;
    this.reach(buttons[Math.max(0, focused)]);
    if (focused >= 0) buttons[Math.min(focused, buttons.length - 1)]?.focus();
  }
}

/** Height of the track's drawing in its own units; its width is 100. */
const SCENT_HEIGHT = 24;

/**
 * The error over the slider's own range as the outline of a small landscape: 0 at the least error, 1 one decade above
 * it, where it is cut. A flat curve stays flat: the drawing spans at least 0.3 decades. `at` holds positions 0…1,
 * `errors` the values there; values that are not positive are left out.
 */
export function scentOutline(at: ArrayLike<number>, errors: ArrayLike<number>): readonly Pixel[] {
  const points: { x: number; y: number }[] = [];
  for (let i = 0; i < at.length; i++) if (errors[i] > 0) points.push({ x: at[i], y: Math.log10(errors[i]) });
  if (points.length === 0) return [];
  points.sort((a, b) => a.x - b.x);
  const least = Math.min(...points.map((p) => p.y));
  const greatest = Math.max(...points.map((p) => p.y));
  const span = Math.min(1, Math.max(0.3, greatest - least));
  return points.map(({ x, y }) => ({ x, y: Math.min(1, (y - least) / span) }));
}

/**
 * The paths of the curve and of the area under it. The floor has a little height, so that the minimum stays visible.
 */
export function scentPaths(outline: readonly Pixel[]): { readonly line: string; readonly area: string } {
  if (outline.length === 0) return { line: '', area: '' };
  const y = (height: number) => (SCENT_HEIGHT - 2 - height * (SCENT_HEIGHT - 6)).toFixed(2);
  const line = outline.map((p, i) => `${i === 0 ? 'M' : 'L'}${(100 * p.x).toFixed(2)} ${y(p.y)}`).join('');
  const first = (100 * outline[0].x).toFixed(2);
  const last = (100 * outline[outline.length - 1].x).toFixed(2);
  return { line, area: `${line}L${last} ${SCENT_HEIGHT}L${first} ${SCENT_HEIGHT}Z` };
}

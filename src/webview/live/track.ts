import { roving } from '../a11y';
import { el, svg } from '../element';
import { placedMarks, type TrackMark, textOf } from './marks';
import { SCENT_HEIGHT, scentOutline, scentPaths } from './scent';
import type { Scent } from './slider';

interface TrackSetup {
  readonly range: HTMLInputElement;
  /** Place of a value on the track, 0…1. */
  readonly place: (value: number) => number;
  readonly text: (value: number) => string;
  /** A mark was chosen. */
  readonly go: (value: number) => void;
}

/** Pixels of a track that is not in the page yet. */
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
    // How many names have room depends on the track's width.
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
        const hint = `Go to ${textOf(texts)}: ${this.setup.text(value)}`;
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

import { el, svg } from '../element';
import { SCENT_HEIGHT, scentOutline, scentPaths } from './scent';

/** A value worth finding again, marked under the track. */
export interface TrackMark {
  readonly text: string;
  readonly value: number;
}

/** What the track shows of the error along its axis; it changes while another slider moves. */
export interface Scent {
  readonly values: ArrayLike<number>;
  readonly error: ArrayLike<number>;
  readonly marks: readonly TrackMark[];
}

export interface TrackSetup {
  readonly range: HTMLInputElement;
  /** Place of a value on the track, 0…1. */
  readonly place: (value: number) => number;
  readonly text: (value: number) => string;
  /** The name of a mark was chosen. */
  readonly go: (value: number) => void;
  /** Whether the Tab key reaches the names of the marks. */
  readonly tabbed: boolean;
}

/** Pixels of a letter in a mark's name, rather too many than too few, and of a track that is not in the page yet. */
const LETTER = 5.8;
const USUAL_WIDTH = 300;

/** A slider over the landscape of the error along its axis, with the values of note marked below. */
export class Track {
  readonly element: HTMLElement;
  private readonly area = svg('path', { class: 'area' });
  private readonly line = svg('path', { class: 'line' });
  private readonly pins = el('div', { class: 'pins' });
  private scent: Scent = { values: [], error: [], marks: [] };

  constructor(private readonly setup: TrackSetup) {
    this.element = el(
      'div',
      { class: 'slide' },
      svg(
        'svg',
        { viewBox: `0 0 100 ${SCENT_HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        this.area,
        this.line,
        svg('line', { class: 'base', x1: 0, x2: 100, y1: SCENT_HEIGHT, y2: SCENT_HEIGHT }),
      ),
      this.pins,
      setup.range,
    );
    // How many names have room depends on the track's width.
    new ResizeObserver(() => this.pins.replaceChildren(...this.pinned(this.scent.marks))).observe(this.pins);
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
    if (key(scent.marks) !== key(this.scent.marks)) this.pins.replaceChildren(...this.pinned(scent.marks));
    this.scent = scent;
  }

  /** Marks below the track; those at one place share a name. The names that matter most find their room first. */
  private pinned(marks: readonly TrackMark[]): HTMLElement[] {
    const placed: { text: string; value: number; at: number }[] = [];
    for (const { text, value } of marks) {
      const at = this.setup.place(value);
      const same = placed.find((p) => Math.abs(p.at - at) < 0.012);
      if (same) same.text += `, ${text}`;
      else placed.push({ text, value, at });
    }
    const width = this.pins.clientWidth || USUAL_WIDTH;
    const taken: (readonly [number, number])[] = placed.map(({ at }) => [at - 4 / width, at + 4 / width]);
    return placed.flatMap((mark, i) => {
      const { text, at } = mark;
      const pin = el('span', { class: 'pin' });
      // The thumb is 12 px wide, so its middle runs from 6 px to the width less 6 px.
      pin.style.left = `calc(6px + ${at} * (100% - 12px))`;
      // The first name comes first: it may stand under another's pin.
      const free = ([from, to]: readonly [number, number]) =>
        from > -0.03 &&
        to < 1.03 &&
        !taken.some(([a, b], j) => j !== i && from < b && a < to && (i > 0 || j >= placed.length));
      // Where there is no room for all the names of a place, its first one stands for them.
      const sides = [text, text.split(',')[0]].flatMap((short) => {
        const wide = (LETTER * short.length + 12) / width;
        return [
          { short, before: false, box: [at, at + wide] },
          { short, before: true, box: [at - wide, at] },
        ] as const;
      });
      const side = sides.find(({ box }) => free(box));
      if (!side) return [pin];
      taken.push(side.box);
      return [pin, this.pinName(mark, side.short, side.before, pin.style.left)];
    });
  }

  private pinName({ text, value }: TrackMark, short: string, before: boolean, left: string): HTMLElement {
    const { text: textOf, go, tabbed } = this.setup;
    const title = `Go to ${text}: ${textOf(value)}`;
    const name = el(
      'button',
      { class: `pin-name${before ? ' before' : ''}`, type: 'button', title, tabindex: tabbed ? 0 : -1 },
      short,
    );
    name.style.left = left;
    name.addEventListener('click', () => go(value));
    return name;
  }
}

import type { KeyNumber, OverviewStrip } from '../../figures/view/overviewTypes';
import { stripEnds } from '../../figures/words/stripEnds';
import { el, setText, svg } from '../element';
import { explains } from '../glossary/explains';

/** A large number over a strip that shows where it lies on its range and how sure it is. */
export class KeyNumberView {
  readonly element: HTMLElement;
  private readonly name = el('dt');
  private readonly value = el('span', { class: 'value' });
  private readonly unit = el('small');
  private readonly note = el('p', { class: 'sub' });
  private readonly ends = [el('span'), el('span')] as const;
  private readonly interval = svg('rect', { class: 'interval', y: 4, height: 2 });
  private readonly tick = svg('rect', { class: 'tick', y: 0, width: 2, height: 10 });

  constructor() {
    const strip = svg(
      'svg',
      { class: 'strip', 'aria-hidden': 'true' },
      svg('rect', { class: 'range', x: 0, y: 4.5, width: '100%', height: 1 }),
      this.interval,
      this.tick,
    );
    const number = el('p', { class: 'big' }, this.value, ' ', this.unit);
    this.element = el(
      'div',
      { class: 'stat' },
      this.name,
      el('dd', {}, number, strip, el('p', { class: 'ends', 'aria-hidden': 'true' }, ...this.ends), this.note),
    );
  }

  update(number: KeyNumber): void {
    setText(this.name, number.name);
    explains(this.name, number.name);
    setText(this.value, number.value);
    setText(this.unit, number.unit);
    setText(this.note, number.note);
    if (this.note.title !== number.note) this.note.title = number.note;
    stripEnds(number).forEach((text, i) => {
      setText(this.ends[i], text);
    });
    const place = (value: number) => shareOf(number.strip, value);
    const [from, to] = number.strip.interval ?? [number.strip.at, number.strip.at];
    this.interval.setAttribute('x', `${place(from)}%`);
    this.interval.setAttribute('width', `${Math.max(0, place(to) - place(from))}%`);
    this.tick.setAttribute('x', `${place(number.strip.at)}%`);
    this.tick.setAttribute('transform', 'translate(-1 0)');
  }
}

/** Percent of the strip's width; 0 for what is not a number. */
function shareOf({ domain: [low, high] }: OverviewStrip, value: number): number {
  const share = high > low ? (value - low) / (high - low) : 0;
  return Number.isFinite(share) ? Math.round(1000 * Math.min(1, Math.max(0, share))) / 10 : 0;
}
